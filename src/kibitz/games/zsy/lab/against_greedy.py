"""Training against greedy instead of against itself.

The paper: training against greedy "did lead to it being able to beat the greedy algorithm with much fewer
training games", but "after 100,000 games the win rate still leveled off at about 80%", as in self-play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz.games.zsy.lab._td import PAPER_STEPS, derived, half_width, learner, tested
from kibitz.lab.experiment import Checkpoint, Finding, Report, Row, Step
from kibitz.learn.td_linear import Settings

RIVALS = ("itself", "greedy")


@dataclass(frozen=True)
class Config:
    steps: tuple[int, ...]
    seeds: int
    pairs: int


TINY = Config(steps=(1, 20), seeds=2, pairs=4)
QUICK = Config(steps=(1, 10, 300), seeds=2, pairs=100)
PAPER = Config(steps=PAPER_STEPS, seeds=4, pairs=2500)


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    work = [(rival, i) for i in range(config.seeds) for rival in RIVALS]
    done = int(checkpoint["done"]) if checkpoint else 0
    for number, (rival, i) in list(enumerate(work, 1))[done:]:
        taught = learner(derived(seed, i), Settings(self_play=rival == "itself"))
        rows = []
        for games in config.steps:
            taught.train(games - taught.games)
            rows.append(tested(taught, "greedy", config.pairs, derived(seed, 1000), rival=rival, number=i))
        yield Step(rows, {"done": number}, number / len(work))


def report(rows: list[Row], config: Config) -> Report:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    mean = {}
    for rival in RIVALS:
        runs = np.array([[r["value"] for r in rows if r["rival"] == rival and r["games"] == n] for n in config.steps])
        mean[rival] = runs
        axes.plot(config.steps, 100 * runs.mean(axis=1), marker="o", label=f"trained against {rival}")
        axes.fill_between(config.steps, 100 * runs.min(axis=1), 100 * runs.max(axis=1), alpha=0.2)
    axes.axhline(50, color="black", linewidth=0.6)
    axes.set(xscale="log", xlabel="games of training", ylabel="% won against greedy", title="Whom to train against")
    axes.legend()
    findings = []
    for rival in RIVALS:
        last = mean[rival][-1]
        spread = half_width(last)
        findings.append(
            Finding(
                f"td trained against {rival}, v greedy: mean of {len(last)} seeds after {config.steps[-1]:,} games",
                float(last.mean()),
                float(last.mean() - spread),
                float(last.mean() + spread),
                "about 80%",
            )
        )
    behind = {rival: _first_above(config, mean[rival].mean(axis=1)) for rival in RIVALS}
    summary = (
        f"Against greedy the learner that trained against greedy wins {findings[1].ours:.1%} in the end, the one that "
        f"played itself {findings[0].ours:.1%} (the paper: about 80% for both). The first tested number of games after "
        f"which it beats greedy is {behind['greedy']} when trained against it and {behind['itself']} in self-play."
    )
    return Report(findings, summary, {"against_greedy": figure})


def _first_above(config: Config, rates: np.ndarray) -> str:
    above = [games for games, rate in zip(config.steps, rates, strict=True) if rate > 0.5]
    return f"{above[0]:,}" if above else "none"
