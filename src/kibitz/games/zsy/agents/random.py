"""Plays any legal move.

The paper's random player beats greedy 20.5% of the time only if it never passes while it can play
(``passes=forced``, the default); with pass as one of the moves to choose from (``passes=free``) it is far
weaker.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.game import Game
from kibitz.games.zsy.rules import PASS, Options
from kibitz.kernel import draw, kernel, record
from kibitz.options import among

PARAMS = record([("free", "i1")])


@kernel
def any_but_pass(v, moves, count, memory, params):
    """One of the moves at random; PASS, which is listed first, only if it is `free` or alone."""
    skip = 1 if count > 1 and moves[0] == PASS and not params.free else 0
    return moves[skip + draw(v, count - skip)]


class Player(CompiledAgent):
    """Chooses among the legal moves, each as likely as the others."""

    style = "Plays any legal move, and passes only when it must."
    learned = "Knows the rules, nothing more."
    decide = any_but_pass

    def __init__(
        self, game: Game, options: Options, passes: Annotated[str, among("forced", "free")] = "forced"
    ) -> None:
        super().__init__(game, options)
        self.params = np.array([(passes == "free",)], PARAMS)
