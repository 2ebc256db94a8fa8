"""The learned weights of singles, doubles and triples rise with rank.

The paper's check that its player learned something sensible: "the weights for single, double, and triple
cards do increase monotonically from the lowest rank to the highest rank".
"""

from dataclasses import dataclass

import numpy as np

from kibitz.games.zsy.features.afterstate import HALF, HELD
from kibitz.games.zsy.lab._td import learner
from kibitz.games.zsy.rules import BOMB, SMALL_JOKER
from kibitz.games.zsy.text import LETTERS
from kibitz.lab import Finding, Lab, Report, Row, Steps, column, figures, of_mean, where

PATTERNS = ("single", "double", "triple")


@dataclass(frozen=True)
class Config:
    games: int
    seeds: int


TINY = Config(games=20, seeds=2)
QUICK = Config(games=300, seeds=2)
PAPER = Config(games=100_000, seeds=5)


def run(config: Config, lab: Lab) -> Steps:
    def learn(number: int) -> list[Row]:
        taught = learner(lab.derived(number))
        taught.train(config.games)
        held = taught.weights[HALF + HELD :]  # what a rank is worth after the own move
        return [
            {"number": number, "pattern": pattern, "rank": rank, "value": float(held[BOMB * rank + size])}
            for size, pattern in enumerate(PATTERNS)
            for rank in range(len(LETTERS) if size == 0 else SMALL_JOKER)
        ]

    return lab.in_turn((learn, number) for number in range(config.seeds))


def report(rows: list[Row], config: Config) -> Report:
    from scipy.stats import spearmanr

    title = f"What a rank in hand is worth after the own move: {config.seeds} learners"
    figure, axes = figures.chart(title, "rank", "weight")
    findings = []
    for pattern in PATTERNS:
        own = where(rows, pattern=pattern)
        ranks = sorted({row["rank"] for row in own})
        course = [{"rank": rank, **of_mean("value", column(where(own, rank=rank), "value"))} for rank in ranks]
        figures.curve(axes, course, "rank", "value", pattern)
        mean = column(course, "value")
        note = f"{(np.diff(mean) > 0).mean():.0%} of the steps from a rank to the next rise"
        order = float(spearmanr(ranks, mean).statistic)
        findings.append(Finding(f"{pattern}: rank correlation of weight and card rank", order, paper=1.0, note=note))
    axes.set_xticks(range(len(LETTERS)), [*LETTERS[:SMALL_JOKER], "sj", "BJ"])
    words = ", ".join(f"{f.ours:.2f} ({f.what.split(':')[0]}s, {f.note})" for f in findings)
    summary = f"The weights follow the ranks with correlations of {words}; the paper says they rise with every rank."
    return Report(findings, summary, {"rank_weights": figure})
