"""A rule player for all opponents: its style was searched for in games against many others, not against one.

What it weighs is in ``style.py``: deadwood, cards that help, danger, and when to knock.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.game import Game
from kibitz.games.gin.rules import MOVES
from kibitz.games.gin.style import FILE, SCRATCH, load, play, values
from kibitz.kernel import kernel, record
from kibitz.options import GameOptions

TRAINED_BY = "gin.style"


@kernel
def decide(v, moves, count, memory, params):
    return play(v, moves, count, params, memory.scratch)


@kernel
def value_all(views, moves, counts, params, scratch, out):
    for i in range(len(views)):
        values(views[i], moves[i], counts[i], params[0], scratch[0].chance, out[i])


class Player(CompiledAgent):
    """Weighs everything a little."""

    style = "Weighs everything a little: melds, danger, patience."
    learned = "Its weights were searched against many kinds of players."
    decide, memory = decide, record([("scratch", SCRATCH)])
    unit = "points"

    def __init__(self, game: Game, options: GameOptions, weights: str | np.ndarray = FILE) -> None:
        super().__init__(game, options)
        self.params = load(game, weights)

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        out = np.zeros((len(views), MOVES))
        value_all(views, moves, counts, self.params, np.zeros(1, SCRATCH), out)
        return out[:, : moves.shape[1]]
