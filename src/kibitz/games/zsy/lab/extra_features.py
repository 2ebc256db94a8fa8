"""The features the paper tried and dropped, and the one it did not try.

The paper added what the opponent has passed on, and the probability that the opponent can beat a pattern;
"neither additional feature improved performance over the greedy agent". Its idea against leading high
cards too early, every feature crossed with the number of cards in hand, it left untried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz.games.zsy.features.afterstate import HAND_SIZE, ODDS, PASSES
from kibitz.games.zsy.lab._td import derived, half_width, learner, tested
from kibitz.lab.experiment import Checkpoint, Finding, Report, Row, Step
from kibitz.learn.td_linear import Settings

SETS = {"the paper's": 0, "with passes": PASSES, "with odds": ODDS, "with hand size": HAND_SIZE}


@dataclass(frozen=True)
class Config:
    games: int
    seeds: int
    pairs: int


TINY = Config(games=20, seeds=2, pairs=4)
QUICK = Config(games=200, seeds=2, pairs=100)
PAPER = Config(games=100_000, seeds=4, pairs=4000)


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    work = [(name, i) for i in range(config.seeds) for name in SETS]
    done = int(checkpoint["done"]) if checkpoint else 0
    for number, (name, i) in list(enumerate(work, 1))[done:]:
        taught = learner(derived(seed, i), Settings(extras=SETS[name]))
        taught.train(config.games)
        row = tested(taught, "greedy", config.pairs, derived(seed, 1000), features=name, number=i)
        yield Step([row], {"done": number}, number / len(work))


def report(rows: list[Row], config: Config) -> Report:
    from matplotlib.figure import Figure

    rates = {name: np.array([r["value"] for r in rows if r["features"] == name]) for name in SETS}
    half = {name: half_width(r) for name, r in rates.items()}
    figure = Figure(figsize=(6, 3.5), layout="constrained")
    axes = figure.subplots()
    for x, name in enumerate(SETS):
        axes.plot([x] * len(rates[name]), 100 * rates[name], "o", color="tab:grey", markersize=4)
        axes.errorbar(x, 100 * rates[name].mean(), 100 * half[name], fmt="_", color="tab:blue", markersize=20)
    axes.set(xticks=range(len(SETS)), xticklabels=list(SETS), ylabel="% won against greedy", title="Extra features")
    claims = {"with passes": "no gain", "with odds": "no gain"}
    findings = [
        Finding(
            f"td v greedy, features {name}: mean of {len(r)} seeds",
            float(r.mean()),
            float(r.mean() - half[name]),
            float(r.mean() + half[name]),
            claims.get(name),
        )
        for name, r in rates.items()
    ]
    gains = {name: 100 * (rates[name] - rates["the paper's"]) for name in list(SETS)[1:]}
    summary = "Against the same features without it, seed by seed: " + "; ".join(
        f"{name} {g.mean():+.1f} points (± {half_width(g):.1f})" for name, g in gains.items()
    )
    return Report(findings, summary + ".", {"extra_features": figure})
