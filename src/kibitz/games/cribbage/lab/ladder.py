"""The ladder of fixed players, and what strong play looks like.

Facts to compare with (10,000 mirrored games each): greedy beats random 98.5%, schell beats greedy 65.3%;
strong players skunk in 12 to 13% of their games; the first dealer wins 56%. The thesis' players are the
eight strategies and the learned weights; `value` is its proposal of section 5.2.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz.agent import build
from kibitz.arena.drive import play
from kibitz.arena.match import Z, duplicates, outcomes
from kibitz.game import game as find_game
from kibitz.games.cribbage.rules import SKUNK
from kibitz.games.cribbage.weighted.strategies import NAMES
from kibitz.lab.experiment import Checkpoint, Finding, Report, Row, Step


@dataclass(frozen=True)
class Config:
    pairs: int = 10_000
    """Of the fixed players."""
    thesis_pairs: int = 5_000
    """Of value against each of the thesis' players."""
    schell_pairs: int = 20_000
    """Of value against schell."""
    equal: int = 100_000
    """Games of value against itself, each deal once."""
    part: int = 2_500
    """Deals between two checkpoints."""


PAPER = Config()
TINY = Config(pairs=4, thesis_pairs=1, schell_pairs=2, equal=2, part=2)
QUICK = Config(pairs=20, thesis_pairs=2, schell_pairs=2, equal=4)

FACTS = {("greedy", "random"): 0.985, ("schell", "greedy"): 0.653}


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    matches = [("greedy", "random", config.pairs), ("schell", "greedy", config.pairs)]
    matches += [("value", "schell", config.schell_pairs)]
    matches += [("value", name, config.thesis_pairs) for name in ("weighted", *NAMES)]
    matches += [("value", "value", config.equal)]
    parts = [
        (first, second, seed + 1000 + n, start, min(start + config.part, deals))
        for n, (first, second, deals) in enumerate(matches)
        for start in range(0, deals, config.part)
    ]
    done = 0 if checkpoint is None else int(checkpoint["done"])
    for n in range(done, len(parts)):
        yield Step([_play(*parts[n])], {"done": n + 1}, (n + 1) / len(parts))


def _play(first: str, second: str, seed: int, start: int, stop: int) -> Row:
    """A part of a match: of equals the first is the dealer and plays each deal once, else both sides of it."""
    cribbage = find_game("cribbage")
    is_equal = first == second
    options = cribbage.options(dealer="first") if is_equal else cribbage.options()
    agents = [build(cribbage, options, name) for name in (first, second)]
    seatings = [(0, 1)] if is_equal else [(0, 1), (1, 0)]
    scores = play(cribbage, options, agents, duplicates(start, stop, seed, seatings)).scores
    ahead = scores[:, 0] - scores[:, 1]
    won = (ahead > 0).astype(float) if is_equal else outcomes(scores.reshape(-1, 2, 2))
    skunks = int((np.abs(ahead) >= SKUNK).sum())
    row: Row = {"first": first, "second": second, "deals": stop - start, "games": len(scores), "skunks": skunks}
    return {**row, "won": float(won.sum()), "squares": float((won**2).sum())}


@dataclass(frozen=True)
class Total:
    """All parts of a match put together."""

    rate: float
    low: float
    high: float
    skunks: float


def _totals(rows: list[Row]) -> dict[tuple[str, str], Total]:
    found = {}
    for pair in dict.fromkeys((row["first"], row["second"]) for row in rows):
        parts = [row for row in rows if (row["first"], row["second"]) == pair]
        deals, games, won, squares, skunks = (
            sum(row[key] for row in parts) for key in ("deals", "games", "won", "squares", "skunks")
        )
        rate = won / deals
        half = Z * math.sqrt(max(squares / deals - rate**2, 0.0) / deals)
        found[pair] = Total(rate, max(rate - half, 0.0), min(rate + half, 1.0), skunks / games)
    return found


def report(rows: list[Row], config: Config) -> Report:
    findings, totals = [], _totals(rows)
    for (first, second), total in totals.items():
        if first == second:
            what = "first dealer wins, value on both sides"
            findings.append(Finding(what, total.rate, total.low, total.high, 0.56))
            findings.append(Finding("games won by 31 or more, value on both sides", total.skunks, paper=0.125))
        else:
            what = f"win rate of {first} against {second}"
            findings.append(Finding(what, total.rate, total.low, total.high, FACTS.get((first, second))))
    thesis = {second: total for (first, second), total in totals.items() if second in ("weighted", *NAMES)}
    beaten = sum(total.low > 0.5 for total in thesis.values())
    best = min(thesis, key=lambda name: thesis[name].rate)
    schell = totals["value", "schell"]
    summary = (
        f"value wins {schell.rate:.1%} of its games against schell (95%: {schell.low:.1%} to {schell.high:.1%}). It "
        f"beats {beaten} of the thesis' {len(thesis)} players with its whole interval; against the strongest, {best}, "
        f"it wins {thesis[best].rate:.1%} (95%: {thesis[best].low:.1%} to {thesis[best].high:.1%})."
    )
    return Report(findings, summary)
