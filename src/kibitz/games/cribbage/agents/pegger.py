"""pegger: throws as `schell` does, and plays cards by what it learned they lead to (``foresight.py``)."""

from __future__ import annotations

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.game import Game
from kibitz.games.cribbage import stats
from kibitz.games.cribbage.agents import schell
from kibitz.games.cribbage.agents._alike import fill_claims
from kibitz.games.cribbage.foresight import FILE, SHAPE, fill_foresight
from kibitz.games.cribbage.rules import DISCARDING, MOVES, PLAYING
from kibitz.kernel import kernel, record
from kibitz.options import GameOptions
from kibitz.weights import load_tables

TRAINED_BY = "cribbage.pegging"
PARAMS = record([("throws", schell.PARAMS), ("foresight", "f4", SHAPE)])


@kernel
def judge(v, moves, count, memory, params, values):
    if v.phase == DISCARDING:
        schell.fill_throws(params.throws, memory.scratch_keeps, v, values)
    elif v.phase == PLAYING:
        fill_foresight(params.foresight, v, moves, count, values)
    else:
        fill_claims(v, moves, count, values)


class Player(CompiledAgent):
    """Sees what a card leads to."""

    style = "Throws by the table, and knows what each card of the play leads to."
    learned = "By playing the cards against itself, many million times."
    unit = "points"
    memory = record([("scratch_keeps", stats.KEEP, (stats.KEEPS,)), ("scratch_values", "f8", (MOVES,))])
    judge = judge

    def __init__(self, game: Game, options: GameOptions, weights: str | np.ndarray = FILE) -> None:
        super().__init__(game, options)
        found = (
            load_tables(game, weights, needs={"table": ("f", *SHAPE)})["table"] if isinstance(weights, str) else weights
        )
        self.params = np.zeros(1, PARAMS)
        self.params["throws"], self.params["foresight"] = schell.params(), found
