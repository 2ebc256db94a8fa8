"""A gin-racer: keeps what may become melds, throws what is furthest from any, and hardly ever knocks without gin.

Of two discards the better one leaves more unseen cards that would complete a meld; each such card is worth
`help` points of deadwood. The upcard is taken if the hand it leads to is better by more than `patience`. With
little deadwood it goes on for gin while at least `outs` unseen cards would bring it (0: always), until turn `late`.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.game import Game
from kibitz.games.gin.choices import HELP, LATE, OUTS, PATIENCE, race
from kibitz.kernel import kernel, record
from kibitz.options import GameOptions, within

PARAMS = record([("help", "f8"), ("patience", "f8"), ("outs", "i8"), ("late", "i8")])


@kernel
def decide(v, moves, count, memory, params):
    return race(v, params.help, params.patience, params.outs, params.late)


class Player(CompiledAgent):
    """Runs for gin."""

    style = "Runs for gin, and hardly ever knocks."
    learned = "A rule of thumb, tuned by trial."
    decide = decide

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        help: Annotated[float, within(0, 10)] = HELP,
        patience: Annotated[float, within(-20, 20)] = PATIENCE,
        outs: Annotated[int, within(0, 20)] = OUTS,
        late: Annotated[int, within(1, 101)] = LATE,
    ) -> None:
        super().__init__(game, options)
        self.params = np.zeros(1, PARAMS)
        self.params[0] = (help, patience, outs, late)
