"""Greedy against random.

The paper's baseline "does win 79.5% of the time against an agent that just plays randomly". It does not
say whether its random player may pass while it could play, nor which of several moves of the lowest rank
greedy takes. Every reading is played here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.arena.match import match
from kibitz.lab.experiment import Checkpoint, Finding, Report, Row, Step

PAPER_RATE = 0.795

READINGS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "random passes only when it must, greedy plays the shortest": ("greedy", "random", {}),
    "random may always pass": ("greedy", "random:free", {}),
    "greedy plays the longest": ("greedy:longest=true", "random", {}),
    "2s in chains": ("greedy", "random", {"two_in_chain": True}),
    "no four-card links": ("greedy", "random", {"four_links": False}),
    "joker pair": ("greedy", "random", {"joker_pair": True}),
}


@dataclass(frozen=True)
class Config:
    pairs: int


TINY = Config(pairs=4)
QUICK = Config(pairs=2000)
PAPER = Config(pairs=50_000)


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    done = int(checkpoint["done"]) if checkpoint else 0
    for number, (reading, (first, second, options)) in list(enumerate(READINGS.items(), 1))[done:]:
        result = match("zsy", first, second, pairs=config.pairs, seed=seed, **options)
        row: Row = {
            "reading": reading, "value": result.win_rate, "low": result.interval[0], "high": result.interval[1],
            "turns": result.decisions,
        }  # fmt: skip
        yield Step([row], {"done": number}, number / len(READINGS))


def report(rows: list[Row], config: Config) -> Report:
    findings = [
        Finding(
            f"greedy v random, {row['reading']}", row["value"], row["low"], row["high"], PAPER_RATE if i == 0 else None
        )
        for i, row in enumerate(rows)
    ]
    first = rows[0]
    off = {row["reading"]: abs(row["value"] - PAPER_RATE) for row in rows}
    summary = (
        f"Of the first three readings the nearest to the paper's 79.5%: {min(list(off)[:3], key=lambda k: off[k])}. "
        f"Greedy then wins {first['value']:.1%} ({first['low']:.1%} to {first['high']:.1%}) of games of "
        f"{first['turns']:.0f} turns. With a free pass for random it wins {rows[1]['value']:.1%}, playing the longest "
        f"pattern {rows[2]['value']:.1%}. The other rules on which the paper is silent move the first number to "
        f"{min(r['value'] for r in rows[3:]):.1%} to {max(r['value'] for r in rows[3:]):.1%}."
    )
    return Report(findings, summary)
