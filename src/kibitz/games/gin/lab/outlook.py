"""Outlook: how many points a hand of gin will bring when all cards are known.

No claim of the paper. Positions of allrounder against itself are played on to the end of the hand; the points of the
player to move, less the other's, are fitted by least squares. Judged by the share of their variance that is
foretold in hands the fit never saw.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.agent import build
from kibitz.arena.playout import playouts
from kibitz.arena.trial import walk
from kibitz.game import game
from kibitz.games.gin.outlook import FILE, terms_of
from kibitz.games.gin.standing import between
from kibitz.kernel import kernel
from kibitz.lab import PERCENT, Finding, Lab, Report, Row, Steps

SHARE = 0.1
"""Of all decisions that are looked at."""


@dataclass(frozen=True)
class Config:
    games: int = 4_000
    judged: int = 1_000


TINY = Config(games=10, judged=10)
QUICK = Config(games=100, judged=50)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    def learn() -> list[Row]:
        terms, points = positions(config.games, lab.derived("fitted"))
        weights = np.linalg.solve(terms.T @ terms + 1e-3 * np.eye(terms.shape[1]), terms.T @ points)
        lab.save(FILE, {"weights": weights}, lab.game.options())
        terms, points = positions(config.judged, lab.derived("judged"))
        left = points - terms @ weights
        return [{"positions": len(points), "foretold": float(1 - left.var() / points.var()), "points": points.std()}]

    return lab.in_turn([(learn,)])


def positions(games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The terms of some positions of so many games, and what the hand brought the player to move, less the other."""
    gin = game("gin")
    options = gin.options()
    player, rng = build(gin, options, "allrounder"), np.random.default_rng(seed)
    terms, points = [], []
    for states, movers in walk(gin, options, [player], rng.integers(0, 2**63, games, np.uint64)):
        chosen = np.flatnonzero(rng.random(len(states)) < SHARE)
        if len(chosen):
            some, rows = np.ascontiguousarray(states[chosen]), np.arange(len(chosen))
            luck = rng.integers(0, 2**63, len(some), np.uint64)
            won = playouts(gin, options, player, some, luck, 1, until=between, worth=points_of)[:, 0]
            terms.append(terms_of(some))
            points.append(won[rows, movers[chosen]] - won[rows, 1 - movers[chosen]])
    return np.concatenate(terms), np.concatenate(points)


@kernel
def points_of(s, out):
    """What the hand that has just ended brought."""
    out[0], out[1] = s.won[0], s.won[1]


def report(rows: list[Row], config: Config) -> Report:
    (row,) = rows
    summary = (
        f"Of the variance of a hand's points (deviation {row['points']:.1f}) {row['foretold']:.1%} is foretold, in "
        f"{row['positions']:,} positions the fit never saw."
    )
    return Report([Finding("share of the variance of points that is foretold", row["foretold"], unit=PERCENT)], summary)
