"""The spread of td over seeds.

The paper "noticed that the different instances of TD algorithms trained with the same, small, number of
games can have wildly different win rates against the greedy agent": the reason for natural selection.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz.games.zsy.lab._td import PAPER_STEPS, derived, learner, tested
from kibitz.lab.experiment import Checkpoint, Finding, Report, Row, Step


@dataclass(frozen=True)
class Config:
    steps: tuple[int, ...]
    seeds: int
    pairs: int


TINY = Config(steps=(1, 20), seeds=2, pairs=4)
QUICK = Config(steps=(1, 10, 200), seeds=4, pairs=100)
PAPER = Config(steps=PAPER_STEPS, seeds=10, pairs=2000)


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    done = int(checkpoint["done"]) if checkpoint else 0
    for number in range(done, config.seeds):
        taught = learner(derived(seed, number))
        rows = []
        for games in config.steps:
            taught.train(games - taught.games)
            rows.append(tested(taught, "greedy", config.pairs, derived(seed, 1000), number=number))
        yield Step(rows, {"done": number + 1}, (number + 1) / config.seeds)


def report(rows: list[Row], config: Config) -> Report:
    from matplotlib.figure import Figure

    rates = {n: np.array([r["value"] for r in rows if r["games"] == n]) for n in config.steps}
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.boxplot([100 * rates[n] for n in config.steps], tick_labels=[f"{n:,}" for n in config.steps])
    axes.set(xlabel="games of training", ylabel="% won against greedy", title=f"td from {config.seeds} seeds")
    findings = [
        Finding(
            f"td v greedy after {n:,} games: standard deviation over {config.seeds} seeds",
            float(r.std(ddof=1)),
            paper="wildly different" if n <= 100 else None,
        )
        for n, r in rates.items()
    ]
    widest = max(rates, key=lambda n: rates[n].max() - rates[n].min())
    last = rates[config.steps[-1]]
    summary = (
        f"The widest spread is after {widest:,} games: {rates[widest].min():.0%} to {rates[widest].max():.0%} won. "
        f"After {config.steps[-1]:,} it is {last.min():.1%} to {last.max():.1%} around {last.mean():.1%}."
    )
    return Report(findings, summary, {"spread": figure})
