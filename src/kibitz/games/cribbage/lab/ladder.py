"""The ladder of fixed players, and what strong play looks like.

Facts to compare with (10,000 mirrored games each): greedy beats random 98.5%, schell beats greedy 65.3%;
strong players skunk in 12 to 13% of their games; the first dealer wins 56%. The thesis' players are the
eight strategies and the learned weights; `value` is its proposal of section 5.2.
"""

from dataclasses import dataclass

import numpy as np

from kibitz.agent import build
from kibitz.arena.drive import play
from kibitz.arena.match import duplicates, outcomes
from kibitz.arena.statistics import interval_of_sums
from kibitz.game import game as find_game
from kibitz.games.cribbage.rules import SKUNK
from kibitz.games.cribbage.weighted.strategies import NAMES
from kibitz.lab import PERCENT, Finding, Lab, Report, Row, Steps, column, estimate, parts, said, where


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


def run(config: Config, lab: Lab) -> Steps:
    matches = [("greedy", "random", config.pairs), ("schell", "greedy", config.pairs)]
    matches += [("value", "schell", config.schell_pairs)]
    matches += [("value", name, config.thesis_pairs) for name in ("weighted", *NAMES)]
    matches += [("value", "value", config.equal)]
    return lab.in_turn(
        (_play, first, second, lab.derived(first, second), *part)
        for first, second, deals in matches
        for part in parts(deals, config.part)
    )


def _play(first: str, second: str, seed: int, start: int, deals: int) -> list[Row]:
    """A part of a match: of equals the first is the dealer and plays each deal once, else both sides of it."""
    cribbage = find_game("cribbage")
    is_equal = first == second
    options = cribbage.options(dealer="first") if is_equal else cribbage.options()
    agents = [build(cribbage, options, name) for name in (first, second)]
    seatings = [(0, 1)] if is_equal else [(0, 1), (1, 0)]
    scores = play(cribbage, options, agents, duplicates(start, start + deals, seed, seatings)).scores
    ahead = scores[:, 0] - scores[:, 1]
    won = (ahead > 0).astype(float) if is_equal else outcomes(scores.reshape(-1, 2, 2))
    skunks = int((np.abs(ahead) >= SKUNK).sum())
    row: Row = {"first": first, "second": second, "deals": deals, "games": len(scores), "skunks": skunks}
    return [{**row, "won": float(won.sum()), "squares": float((won**2).sum())}]


def _totals(rows: list[Row]) -> dict[tuple[str, str], Row]:
    """All parts of each match put together."""
    found = {}
    for first, second in dict.fromkeys((row["first"], row["second"]) for row in rows):
        parts = where(rows, first=first, second=second)
        deals, games, won, squares, skunks = (
            float(column(parts, key).sum()) for key in ("deals", "games", "won", "squares", "skunks")
        )
        rate = estimate("win_rate", won / deals, interval_of_sums(deals, won, squares))
        found[first, second] = {**rate, "skunks": skunks / games}
    return found


def report(rows: list[Row], config: Config) -> Report:
    findings, totals = [], _totals(rows)
    for (first, second), total in totals.items():
        if first == second:
            findings.append(Finding.of("first dealer wins, value on both sides", total, elsewhere=0.56))
            findings.append(
                Finding("games won by 31 or more, value on both sides", total["skunks"], elsewhere=0.125, unit=PERCENT)
            )
        else:
            what = f"win rate of {first} against {second}"
            findings.append(Finding.of(what, total, elsewhere=FACTS.get((first, second))))
    thesis = {second: total for (_, second), total in totals.items() if second in ("weighted", *NAMES)}
    beaten = sum(total["win_rate_low"] > 0.5 for total in thesis.values())
    best = min(thesis, key=lambda name: thesis[name]["win_rate"])
    summary = (
        f"value wins {said(totals['value', 'schell'])} of its games against schell. It beats {beaten} of the thesis' "
        f"{len(thesis)} players with its whole interval; against the strongest, {best}, it wins {said(thesis[best])}."
    )
    return Report(findings, summary)
