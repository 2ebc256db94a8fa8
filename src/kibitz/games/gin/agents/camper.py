"""A strong rule player: camps for gin behind a defensive discard, and knocks while the other is high.

It weighs hands and discards as ``worth.py`` says, by what `bayes` says the other holds.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.game import Game
from kibitz.games.gin.estimators import bayes
from kibitz.games.gin.rules import MOVES
from kibitz.games.gin.worth import FIELDS, FILE, fill
from kibitz.games.gin.worth import values as weigh
from kibitz.kernel import kernel, record
from kibitz.options import GameOptions

TRAINED_BY = "gin.camper"
SCRATCH = record([("scratch_chance", "f8", (52,)), ("scratch_values", "f8", (MOVES,))])
PARAMS = record([*FIELDS, *bayes.FIELDS])


@kernel
def judge(v, moves, count, memory, params, values):
    bayes.estimate(v, params, memory.scratch_chance)
    weigh(v, moves, count, params, memory.scratch_chance, values)


class Player(CompiledAgent):
    """Waits in ambush."""

    style = "Waits for gin behind safe discards, and knocks while you are high."
    learned = "Rules of good players, tuned by trial."
    judge, memory = judge, SCRATCH
    unit = "points"

    def __init__(self, game: Game, options: GameOptions, weights: str | np.ndarray = FILE) -> None:
        super().__init__(game, options)
        self.params = np.zeros(1, PARAMS)
        fill(self.params, game, weights)
        bayes.fill(self.params, game)
