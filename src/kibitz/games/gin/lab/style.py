"""Style: how to weigh hands, discards and knocks, searched for over games against many players.

No claim of the paper. `camper` was searched for against simple alone, and loses to whoever waits for gin as it does. So
the seventeen weights of `allrounder` are searched for against four styles at once, and against the mean of the
search itself: simple, a gin-racer, a safe discarder and an early knocker. They are judged against those, and
against players that the search never met: camper, knocker and montecarlo.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kibitz.agent import Agent
from kibitz.arena.match import MatchResult, match
from kibitz.games.gin.agents.allrounder import Player
from kibitz.games.gin.style import FILE, NAMES
from kibitz.lab import Finding, Lab, Report, Row, Steps, estimate, figures, of_match, side_by_side, where

ZOO = ("simple", "racer", "guard", "striker")
"""Whom the search plays."""

START = (
    0.982, 0.655, 0.697, 3.553, 3.194, 3.314, 0.07, 0.766, 1.487, 0.328, 7.177,
    -0.997, 0.594, -0.934, 0.315, -0.601, 4.121,
)  # fmt: skip
"""Where nine generations of a first, smaller search ended, which began at a rule of thumb."""
SPREAD = (0.15, 0.15, 0.1, 0.8, 0.8, 0.8, 0.4, 0.08, 0.2, 0.12, 2.0, 0.2, 0.25, 0.2, 0.5, 0.8, 0.8)


@dataclass(frozen=True)
class Config:
    generations: int = 30
    population: int = 48
    elite: int = 12
    pairs: int = 400
    """Duplicate deals each candidate plays against each of the others in a generation."""
    alone: int = 4
    """Generations before the search plays its own mean too."""
    judges: tuple[str, ...] = (*ZOO, "camper", "knocker", "montecarlo")
    judged: tuple[int, ...] = (10_000, 10_000, 10_000, 10_000, 10_000, 10_000, 1_000)
    """Duplicate deals of the last verdict, against each."""


TINY = Config(generations=2, population=3, elite=2, pairs=1, alone=1, judges=("simple", "camper"), judged=(2, 2))
QUICK = Config(generations=2, population=4, elite=2, pairs=10, alone=1, judges=("simple", "camper"), judged=(100, 20))
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    kept = lab.keep(mean=np.array(START), spread=np.array(SPREAD))

    def player(weights: np.ndarray) -> Agent:
        return Player(lab.game, lab.game.options(), weights.copy())

    def played(weights: np.ndarray, zoo: Sequence[str | Agent], deals: int) -> list[MatchResult]:
        return [match("gin", player(weights), z, pairs=config.pairs, seed=deals, workers=1) for z in zoo]

    def search(generation: int) -> list[Row]:
        mean, spread, own = kept["mean"], kept["spread"], lab.derived(generation)
        candidates = mean + spread * np.random.default_rng(own).standard_normal((config.population, len(mean)))
        candidates[0] = mean
        zoo: list[str | Agent] = [*ZOO, *([player(mean)] if generation >= config.alone else [])]
        results = side_by_side(lambda weights: played(weights, zoo, own), candidates)
        won = np.array([[result.win_rate for result in row] for row in results])
        best = np.argsort(-won.mean(axis=1))[: config.elite]
        # The better a candidate, the more it counts.
        shares = np.log(config.elite + 0.5) - np.log(np.arange(1, config.elite + 1))
        shares /= shares.sum()
        kept["mean"] = shares @ candidates[best]
        kept["spread"] = 0.7 * np.sqrt(shares @ (candidates[best] - mean) ** 2) + 0.3 * spread
        course: Row = {}
        for name, result in zip(ZOO, results[0]):
            course |= estimate(f"of_mean_{name}", result.win_rate, result.interval)
        weights = {name: float(x) for name, x in zip(NAMES, kept["mean"], strict=True)}
        return [{"generation": generation + 1, "of_mean": float(won[0, : len(ZOO)].mean()), **course, **weights}]

    def judge(number: int) -> list[Row]:
        lab.save(FILE, {"weights": kept["mean"]}, lab.game.options())
        judge, pairs = config.judges[number], config.judged[number]
        found = match("gin", player(kept["mean"]), judge, pairs=pairs, seed=lab.derived("judged"))
        return [of_match(found, judge=judge)]

    searching = [(search, generation) for generation in range(config.generations)]
    return lab.in_turn([*searching, *((judge, number) for number in range(len(config.judges)))])


def report(rows: list[Row], config: Config) -> Report:
    course, verdicts = where(rows, "generation"), where(rows, "win_rate")
    figure, axes = figures.chart("The search for a style", "generation", "win rate of the mean", percent=True)
    for judge in ZOO:
        figures.curve(axes, course, "generation", f"of_mean_{judge}", judge, color=figures.colour(judge))
    axes.set_xticks([row["generation"] for row in course])
    findings = [
        Finding.of(f"allrounder against {row['judge']}", row, note="" if row["judge"] in ZOO else "never met before")
        for row in verdicts
    ]
    last = course[-1]
    summary = (
        f"Over its four opponents the mean wins {course[0]['of_mean']:.1%} before the search and {last['of_mean']:.1%} "
        "at its end. On deals of their own: "
        + ", ".join(f"{row['win_rate']:.1%} against {row['judge']}" for row in verdicts)
        + ". The weights: "
        + ", ".join(f"{name} {last[name]:.2f}" for name in NAMES)
        + "."
    )
    return Report(findings, summary, {"search": figure})
