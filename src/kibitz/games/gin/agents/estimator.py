"""Plays as simple, but discards safely: by what an estimator says the other could use.

``estimator:lstm`` and the like; the names are those in ``kibitz.games.gin.estimators``.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.games.gin.agents.simple import value_all
from kibitz.games.gin.estimators import estimator as find_estimator
from kibitz.games.gin.melds import deadwood
from kibitz.games.gin.rules import BIG_GIN, DISCARDING, KNOCK
from kibitz.games.gin.wants import wish
from kibitz.kernel import kernel

DANGER = 2.5
"""How many points of deadwood a card is worth that the other surely wants."""


class Player(Agent):
    """Least deadwood, least danger."""

    unit = "points of deadwood"

    def __init__(self, game, options, name: str = "bayes") -> None:
        super().__init__(game, options)
        self.estimator = find_estimator(game, name)

    def values(self, views, moves, counts):
        out, dangers = np.zeros(moves.shape), np.zeros((len(views), 52))
        discarding = views["phase"] == DISCARDING
        if discarding.any():
            found = np.empty((int(discarding.sum()), 52))
            endanger(np.ascontiguousarray(self.estimator(views[discarding]), np.float64), found)
            dangers[discarding] = found
        value_all(views, moves, counts, dangers, out)
        return out

    def details(self, view, moves):
        if view.phase != DISCARDING:
            return {}
        views = np.zeros(1, self.game.state)
        views[0] = view
        return discard_details(view, moves, self.estimator(views)[0])


@kernel
def endanger(chances, dangers):
    """What it costs to throw each card, in points of deadwood."""
    for i in range(len(chances)):
        for card in range(52):
            dangers[i, card] = DANGER * wish(chances[i], card)


def discard_details(view, moves, chance) -> dict[str, np.ndarray]:
    """For each discard the deadwood it leaves, and the chance that the other could meld it."""
    hand = int(view.hands[view.to_move])
    cards = [None if move == BIG_GIN else int(move) % KNOCK for move in moves]
    return {
        "deadwood": np.array([0.0 if card is None else deadwood(hand ^ (1 << card)) for card in cards]),
        "other wants it": np.array([0.0 if card is None else wish(chance, card) for card in cards]),
    }
