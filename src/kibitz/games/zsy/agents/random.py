"""Plays any legal move.

The paper's random player beats greedy 20.5% of the time only if it never passes while it can play
(``passes=forced``, the default); with pass as one of the moves to choose from (``passes=free``) it is far
weaker.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.errors import BadAgentSpec
from kibitz.games.zsy.rules import PASS
from kibitz.kernel import draw, kernel


class Player(Agent):
    """Chooses among the legal moves, each as likely as the others."""

    def __init__(self, game, options, passes: str = "forced") -> None:
        super().__init__(game, options)
        if passes not in ("forced", "free"):
            raise BadAgentSpec(f"random: passes is {passes!r}; it must be forced or free")
        self.free = passes == "free"

    def act(self, views, moves, counts, *memory):
        chosen = np.empty(len(views), np.int32)
        choose(views, moves, counts, self.free, chosen)
        return chosen


@kernel
def choose(views, moves, counts, free, chosen):
    for i in range(len(views)):
        chosen[i] = pick(views[i], moves[i], counts[i], free)


@kernel
def pick(v, moves, n, free):
    """One of `n` moves at random; PASS, which is listed first, only if it is `free` or alone."""
    skip = 1 if n > 1 and moves[0] == PASS and not free else 0
    return moves[skip + draw(v, n - skip)]
