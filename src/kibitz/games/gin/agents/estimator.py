"""Plays as simple, but discards safely: by what an estimator says the other could use.

``estimator:lstm`` and the like; the names are those in ``kibitz.games.gin.estimators``.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.games.gin.agents.simple import choose_draw
from kibitz.games.gin.estimators import estimator as find_estimator
from kibitz.games.gin.melds import deadwood
from kibitz.games.gin.rules import DISCARDING, KNOCK
from kibitz.games.gin.wants import wish
from kibitz.kernel import kernel

DANGER = 6.0
"""How many points of deadwood a card is worth that the other surely wants."""


class Player(Agent):
    """Least deadwood, least danger."""

    unit = "points of deadwood"

    def __init__(self, game, options, name: str = "bayes") -> None:
        super().__init__(game, options)
        self.estimator = find_estimator(game, name)

    def values(self, views, moves, counts):
        out, chances = np.zeros(moves.shape), np.zeros((len(views), 52))
        discarding = views["phase"] == DISCARDING
        if discarding.any():
            chances[discarding] = self.estimator(views[discarding])
        value_all(views, moves, counts, chances, out)
        return out

    def details(self, view, moves):
        views = np.zeros(1, self.game.state)
        views[0] = view
        if view.phase != DISCARDING:
            return {}
        chance = self.estimator(views)[0]
        return {"other wants it": np.array([wish(chance, int(m) % KNOCK) if m < 2 * KNOCK else 0.0 for m in moves])}


@kernel
def value_all(views, moves, counts, chances, out):
    for i in range(len(views)):
        v = views[i]
        hand = int(v.hands[v.to_move])
        for j in range(counts[i]):
            move = int(moves[i, j])
            if v.phase != DISCARDING:
                out[i, j] = 1.0 if move == choose_draw(v) else 0.0
            elif move < 2 * KNOCK:
                card = move % KNOCK
                out[i, j] = -deadwood(hand ^ (1 << card)) - DANGER * wish(chances[i], card)
                if move >= KNOCK:
                    out[i, j] += 100.0
            else:
                out[i, j] = 1000.0
