"""Camper: how patient and how careful to be, searched for over games against simple.

No claim of the paper: the published strengths against the simple player are 72-77% for the strongest
public programs, which camp for gin and discard defensively. The ten weights of `camper` are found
by the cross-entropy method on the mean margin of games to 100, each generation on deals of its own,
and judged at the end on deals the search never saw. The weights shipped are the last mean, as it is.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from kibitz.arena.match import MatchResult, match
from kibitz.game import game
from kibitz.games.gin.agents.camper import Player
from kibitz.games.gin.worth import FILE
from kibitz.lab.experiment import Checkpoint, Finding, Report, Row, Step
from kibitz.weights import label, save_tables

START = (8.0, 1.0, 1.0, 6.0, -0.5, -0.5, -0.5, 0.0, 0.0, 0.0)
SPREAD = (6.0, 1.0, 1.5, 5.0, 0.5, 0.7, 0.7, 1.0, 2.0, 2.0)


@dataclass(frozen=True)
class Config:
    generations: int = 12
    population: int = 40
    elite: int = 8
    pairs: int = 1_000
    """Duplicate deals each candidate plays in a generation."""
    judged: int = 10_000
    """Duplicate deals of the last verdict."""


TINY = Config(generations=2, population=3, elite=2, pairs=2, judged=4)
QUICK = Config(generations=2, population=4, elite=2, pairs=20, judged=100)
PAPER = Config()


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    mean, spread, start = np.array(START), np.array(SPREAD), 0
    if checkpoint:
        mean, spread, start = checkpoint["mean"].copy(), checkpoint["spread"].copy(), int(checkpoint["generation"])
    for generation in range(start, config.generations):
        rng = np.random.default_rng([seed, generation])
        candidates = mean + spread * rng.standard_normal((config.population, len(mean)))
        candidates[0] = mean
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(partial(_played, pairs=config.pairs, seed=seed * 1000 + generation), candidates))
        best = np.argsort([-(r.points[0] - r.points[1]) for r in results])[: config.elite]
        mean, spread = candidates[best].mean(axis=0), 0.7 * candidates[best].std(axis=0) + 0.3 * spread * 0.8
        row: Row = {
            "generation": generation + 1,
            "win_rate": float(np.mean([results[i].win_rate for i in best])),
            "of_mean": results[0].win_rate,
            **{f"weight_{i}": float(x) for i, x in enumerate(mean)},
        }
        state = {"mean": mean, "spread": spread, "generation": generation + 1}
        yield Step([row], state, (generation + 1) / (config.generations + 1))
    gin = game("gin")
    save_tables(folder / FILE, {"weights": mean}, label(gin, gin.options(), "gin.camping"))
    judged = _played(mean, config.judged, seed * 1000 + 999, workers=None)
    low, high = judged.interval
    row = {"generation": -1, "win_rate": judged.win_rate, "low": low, "high": high}
    yield Step([row], {"mean": mean, "spread": spread, "generation": config.generations}, 1.0)


def _played(weights: np.ndarray, pairs: int, seed: int, workers: int | None = 1) -> MatchResult:
    gin = game("gin")
    return match("gin", Player(gin, gin.options(), weights), "simple", pairs=pairs, seed=seed, workers=workers)


def report(rows: list[Row], config: Config) -> Report:
    import matplotlib.pyplot as plt

    search, last = [r for r in rows if r["generation"] > 0], next(r for r in rows if r["generation"] < 0)
    figure, axes = plt.subplots(figsize=(6, 4))
    axes.plot([r["generation"] for r in search], [r["win_rate"] for r in search], label="best of the generation")
    axes.plot([r["generation"] for r in search], [r["of_mean"] for r in search], label="mean weights")
    axes.axhline(last["win_rate"], color="grey", linestyle=":", label="on deals of its own")
    axes.set(xlabel="generation", ylabel="win rate against simple")
    axes.legend()
    weights = ", ".join(f"{search[-1][f'weight_{i}']:.2f}" for i in range(len(START)))
    won = Finding("win rate of camper against simple", last["win_rate"], last["low"], last["high"], "72-77% (others)")
    return Report([won], f"The search ends at the weights {weights}.", {"camping": figure})
