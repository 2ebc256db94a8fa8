"""What experiments cost, computed from what was measured: the figures of docs/scale.md.

``kibitz lab report`` writes them anew from results/bench16.json and the stored reports.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.agent import build
from kibitz.bench.learning import PHASES
from kibitz.game import game as find_game
from kibitz.game import games

MEASURED, ON_THE_CARD = Path("results/bench16.json"), Path("results/gpu.json")
REPORTS, PAGE = Path("results"), Path("docs/scale.md")

NODES = (10, 100, 1000)
END = "<!-- end -->"

TRAINING = 1e10
"""Decisions of a training of DouZero's size: our assumption."""


def speeds(measured: dict[str, Any]) -> Iterator[tuple[str, str, float, float, float]]:
    """Game, who played, decisions per second on one core alone, on all cores together, and per core then."""
    rates: dict[tuple[str, str, str], dict[int, float]] = {}
    for row in measured["speed"]:
        key = row["game"], row["kind"], row["by"].removeprefix("kibitz ")
        rates.setdefault(key, {})[row["workers"]] = row["decisions_per_second"]
    for (game, kind, by), found in rates.items():
        if measured["cores"] in found and kind in ("random", "players", "networks"):
            everybody = found[measured["cores"]]
            name = "any legal move" if kind == "random" else f"`{by}`"
            yield game, name, found[1], everybody, everybody / measured["cores"]


def speed_lines(measured: dict[str, Any]) -> list[str]:
    """Throughput on one core, on all, and per core when all are at work."""
    cores = measured["cores"]
    lines = [
        f"| game | played by | one core | {cores} cores | times one core | cores at work | per core then |",
        "|---|---|---|---|---|---|---|",
    ]
    busy = {row["decisions_per_second"]: row.get("busy") for row in measured["speed"]}
    for game, by, alone, everybody, each in speeds(measured):
        times, at_work = f"{everybody / alone:.1f}", f"{busy[everybody]:.1f}" if busy[everybody] else "–"
        lines.append(
            f"| {game} | {by} | {_short(alone)} | {_short(everybody)} | {times} | {at_work} | {_short(each)} |"
        )
    return lines


def gpu_lines(measured: dict[str, Any]) -> list[str]:
    """Throughput of the card: the loop alone, and with the games' way there and back."""
    heads = "| game | played by | the loop alone | there and back too | registers | local bytes |"
    lines = [heads, "|---|---|---|---|---|---|"]
    rows = {(row["game"], row["by"]): row for row in measured["speed"]}
    for (game, by), row in rows.items():
        name, alone, _ = by.partition(", the loop alone")
        if not alone:
            continue
        player = name.removeprefix("kibitz ").removesuffix(" on the GPU")
        shown = "any legal move" if player == "random" else f"`{player}`"
        whole = rows[game, name]["decisions_per_second"]
        rates = f"{_short(row['decisions_per_second'])} | {_short(whole)}"
        lines.append(f"| {game} | {shown} | {rates} | {row['registers']} | {row['local_bytes']:,} |")
    return lines


def learning_lines(measured: dict[str, Any]) -> list[str]:
    """Throughput of a network that plays itself and learns from it, on the card, and where the card's time goes."""
    found = [row for row in measured["speed"] if row["kind"] == "learning"]
    heads = " | ".join(f"{phase}, ns" for phase in PHASES)
    lines = [
        f"| game | decisions per second, learning included | moves per decision | picture | {heads} |",
        "|---|---|---|---|" + "---|" * len(PHASES),
    ]
    for row in found:
        spent = " | ".join(f"{row['phases'][phase]:.1f}" for phase in PHASES)
        seen = f"{row['moves_per_decision']:.1f} | {row['picture']:,}"
        lines.append(f"| {row['game']} | {_short(row['decisions_per_second'])} | {seen} | {spent} |")
    return lines


PROFILED = {
    "Compute (SM) Throughput": "arithmetic",
    "Memory Throughput": "memory",
    "DRAM Throughput": "main memory",
    "L1/TEX Hit Rate": "found in a multiprocessor's cache",
    "L2 Hit Rate": "found in the card's cache",
    "Achieved Occupancy": "threads at once",
}
"""What Nsight Compute says of a kernel, in percent of what there could be, and what that is here."""


def profile_lines(measured: dict[str, Any]) -> list[str]:
    """What players on the card keep busy, as the stored profiles of Nsight Compute say."""
    lines = [
        f"| game | played by | {' | '.join(PROFILED.values())} | of 32 threads of a warp |",
        "|---|---|" + "---|" * (len(PROFILED) + 1),
    ]
    for found in measured["profiles"]:
        shares = " | ".join(f"{found[name]:.0f}%" for name in PROFILED)
        lines.append(
            f"| {found['game']} | `{found['player']}` | {shares} | {found['Avg. Active Threads Per Warp']:.1f} |"
        )
    return lines


def trainer_lines(measured: dict[str, Any]) -> list[str]:
    """What trainers learn from per second on the card alone, and how long the stored run takes at that rate."""
    lines = ["| experiment | samples per second | samples of the stored run | these take |", "|---|---|---|---|"]
    for row in (row for row in measured["speed"] if row["kind"] == "trainers"):
        report = json.loads(REPORTS.joinpath(*row["by"].split("."), "report.json").read_text(encoding="utf-8"))
        samples, rate = _samples(report["config"]), row["decisions_per_second"]
        lines.append(f"| `{row['by']}` | {_short(rate)} | {_short(samples)} | {_long(samples / rate)} |")
    return lines


def _samples(config: dict[str, Any]) -> int:
    """Decisions of self-play at many tables, or boards at which one step after the other was learned."""
    if "tables" in config:
        return config["windows"] * config["tables"] * config["window"]
    return config["steps"] * config["games"]


def memory_lines() -> list[str]:
    """Bytes of one game while it is played: state and view, list of moves, notes of the game's quick player."""
    lines = ["| | record | list of moves | notes of the quick player, per seat | together |", "|---|---|---|---|---|"]
    for name in (name for name in games() if name in SHIPPED):
        game = find_game(name)
        options = game.options()
        player = build(game, options, game.policy)
        record, moves = game.state.itemsize, 4 * game.moves
        notes = 0 if player.memory is None else player.memory.itemsize
        together = 2 * record + moves + notes * game.players(options)
        lines.append(f"| {name} | {record:,} | {moves:,} | {notes:,} (`{game.policy}`) | {together:,} |")
    return lines


SHIPPED = ("cribbage", "gin", "racko", "yacht", "zsy")


def training_lines(measured: dict[str, Any]) -> list[str]:
    """How long the decisions of a large training take quick players and networks, on nodes like the measured one."""
    heads = " | ".join(f"{nodes:,} nodes" for nodes in NODES)
    lines = [f"| game | played by | core hours | {heads} |", "|---|---|---|" + "---|" * len(NODES)]
    networks = {
        (row["game"], row["by"].removeprefix("kibitz ")) for row in measured["speed"] if row["kind"] == "networks"
    }
    for game, by, _, everybody, each in speeds(measured):
        if by != f"`{find_game(game).policy}`" and (game, by.strip("`")) not in networks:
            continue
        times = " | ".join(_long(TRAINING / everybody / nodes) for nodes in NODES)
        lines.append(f"| {game} | {by} | {TRAINING / each / 3600:,.1f} | {times} |")
    return lines


def paper_lines() -> list[str]:
    """What the stored runs of the papers' experiments took, and would take, each on a node of its own."""
    spent: dict[str, list[float]] = {}
    for file in sorted(REPORTS.glob("*/*/report.json")):
        report = json.loads(file.read_text(encoding="utf-8"))
        if report["scale"] == "paper":
            spent.setdefault(file.parts[-3], []).append(report["seconds"])
    spent["all"] = [seconds for each in spent.values() for seconds in each]
    heads = " | ".join(f"{nodes:,} nodes" for nodes in NODES)
    lines = [
        f"| experiments | stored runs | one after the other | the longest | {heads} |",
        "|---|---|---|---|" + "---|" * len(NODES),
    ]
    for game, seconds in spent.items():
        total, longest = sum(seconds), max(seconds)
        times = " | ".join(_long(max(total / nodes, longest)) for nodes in NODES)
        lines.append(f"| {game} | {len(seconds)} | {_long(total)} | {_long(longest)} | {times} |")
    return lines


def _short(number: float) -> str:
    """Three figures at most: 12.3 M, 456 k, 7."""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.3g} {unit}"
    return f"{number:.0f}"


def _long(seconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("days", 48 * 3600), ("hours", 2 * 3600), ("minutes", 120)):
        if seconds >= size:
            return f"{seconds / {'days': 86400, 'hours': 3600, 'minutes': 60}[unit]:,.1f} {unit}"
    return f"{seconds:,.1f} seconds"


def _commits(measured: dict[str, Any]) -> str:
    return ", ".join(sorted({row["commit"] for row in measured["speed"]}))


def _equal(card: dict[str, Any]) -> str:
    """How many players' games were the same on the CPU."""
    same = [found for found in card["equal"] if found["same"]]
    games = min(found["games"] for found in card["equal"])
    return f"Of {len(card['equal'])} ways to play, {len(same)} gave the CPU's results to the bit in all {games} games."


def page(text: str) -> str:
    """The page with its computed parts, those between ``<!-- computed: NAME -->`` and its end, written anew."""
    measured, card = (json.loads(file.read_text(encoding="utf-8")) for file in (MEASURED, ON_THE_CARD))
    parts = {
        "speed": speed_lines(measured),
        "memory": memory_lines(),
        "training": training_lines(measured),
        "gpu": gpu_lines(card),
        "learning": learning_lines(card),
        "profiles": profile_lines(card),
        "trainers": trainer_lines(card),
        "papers": paper_lines(),
        "machine": [
            f"Measured on {measured['cores']} cores of an {measured['machine']}, Python {measured['python']}, numba "
            f"{measured['numba']}, commit {_commits(measured)}."
        ],
        "card": [
            f"Measured on one {card['gpu']}, numba {card['numba']}, numba-cuda {card['numba-cuda']}, torch "
            f"{card['torch']}, commit {_commits(card)}; each game with its own "
            f"options. {_equal(card)}"
        ],
    }
    for name, lines in parts.items():
        before, mark, rest = text.partition(f"<!-- computed: {name} -->\n")
        assert mark, f"{PAGE} has no place for {name}"
        text = before + mark + "\n".join([*lines, END]) + rest.partition(END)[2]
    return text


def write_page() -> None:
    """Write the computed parts of docs/scale.md anew, where there is that page: not in everybody's own project."""
    if not PAGE.exists():
        return
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
