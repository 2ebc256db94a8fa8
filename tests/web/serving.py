"""A real server in a process of its own, and a player's browser as far as the API sees it."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import httpx


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return trial.getsockname()[1]


class Server:
    """``kibitz serve`` on a port of its own."""

    def __init__(self, database: str, processes: int = 1) -> None:
        self.database, self.processes, self.port = database, processes, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        words = ["serve", "--port", str(self.port), "--database", self.database, "--processes", str(self.processes)]
        # Its own session, so that a kill reaches every process of it at once.
        environment = {**os.environ, "KIBITZ_RATE": "100000"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kibitz.cli", *words], start_new_session=True, env=environment,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        until = time.monotonic() + 120
        while True:
            try:
                httpx.get(self.url + "/api/me", timeout=5).raise_for_status()
                return
            except httpx.HTTPError:
                assert self.process.poll() is None and time.monotonic() < until, "the server does not start"
                time.sleep(0.1)

    def kill(self) -> None:
        """Pull the plug."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(20)


class Visitor:
    """One browser: a cookie jar and the page's requests."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=240, verify=False)

    def get(self, path: str, **more: Any) -> Any:
        return self._checked(self.http.get(path, **more))

    def post(self, path: str, body: Any = None) -> Any:
        return self._checked(self.http.post(path, json={} if body is None else body))

    def table(self, game: str, **wanted: Any) -> dict[str, Any]:
        return self.post("/api/tables", {"game": game, **wanted})

    def look(self, id: str) -> dict[str, Any]:
        return self.get(f"/api/tables/{id}")

    def move(self, at: dict[str, Any], code: int, **more: Any) -> dict[str, Any]:
        return self.post(f"/api/tables/{at['id']}/moves", {"number": at["number"], "move": code, **more})

    def wait(self, id: str, number: int = 0) -> dict[str, Any]:
        """The table once it is this player's turn again, or the game is over."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            at = self.look(id)
            assert at["trouble"] is None, at["trouble"]
            if (at["moves"] or at["over"]) and at["number"] >= number:
                return at
            time.sleep(0.02)
        raise AssertionError("the computer does not move")

    def play_out(self, at: dict[str, Any], seed: int = 0, most: int = 10_000) -> dict[str, Any]:
        """Random legal moves to the end, or so many."""
        chance = random.Random(seed)
        for _ in range(most):
            at = self.wait(at["id"])
            if at["over"]:
                break
            at = self.move(at, chance.choice(at["moves"])["code"])
        return at

    def events(self, id: str, **more: Any) -> Iterator[dict[str, Any]]:
        """The events of a table, each with its id beside it."""
        with self.http.stream("GET", f"/api/tables/{id}/events", **more) as stream:
            assert stream.status_code == 200
            event: dict[str, str] = {}
            for line in stream.iter_lines():
                key, _, value = line.partition(": ")
                if not line and "data" in event:
                    snapshot = json.loads(event["data"])
                    assert event["id"] == str(snapshot["revision"])
                    yield snapshot
                    event = {}
                elif key in ("id", "data"):
                    event[key] = value

    @staticmethod
    def _checked(answer: httpx.Response) -> Any:
        assert answer.is_success, f"{answer.status_code} {answer.text[:300]}"
        return answer.json() if "json" in answer.headers["content-type"] else answer.text
