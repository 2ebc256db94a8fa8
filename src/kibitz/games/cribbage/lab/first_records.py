"""How much the records of the play matter with which a learner begins.

The pegging strategies look up what a kept hand has gained before. The thesis suspects that Round 1's records of 100,000
random hands were too few, so that strategies were credited unfairly, and lets later rounds begin with the records that
one session of Round 1 left; whether that suffices it leaves open. Here learners that are alike in all else (s = 2,
500,000 games, as in section 4.2) begin with records of 10,000, 100,000 or 2,000,000 random hands that stay
fixed, with 100,000 that grow, and with those that a session of Round 1 left.
"""

from dataclasses import dataclass

import numpy as np

from kibitz.games.cribbage.lab._matches import compare
from kibitz.games.cribbage.weighted import pegging_records
from kibitz.games.cribbage.weighted.strategies import NAMES, at_random, pure
from kibitz.games.cribbage.weighted.training import Pair, duplicates
from kibitz.lab import PERCENT, Finding, Lab, Report, Row, Steps, column, figures, of_mean, side_by_side, where
from kibitz.learn.weighted import Settings

GOOD = "hand_max_avg"
LEFT = "left by Round 1"


@dataclass(frozen=True)
class Config:
    games: int = 500_000
    round_1: int = 1_000_000
    hands: tuple[int, ...] = (10_000, 100_000, 2_000_000)
    growing: int = 100_000
    seeds: int = 4
    judged: int = 10_000


PAPER = Config()
TINY = Config(games=20, round_1=20, hands=(200, 400), growing=200, seeds=2, judged=2)
QUICK = Config(games=500, round_1=500, hands=(1000, 10_000), growing=1000, seeds=2, judged=50)


def run(config: Config, lab: Lab) -> Steps:
    def work(kind: str) -> list[Row]:
        return side_by_side(lambda number: _learned(config, lab, kind, number), range(config.seeds), config.seeds)

    return lab.in_turn((work, kind) for kind in _kinds(config))


def _kinds(config: Config) -> list[str]:
    return [*(f"{n:,} hands" for n in config.hands), f"{config.growing:,} hands, growing", LEFT]


def _learned(config: Config, lab: Lab, kind: str, number: int) -> Row:
    def beginners(who: str) -> np.ndarray:
        return np.stack([at_random(lab.derived(who, number, n)) for n in range(2)])

    hands = config.growing if kind == LEFT else int(kind.partition(" ")[0].replace(",", ""))
    records = pegging_records.first_records(hands, lab.derived("records", number))
    if kind == LEFT:
        fast = Settings(scale=10.0, less_variance=True, explore_by_wish=True)
        first = Pair(beginners("round 1"), records, fast, learning_records=True)
        first.train(config.round_1, lab.derived("round 1", number))
    pair = Pair(beginners("learners"), records, learning_records=kind.endswith("growing"))
    start = pair.weights[0].copy()
    pair.train(config.games, lab.derived("training", number))
    known = float((records["times"] > 0).mean())
    row: Row = {"kind": kind, "number": number, "known": known}
    for opponent, weights in (("its start", start), (GOOD, pure(NAMES.index(GOOD)))):
        games = duplicates(pair.weights[0], weights, records, config.judged, lab.derived("judged", number))
        row[opponent] = compare(games)["spread"]
    return row


def report(rows: list[Row], config: Config) -> Report:
    kinds, findings, words = _kinds(config), [], []
    title = f"What a learner begins with: mean of {config.seeds} seeds"
    figure, axes = figures.chart(title, "", "points per game", size=(8, 4))
    for opponent in ("its start", GOOD):
        course = []
        for at, kind in enumerate(kinds):
            mean = of_mean("spread", column(where(rows, kind=kind), opponent))
            course.append({"at": at, **mean})
            findings.append(Finding.of(f"records of {kind}: points per game against {opponent}", mean, "spread"))
        figures.curve(axes, course, "at", "spread", f"against {opponent}", linestyle="")
        words.append(
            f"against {opponent} " + ", ".join(f"{kind} {row['spread']:+.2f}" for kind, row in zip(kinds, course))
        )
    for kind in kinds:
        seen = float(column(where(rows, kind=kind), "known").mean())
        findings.append(Finding(f"records of {kind}: share of hands known at the end", seen, unit=PERCENT))
    axes.set_xticks(range(len(kinds)), kinds)
    figures.level(axes, 0)
    summary = f"Points per game by the records a learner begins with: {'; '.join(words)}."
    return Report(findings, summary, {"records": figure})
