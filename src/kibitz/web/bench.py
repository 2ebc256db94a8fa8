"""``kibitz bench --web``: how quickly moves are answered with many games in progress, what open games weigh, and how
soon after opening the page a person can play."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.errors import KibitzError
from kibitz.lab.provenance import commit
from kibitz.web import opening

TABLES = 100
"""Games in progress while moves are timed."""
OPEN = 2000
"""Open games while memory is measured."""
PACE = 1.0
"""Seconds between two moves at one table, on average."""
GAMES = {"cribbage": "greedy", "gin": "simple", "racko": "kyle", "yacht": "greedy", "zsy": "greedy"}
"""What is played, and against whom: players without a search."""

Count = Callable[[float], None]


def measure(seconds: float, count: Count) -> dict[str, Any]:
    """Play at many tables for so long, then open more and weigh the server."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port = trial.getsockname()[1]
        trial.close()
        words = ["serve", "--port", str(port), "--database", f"sqlite:///{folder}/bench.db", "--rate", "1000000"]
        server = subprocess.Popen(
            [sys.executable, "-m", "kibitz.cli", *words], start_new_session=True, stdout=subprocess.DEVNULL
        )
        try:
            return asyncio.run(_measure(port, server.pid, seconds, count))
        finally:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()


def rows(found: dict[str, Any]) -> list[tuple[str, str]]:
    """The figures in words."""
    return [
        (f"moves at {found['tables']} tables, one per second each: half answered within", f"{found['p50_ms']:.1f} ms"),
        ("moves: 99 of 100 answered within", f"{found['p99_ms']:.1f} ms"),
        ("moves played", f"{found['moves']:,}"),
        ("processor time per move, computer's included", f"{found['cpu_ms_per_move']:.1f} ms"),
        (f"memory with {found['open_tables']:,} open games, all processes", f"{found['memory_mb']:.0f} MB"),
        ("the page and its drawings, uncompressed", f"{found['page_kb']:.0f} kB"),
        ("from opening the page to the first move, the slowest game", _first_move(found)),
        ("load of the machine before", f"{found['load_before']:.1f} on {found['cores']} cores"),
    ]


def _first_move(found: dict[str, Any]) -> str:
    took = found["first_move_s"]
    if isinstance(took, str):
        return took
    slowest = max(took, key=lambda game: took[game])
    return f"{took[slowest]:.1f} s ({slowest})"


async def _measure(port: int, pid: int, seconds: float, count: Count) -> dict[str, Any]:
    load = os.getloadavg()[0]
    await _until_ready(port)
    players = [_Player(number, port) for number in range(TABLES)]
    for player in players:
        await player.begin()
    for _ in range(3):  # what is compiled or loaded once, at the first moves of each player
        await asyncio.gather(*(player.move() for player in players))
        await asyncio.gather(*(player.turn() for player in players))
    count(1)
    used = _processor_time(pid)
    took: list[float] = []
    until = time.monotonic() + seconds
    await asyncio.gather(*(player.play(until, took) for player in players))
    if not took:
        raise KibitzError(f"no move was answered within {seconds:g} seconds; measure longer")
    used = _processor_time(pid) - used
    count(1)
    milliseconds = 1000 * np.array(took)
    first: dict[str, float] | str | None = opening.why_not()
    if first is None:
        first = await asyncio.to_thread(opening.seconds_to_first_move, f"http://127.0.0.1:{port}", GAMES)
    count(1)
    for number in range(TABLES, OPEN):
        more = _Player(number, port)
        await more.begin()
        more.close()
    count(1)
    for player in players:
        player.close()
    return {
        "tables": TABLES,
        "moves": len(took),
        "p50_ms": float(np.percentile(milliseconds, 50)),
        "p99_ms": float(np.percentile(milliseconds, 99)),
        "cpu_ms_per_move": 1000 * used / len(took),
        "open_tables": OPEN,
        "memory_mb": sum(_memory(process) for process in _family(pid)) / 2**20,
        "page_kb": _page_bytes() / 1000,
        "first_move_s": first,
        "commit": commit("*", "web", "store"),
        "load_before": load,
        "cores": os.cpu_count(),
    }


class _Player:
    """One visitor at one table, over one connection."""

    def __init__(self, number: int, port: int) -> None:
        self.chance, self.port = random.Random(number), port
        self.game = list(GAMES)[number % len(GAMES)]
        self.cookie = ""
        self.at: dict[str, Any] = {}
        self.reader: asyncio.StreamReader
        self.writer: asyncio.StreamWriter | None = None

    async def begin(self) -> None:
        self.at = await self.ask("POST", "/api/tables", {"game": self.game, "seats": ["you", GAMES[self.game]]})

    async def turn(self) -> None:
        """Wait for the computer."""
        while not (self.at["moves"] or self.at["over"]):
            await asyncio.sleep(0.05)
            self.at = await self.ask("GET", f"/api/tables/{self.at['id']}")

    async def move(self) -> float | None:
        """Play one move, if it is the visitor's turn: seconds until it was answered."""
        self.at = await self.ask("GET", f"/api/tables/{self.at['id']}")
        if self.at["over"]:
            await self.begin()
        if not self.at["moves"]:
            return None
        code = self.chance.choice(self.at["moves"])["code"]
        begun = time.perf_counter()
        await self.ask("POST", f"/api/tables/{self.at['id']}/moves", {"number": self.at["number"], "move": code})
        return time.perf_counter() - begun

    async def play(self, until: float, took: list[float]) -> None:
        await asyncio.sleep(self.chance.random() * PACE)
        while time.monotonic() < until:
            answered = await self.move()
            if answered is not None:
                took.append(answered)
            # Nobody thinks for the same second each time: else all whom one commit answers move together ever after.
            await asyncio.sleep(2 * PACE * self.chance.random())

    async def ask(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        """One request in plain HTTP/1.1, so that the package needs no client library."""
        if self.writer is None or self.reader.at_eof():
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        sent = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(sent)}"]
        head += ["Content-Type: application/json"] + ([f"Cookie: {self.cookie}"] if self.cookie else [])
        self.writer.write("\r\n".join([*head, "", ""]).encode() + sent)
        status, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines if line)
        content = await self.reader.readexactly(int(headers["content-length"]))
        if status.split()[1] not in ("200", "201"):
            raise KibitzError(f"{method} {path} was answered {status}: {content[:200].decode()}")
        for line in lines:
            if line.lower().startswith("set-cookie: "):
                self.cookie = line[12:].partition(";")[0]
        return json.loads(content)

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
            self.writer = None


async def _until_ready(port: int) -> None:
    """Wait until the server runs and has loaded or compiled every game."""
    until = time.monotonic() + 600
    while time.monotonic() < until:
        with suppress(OSError):
            if (await _Player(0, port).ask("GET", "/api/health"))["ready"]:
                return
        await asyncio.sleep(0.2)
    raise KibitzError("the server does not get ready")


def _family(pid: int) -> list[int]:
    """A process and all that came from it."""
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(folder.name)] = int(fields[1])
    found = [pid]
    for process in found:
        found += [child for child, parent in parents.items() if parent == process]
    return found


def _memory(pid: int) -> float:
    """Bytes; what several processes share is counted once, in parts."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(1024.0 * int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def _processor_time(pid: int) -> float:
    """Seconds that a process and all that came from it have computed."""
    ticks = 0
    for process in _family(pid):
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _page_bytes() -> int:
    """What a browser loads to sit down at a table: the page and the largest drawing of a game."""
    here = Path(__file__).parent
    page = sum(file.stat().st_size for file in (here / "page").rglob("*") if file.is_file())
    return page + max((file.stat().st_size for file in here.parent.glob("games/*/table.js")), default=0)
