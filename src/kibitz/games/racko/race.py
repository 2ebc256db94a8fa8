"""A game of several rounds as a race: what the chance to win a round is worth for the game.

Who wins a round gets 75 points, the other five for each card in order from slot 1 up. How often that is how much, and
how often who begins a round wins it, is measured (`racko.calibration`). What a score is worth follows: by what both
still need, and who begins. Racks of ten, without points for runs; everything is counted in fives.
"""

from __future__ import annotations

import numpy as np

from kibitz.games.racko.rules import SLOTS
from kibitz.kernel import kernel

FIVE = 5
WIN = SLOTS + 5
"""What a round brings its winner, in fives."""

APART = 1e-4
"""How much the round itself counts: a better move stays better where the game is as good as decided."""


def stakes(ends: np.ndarray, target: int) -> np.ndarray:
    """The chance to win the game once this round is lost (0) or won (1).

    By whether one began the round, what one needs, what the other needs, and lost or won. `ends` are the shares of
    rounds that who did not begin wins (row 0) or who began (row 1), by what the other gets.
    """
    most = fives(target)
    found = np.zeros((2, most + 1, most + 1, 2))
    _fill(ends / ends.sum(), found, np.zeros((most + 1, most + 1)))
    return found


def fives(points):
    """How often five points are to be won, to have so many."""
    return -(-points // FIVE)


def to_win_the_game(views: np.ndarray, rounds: np.ndarray, at_stake: np.ndarray) -> np.ndarray:
    """The chance to win the game, from the chance to win the round after each move of these views."""
    rows, me = np.arange(len(views)), views["to_move"]
    needs = fives(views["target"].astype(int)[:, None] - views["points"])
    began = (views["rounds"] % 2 == me).astype(int)
    lost, won = at_stake[began, needs[rows, me], needs[rows, 1 - me]].T[..., None]
    return (1 - APART) * (lost + (won - lost) * rounds) + APART * rounds


@kernel
def _fill(ends, found, begins):
    """From the last round to the first; `begins` is the chance of who begins a round, by both needs."""
    most = len(begins) - 1
    first = ends[1].sum()
    for total in range(2, 2 * most + 1):
        for own in range(max(1, total - most), min(most, total - 1) + 1):
            other = total - own
            for began in range(2):
                for got in range(ends.shape[1]):
                    # A round that I win, the other began if I did not; and one that I lose.
                    found[began, own, other, 1] += _after(own - WIN, other - got, began, begins) * ends[began, got]
                    found[began, own, other, 0] += _after(own - got, other - WIN, began, begins) * ends[1 - began, got]
                found[began, own, other, 1] /= ends[began].sum()
                found[began, own, other, 0] /= ends[1 - began].sum()
            begins[own, other] = first * found[1, own, other, 1] + (1 - first) * found[1, own, other, 0]


@kernel
def _after(own, other, began, begins):
    """The chance to win by what both need after a round, which the other begins next if one began it."""
    if own <= 0 or other <= 0:
        return 1.0 if own < other else 0.5 if own == other else 0.0
    return 1 - begins[other, own] if began else begins[own, other]
