"""Camper: how patient and how careful to be, searched for over games against simple.

No claim of the paper: the published strengths against the simple player are 72-77% for the strongest
public programs, which camp for gin and discard defensively. The ten weights of `camper` are found
by the cross-entropy method on the mean margin of games to 100, each generation on deals of its own,
and judged at the end on deals the search never saw. The weights shipped are the last mean, as it is.
"""

from dataclasses import dataclass

import numpy as np

from kibitz.arena.match import MatchResult, match
from kibitz.games.gin.agents.camper import Player
from kibitz.games.gin.worth import FILE
from kibitz.lab import Finding, Lab, Report, Row, Steps, estimate, figures, of_match, side_by_side, where

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


def run(config: Config, lab: Lab) -> Steps:
    gin = lab.game
    kept = lab.keep(mean=np.array(START), spread=np.array(SPREAD))

    def played(weights: np.ndarray, pairs: int, deals: int, workers: int | None) -> MatchResult:
        player = Player(gin, gin.options(), weights)
        return match("gin", player, "simple", pairs=pairs, seed=deals, workers=workers)

    def search(generation: int) -> list[Row]:
        mean, spread, own = kept["mean"], kept["spread"], lab.derived(generation)
        candidates = mean + spread * np.random.default_rng(own).standard_normal((config.population, len(mean)))
        candidates[0] = mean
        results = side_by_side(lambda weights: played(weights, config.pairs, own, 1), candidates)
        best = np.argsort([-(r.points[0] - r.points[1]) for r in results])[: config.elite]
        kept["mean"] = candidates[best].mean(axis=0)
        kept["spread"] = 0.7 * candidates[best].std(axis=0) + 0.3 * spread * 0.8
        weights = {f"weight_{i}": float(x) for i, x in enumerate(kept["mean"])}
        won = float(np.mean([results[i].win_rate for i in best]))
        mean_weights = estimate("of_mean", results[0].win_rate, results[0].interval)
        return [{"generation": generation + 1, "of_best": won, **mean_weights, **weights}]

    def judge() -> list[Row]:
        lab.save(FILE, {"weights": kept["mean"]}, gin.options())
        return [of_match(played(kept["mean"], config.judged, lab.derived("judged"), None))]

    return lab.in_turn([*((search, generation) for generation in range(config.generations)), (judge,)])


def report(rows: list[Row], config: Config) -> Report:
    course, (last,) = where(rows, "generation"), where(rows, "win_rate")
    figure, axes = figures.chart(
        "The search for camper's weights", "generation", "win rate against simple", percent=True
    )
    figures.curve(axes, course, "generation", "of_best", "best of the generation")
    figures.curve(axes, course, "generation", "of_mean", "mean weights", color=figures.colour("camper"))
    figures.level(axes, last["win_rate"], "on deals of its own")
    weights = ", ".join(f"{course[-1][f'weight_{i}']:.2f}" for i in range(len(START)))
    summary = (
        f"The mean weights win {course[0]['of_mean']:.1%} before the search and {last['win_rate']:.1%} after it, on "
        f"deals it never saw (95%: {last['win_rate_low']:.1%} to {last['win_rate_high']:.1%}). They are {weights}."
    )
    won = Finding.of("win rate of camper against simple", last, paper="72-77% (others)")
    return Report([won], summary, {"camping": figure})
