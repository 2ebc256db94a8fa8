"""Odds: the chance to win a game of Rack-O, from the score of a rack and how the race stands.

No claim of the paper, whose scores say which rack is better and not how good. Games of diablo against itself are
watched; from some positions of each, the chance to win is fitted to how the games ended, and a curve on top of that
makes good what its terms cannot say. It is judged on games of their own, in ten bins.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.agent import build
from kibitz.coach.watch import watch
from kibitz.game import game
from kibitz.games.racko.odds import FILE, TERMS, describe, part_of
from kibitz.lab import Finding, Lab, Report, Row, Steps, reliability
from kibitz.learn.calibration import chances_of, corrected, fit_curve, logistic

KINDS = ((10, 0), (10, 500), (5, 0), (5, 500))
"""Slots and target of the games that are fitted."""


@dataclass(frozen=True)
class Config:
    games: int = 20_000
    """To fit by, for each kind of game."""
    judged: int = 5_000
    positions: int = 10
    """Per game that are looked at, on average."""
    part: int = 1_000
    """Games watched at a time."""


TINY = Config(games=20, judged=10)
QUICK = Config(games=200, judged=100)
PAPER = Config()

FITTED, JUDGED = 1, 2
"""Streams of deals; not 0, which NumPy takes for no number at all: those are the deals of `racko.coach`."""

LENGTHS = {(10, 0): 30, (10, 500): 310, (5, 0): 12, (5, 500): 140}
"""How many positions with a choice a game has, about."""


def run(config: Config, lab: Lab) -> Steps:
    def fit(number: int) -> list[Row]:
        slots, target = KINDS[number]
        options = lab.game.options(slots=slots, target=target)
        share = min(config.positions / LENGTHS[slots, target], 1.0)
        terms, won, _ = seen(options, config.games, share, config.part, [lab.seed, number, FITTED])
        weights = logistic(terms, won)
        curve = fit_curve(chances_of(terms @ weights), won)
        lab.save(FILE, {"weights": weights, "curve": curve}, part=part_of(slots, target))
        terms, won, games = seen(options, config.judged, share, config.part, [lab.seed, number, JUDGED])
        found = reliability.tally(corrected(chances_of(terms @ weights), curve), won, games)
        return [{"slots": slots, "target": target, **row} for row in found]

    return lab.in_turn((fit, number) for number in range(len(KINDS)))


def seen(
    options: Any, games: int, share: float, part: int, seed: list[int]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The terms of positions of so many games, whether the player to move won, and the game each is of."""
    racko = game("racko")
    player = build(racko, options, "diablo")
    seeds = np.random.default_rng(seed).integers(0, 2**63, games, np.uint64)
    parts = []
    for start in range(0, games, part):
        watched = watch(racko, options, player, seeds[start : start + part], share)
        values = player.values(watched.views, watched.moves, watched.counts)
        listed = np.arange(values.shape[1]) < watched.counts[:, None]
        terms = np.zeros((len(values), TERMS))
        describe(watched.views, np.where(listed, values, -np.inf).max(axis=1), terms)
        parts.append((terms, watched.won, watched.rows + start))
    terms, won, rows = (np.concatenate(column) for column in zip(*parts, strict=True))
    return terms, won, rows


def report(rows: list[Row], config: Config) -> Report:
    findings, curves = [], {}
    for slots, target in KINDS:
        bins = reliability.reliability([r for r in rows if (r["slots"], r["target"]) == (slots, target)])
        name = f"{slots} slots, {'to ' + str(target) if target else 'one round'}"
        curves[name] = bins
        findings.append(
            Finding(f"{name}: bins within two standard errors", reliability.within(bins), note=f"of {len(bins)} bins")
        )
        findings.append(Finding(f"{name}: mean error of a bin", reliability.mean_error(bins)))
    positions = sum(r["positions"] for r in rows)
    summary = f"What is said and what came of it agree as listed, in ten bins, over {positions:,} positions."
    return Report(findings, summary, {"odds": reliability.plot(curves)})
