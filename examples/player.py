"""A player of one's own, three times: as a function, as a class over batches, and as one compiled kernel.

kibitz match gin ./examples/player.py:Quick random --pairs 500
kibitz play gin --seat human --seat ./examples/player.py:Quick
"""

import numpy as np

from kibitz import Agent, CompiledAgent
from kibitz.games.gin.rules import DRAW, KNOCK
from kibitz.kernel import kernel


def knocks(view, moves):
    """Knocks as soon as it may; otherwise draws, and throws its highest card."""
    if moves[-1] >= KNOCK and moves[-1] < DRAW - 1:
        return moves[-1]
    cards = [code for code in moves if code < KNOCK]
    return max(cards, key=lambda code: code % 13) if cards else moves[-1]


class Batch(Agent):
    """The same over many games at once: a value for each move, the highest is played."""

    games = ("gin",)
    unit = "liking"

    def values(self, views, moves, counts):
        knocking = (moves >= KNOCK) & (moves < DRAW - 1)
        throwing = moves < KNOCK
        return np.where(knocking, 100 + moves, np.where(throwing, moves % 13, moves - 1000.0))


@kernel
def knock_or_throw(v, moves, count, memory, params):
    last = moves[count - 1]
    if last < KNOCK:
        best = moves[0]
        for i in range(count):
            if moves[i] % 13 > best % 13:
                best = moves[i]
        return best
    return last


class Quick(CompiledAgent):
    """The same as one kernel: plays whole games without Python."""

    games = ("gin",)
    decide = knock_or_throw
