"""The thesis' eight strategies: how much each wants each of the fifteen keeps, from 0 to 1.

All of them play one ahead: the card that scores most at once, of equals the higher.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.games.cribbage import pegging, stats
from kibitz.games.cribbage.agents._player import fill_claims, fill_greedy
from kibitz.games.cribbage.counting import rank_of
from kibitz.games.cribbage.rules import DISCARDING, PLAYING, spot_of
from kibitz.kernel import kernel

NAMES = (
    "hand_max_min",
    "hand_max_avg",
    "hand_max_med",
    "hand_max_poss",
    "crib_min_avg",
    "pegging_max_avg_gained",
    "pegging_max_med_gained",
    "pegging_min_avg_given",
)
STRATEGIES = len(NAMES)
SPOTS = 121
"""Scores from 0 to 120, at which a hand may be dealt."""


@kernel
def cell_of(v):
    """The place of a decision: role (1: dealer), own score, other's score, as one number."""
    me = v.to_move
    role = int(me == v.dealer)
    return (role * SPOTS + spot_of(v, me)) * SPOTS + spot_of(v, 1 - me)


@kernel
def fill_desires(t, cribs, r, keeps, v, desires):
    """How much each strategy wants each keep of the player to move: ``desires[strategy, keep]``."""
    stats.statistics_of_any_throw(t, cribs, v.cards[v.to_move], keeps)
    role = int(v.to_move == v.dealer)
    for k in range(stats.KEEPS):
        kept = keeps[k].kept
        hand = stats.hand_index(rank_of(kept[0]), rank_of(kept[1]), rank_of(kept[2]), rank_of(kept[3]))
        desires[0, k] = keeps[k].low
        desires[1, k] = keeps[k].average
        desires[2, k] = keeps[k].median
        desires[3, k] = keeps[k].high
        desires[4, k] = -keeps[k].crib
        desires[5, k] = pegging.average_gain(r, role, hand)
        desires[6, k] = pegging.median_gain(r, role, hand)
        desires[7, k] = -pegging.average_given(r, role, hand)
    for j in range(STRATEGIES):
        scale(desires[j])


@kernel
def scale(row):
    """Stretch to the range from 0, the worst, to 1, the best; where all are alike, all are best."""
    low, high = row[0], row[0]
    for k in range(stats.KEEPS):
        low, high = min(low, row[k]), max(high, row[k])
    for k in range(stats.KEEPS):
        row[k] = (row[k] - low) / (high - low) if high > low else 1.0


@kernel
def fill(t, cribs, r, keeps, desires, weights, views, moves, counts, values):
    """Values of all moves: in the discard p = wS with the weights of the place."""
    for row in range(len(views)):
        v = views[row]
        if v.phase == DISCARDING:
            fill_desires(t, cribs, r, keeps, v, desires)
            place = cell_of(v)
            for k in range(stats.KEEPS):
                values[row, k] = 0.0
                for j in range(STRATEGIES):
                    values[row, k] += weights[place, j] * desires[j, k]
        elif v.phase == PLAYING:
            fill_greedy(v, moves[row], counts[row], values[row])
        else:
            fill_claims(v, moves[row], counts[row], values[row])


class Weighing(Agent):
    """Chooses the keep that the strategies, weighted by the place on the board, want most."""

    unit = "desirability"
    weights: np.ndarray
    """By place (`cell_of`) and strategy."""

    def __init__(self, game, options, records=None):
        super().__init__(game, options)
        self.records = pegging.shipped(game) if records is None else records

    def values(self, views, moves, counts, *memory):
        values = np.zeros(moves.shape)
        keeps, desires = np.zeros(stats.KEEPS, stats.KEEP), np.zeros((STRATEGIES, stats.KEEPS))
        fill(
            stats.tables(), stats.any_throw(), self.records, keeps, desires, self.weights, views, moves, counts, values
        )
        return values


def pure(strategy: int, least: float = 0.0) -> np.ndarray:
    """Weights of one strategy everywhere, the others at `least`."""
    weights = np.full((2 * SPOTS * SPOTS, STRATEGIES), least)
    weights[:, strategy] = 1.0
    return weights / weights.sum(axis=1, keepdims=True)


def at_random(seed: int) -> np.ndarray:
    """Random weights that add up to one at each place: where the thesis' learners start."""
    weights = np.random.default_rng(seed).random((2 * SPOTS * SPOTS, STRATEGIES))
    return weights / weights.sum(axis=1, keepdims=True)
