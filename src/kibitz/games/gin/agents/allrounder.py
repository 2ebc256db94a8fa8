"""A rule player for all opponents: its style was searched for in games against many others, not against one.

What it weighs is in ``style.py``: deadwood, cards that help, danger, and when to knock.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.game import Game
from kibitz.games.gin.rules import MOVES
from kibitz.games.gin.style import FILE, load
from kibitz.games.gin.style import values as weigh
from kibitz.kernel import kernel, record
from kibitz.options import GameOptions

TRAINED_BY = "gin.style"


@kernel
def judge(v, moves, count, memory, params, values):
    weigh(v, moves, count, params, memory.scratch_chance, values)


class Player(CompiledAgent):
    """Weighs everything a little."""

    style = "Weighs deadwood, hope and danger, and knocks early or goes for gin."
    learned = "By a search over games against many styles of play."
    judge, memory = judge, record([("scratch_chance", "f8", (52,)), ("scratch_values", "f8", (MOVES,))])
    unit = "points"

    def __init__(self, game: Game, options: GameOptions, weights: str | np.ndarray = FILE) -> None:
        super().__init__(game, options)
        self.params = load(game, weights)
