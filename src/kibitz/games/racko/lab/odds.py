"""Odds: the chance to win a game of Rack-O, from the score of a rack and how the race stands.

No claim of the paper, whose scores say which rack is better and not how good. Games of diablo against itself are
watched; from some positions of each, the chance to win is fitted to how the games ended, and a curve on top of that
makes good what its terms cannot say. It is judged on games of their own, in ten bins.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.agent import Agent, build
from kibitz.coach.watch import Watched, watch
from kibitz.games.racko.odds import FILE, TERMS, describe, part_of
from kibitz.lab import PERCENT, Finding, Lab, Report, Row, Steps, parts, reliability
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
        player = build(lab.game, lab.game.options(slots=slots, target=target), "diablo")

        def look(games: int, stream: int) -> tuple[np.ndarray, Watched]:
            watched, values = seen(player, games, config.positions, config.part, [lab.seed, number, stream])
            terms = np.zeros((len(values), TERMS))
            describe(watched.views, values, terms)
            return terms, watched

        terms, watched = look(config.games, FITTED)
        weights = logistic(terms, watched.won)
        curve = fit_curve(chances_of(terms @ weights), watched.won)
        lab.save(FILE, {"weights": weights, "curve": curve}, part=part_of(slots, target))
        terms, watched = look(config.judged, JUDGED)
        return tallied(slots, target, corrected(chances_of(terms @ weights), curve), watched)

    return lab.in_turn((fit, number) for number in range(len(KINDS)))


def seen(player: Agent, games: int, positions: int, part: int, seed: list[int]) -> tuple[Watched, np.ndarray]:
    """Some positions of so many games of a player against itself, and what its best move is worth to it there."""
    options: Any = player.options
    share = min(positions / LENGTHS[options.slots, options.target], 1.0)
    seeds = np.random.default_rng(seed).integers(0, 2**63, games, np.uint64)
    found = []
    for start, count in parts(games, part):
        some = watch(player.game, options, player, seeds[start : start + count], share)
        found.append(
            (some.best(player), some.rows + start, some.movers, some.views, some.moves, some.counts, some.scores)
        )
    values, *watched = (np.concatenate(column) for column in zip(*found, strict=True))
    return Watched(*watched), values


def tallied(slots: int, target: int, said: np.ndarray, watched: Watched) -> list[Row]:
    """What was said of the positions of one kind of game and what came of them, in bins."""
    return [{"slots": slots, "target": target, **row} for row in reliability.tally(said, watched.won, watched.rows)]


def report(rows: list[Row], config: Any) -> Report:
    """How right chances are, for each kind of game there are rows of."""
    findings, curves, words = [], {}, []
    for slots, target in dict.fromkeys((row["slots"], row["target"]) for row in rows):
        bins = reliability.reliability([r for r in rows if (r["slots"], r["target"]) == (slots, target)])
        name = f"{slots} slots, {'to ' + str(target) if target else 'one round'}"
        curves[name] = bins
        findings.append(
            Finding(f"{name}: bins within two standard errors", reliability.within(bins), note=f"of {len(bins)} bins")
        )
        off = reliability.mean_error(bins)
        findings.append(Finding(f"{name}: mean error of a bin", off, unit=PERCENT))
        words.append(f"{name}: {reliability.within(bins)} of {len(bins)}, off by {off:.2%} on average")
    positions = sum(r["positions"] for r in rows)
    summary = (
        f"Over {positions:,} positions, in ten bins by what was said, the bins in which what came of it is within two "
        f"standard errors: {'; '.join(words)}."
    )
    return Report(findings, summary, {"odds": reliability.plot(curves)})
