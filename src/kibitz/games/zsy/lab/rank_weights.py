"""The learned weights of singles, doubles and triples rise with rank.

The paper's check that its player learned something sensible: "the weights for single, double, and triple
cards do increase monotonically from the lowest rank to the highest rank".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz.games.zsy.features.afterstate import HALF, HELD
from kibitz.games.zsy.lab._td import derived, learner
from kibitz.games.zsy.rules import BOMB, SMALL_JOKER
from kibitz.games.zsy.text import LETTERS
from kibitz.lab.experiment import Checkpoint, Finding, Report, Row, Step

PATTERNS = ("single", "double", "triple")


@dataclass(frozen=True)
class Config:
    games: int
    seeds: int


TINY = Config(games=20, seeds=2)
QUICK = Config(games=300, seeds=2)
PAPER = Config(games=100_000, seeds=5)


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    done = int(checkpoint["done"]) if checkpoint else 0
    for number in range(done, config.seeds):
        taught = learner(derived(seed, number))
        taught.train(config.games)
        held = taught.weights[HALF + HELD :]  # what a rank is worth after the own move
        rows: list[Row] = [
            {"number": number, "pattern": pattern, "rank": rank, "value": float(held[BOMB * rank + size])}
            for size, pattern in enumerate(PATTERNS)
            for rank in range(len(LETTERS) if size == 0 else SMALL_JOKER)
        ]
        yield Step(rows, {"done": number + 1}, (number + 1) / config.seeds)


def report(rows: list[Row], config: Config) -> Report:
    from matplotlib.figure import Figure
    from scipy.stats import spearmanr

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    findings = []
    for size, pattern in enumerate(PATTERNS):
        ranks = range(len(LETTERS) if size == 0 else SMALL_JOKER)
        weights = np.array([[r["value"] for r in rows if (r["pattern"], r["rank"]) == (pattern, k)] for k in ranks])
        mean, spread = weights.mean(axis=1), weights.std(axis=1, ddof=1)
        axes.errorbar(ranks, mean, spread, marker="o", markersize=3, capsize=2, label=pattern)
        rising = float((np.diff(mean) > 0).mean())
        order = float(spearmanr(list(ranks), mean).statistic)
        findings.append(
            Finding(
                f"{pattern}: rank correlation of weight and card rank",
                order,
                paper=1.0,
                note=f"{rising:.0%} of the steps from a rank to the next rise",
            )
        )
    axes.set(
        xticks=range(len(LETTERS)), xticklabels=[*LETTERS[:SMALL_JOKER], "sj", "BJ"], xlabel="rank", ylabel="weight",
        title=f"What a rank in hand is worth after the own move: {config.seeds} learners",
    )  # fmt: skip
    axes.legend()
    summary = "The weights follow the ranks with correlations of " + ", ".join(
        f"{f.ours:.2f} ({f.what.split(':')[0]}s, {f.note})" for f in findings
    )
    return Report(
        findings, summary + "; the paper says they rise from each rank to the next.", {"rank_weights": figure}
    )
