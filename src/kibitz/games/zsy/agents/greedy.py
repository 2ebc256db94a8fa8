"""Always plays its lowest cards: the paper's baseline.

It takes the legal move of the lowest rank, of several the shortest, and passes only when it must: the
reading under which the paper's 79.5% against random comes out. ``passes=free`` lets a pass count as
the lowest move of all, so that it never follows; ``longest`` takes the most cards of the lowest rank.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.game import Game
from kibitz.games.zsy.rules import PASS, Options, cards_of, rank_of, total
from kibitz.kernel import kernel, record
from kibitz.options import among

PARAMS = record([("free", "i1"), ("longest", "i1")])


@kernel
def decide(v, moves, count, memory, params):
    return lowest(moves, count, params.free, params.longest)


@kernel
def lowest(moves, count, free, longest):
    """The move of the highest lowness."""
    best = moves[0]
    for j in range(1, count):
        if lowness(moves[j], free, longest) > lowness(best, free, longest):
            best = moves[j]
    return best


@kernel
def lowness(move, free, longest):
    if move == PASS:
        return 1.0 if free else -1000.0
    cards = total(cards_of(move))
    return -32.0 * rank_of(move) + (cards if longest else -cards)


@kernel
def judge(v, moves, count, memory, params, values):
    for j in range(count):
        values[j] = lowness(moves[j], params.free, params.longest)


class Player(CompiledAgent):
    """The lowest rank, then the fewest cards."""

    style = "Always plays its lowest cards."
    learned = "One simple rule."
    unit = "lowness"
    decide, judge = decide, judge

    def __init__(
        self,
        game: Game,
        options: Options,
        passes: Annotated[str, among("forced", "free")] = "forced",
        longest: bool = False,
    ) -> None:
        super().__init__(game, options)
        self.params = np.array([(passes == "free", longest)], PARAMS)
