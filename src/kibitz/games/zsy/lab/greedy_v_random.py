"""Greedy against random.

The paper's baseline "does win 79.5% of the time against an agent that just plays randomly". It does not
say whether its random player may pass while it could play, nor which of several moves of the lowest rank
greedy takes. Every reading is played here.
"""

from dataclasses import dataclass
from typing import Any

from kibitz.arena.match import match
from kibitz.lab import Finding, Lab, Report, Row, Steps, of_match

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


def run(config: Config, lab: Lab) -> Steps:
    def play(reading: str) -> list[Row]:
        first, second, options = READINGS[reading]
        found = match("zsy", first, second, pairs=config.pairs, seed=lab.derived("deals"), **options)
        return [of_match(found, reading=reading, turns=found.decisions)]

    return lab.in_turn((play, reading) for reading in READINGS)


def report(rows: list[Row], config: Config) -> Report:
    findings = [
        Finding.of(f"greedy v random, {row['reading']}", row, paper=None if i else PAPER_RATE)
        for i, row in enumerate(rows)
    ]
    ranked = sorted(rows, key=lambda row: abs(row["win_rate"] - PAPER_RATE))
    nearest, first = ranked[0], rows[0]
    inside = [row["reading"] for row in rows if row["win_rate_low"] <= PAPER_RATE <= row["win_rate_high"]]
    summary = (
        f"Greedy wins {first['win_rate']:.1%} ({first['win_rate_low']:.1%} to {first['win_rate_high']:.1%}) of games "
        f"of {first['turns']:.0f} turns in the first reading ({first['reading']}). The nearest to the paper's "
        f"{PAPER_RATE:.1%} is: {nearest['reading']}, with {nearest['win_rate']:.1%}. All readings lie between "
        f"{min(row['win_rate'] for row in rows):.1%} and {max(row['win_rate'] for row in rows):.1%}; the paper's "
        f"number is within the interval of {len(inside) or 'none'} of the {len(rows)}."
    )
    return Report(findings, summary)
