"""Always plays its lowest cards: the paper's baseline.

It takes the legal move of the lowest rank, of several the shortest, and passes only when it must: the
reading under which the paper's 79.5% against random comes out. ``passes=free`` lets a pass count as
the lowest move of all, so that it never follows; ``longest`` takes the most cards of the lowest rank.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.errors import BadAgentSpec
from kibitz.games.zsy.rules import PASS, cards_of, rank_of, total
from kibitz.kernel import kernel


class Player(Agent):
    """The lowest rank, then the fewest cards."""

    unit = "lowness"

    def __init__(self, game, options, passes: str = "forced", longest: bool = False) -> None:
        super().__init__(game, options)
        if passes not in ("forced", "free"):
            raise BadAgentSpec(f"greedy: passes is {passes!r}; it must be forced or free")
        self.free, self.longest = passes == "free", longest

    def act(self, views, moves, counts, *memory):
        chosen = np.empty(len(views), np.int32)
        choose(moves, counts, self.free, self.longest, chosen)
        return chosen

    def values(self, views, moves, counts, *memory):
        values = np.zeros(moves.shape)
        lowness(moves, counts, self.free, self.longest, values)
        return values


@kernel
def lowness(moves, counts, free, longest, values):
    for i in range(len(moves)):
        for j in range(counts[i]):
            values[i, j] = lowness_of(moves[i, j], free, longest)


@kernel
def choose(moves, counts, free, longest, chosen):
    for i in range(len(moves)):
        chosen[i] = lowest(moves[i], counts[i], free, longest)


@kernel
def lowest(moves, n, free, longest):
    """The move of the highest lowness."""
    best = moves[0]
    for j in range(1, n):
        if lowness_of(moves[j], free, longest) > lowness_of(best, free, longest):
            best = moves[j]
    return best


@kernel
def lowness_of(move, free, longest):
    if move == PASS:
        return 1.0 if free else -1000.0
    cards = total(cards_of(move))
    return -32.0 * rank_of(move) + (cards if longest else -cards)
