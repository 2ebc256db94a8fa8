"""Plays as simple, but discards safely: by what an estimator says the other could use.

``estimator:lstm`` and the like; the names are those in ``kibitz.games.gin.estimators``.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.game import Game
from kibitz.games.gin.advice import discard_details
from kibitz.games.gin.choices import value_all, wish
from kibitz.games.gin.estimators import estimator as find_estimator
from kibitz.games.gin.rules import DISCARDING
from kibitz.kernel import kernel
from kibitz.options import GameOptions

DANGER = 2.5
"""How many points of deadwood a card is worth that the other surely wants."""


class Player(Agent):
    """Least deadwood, least danger."""

    called = "Card reader"
    style = "Guesses your hand, and throws what you cannot use."
    learned = "From the draws and discards of many games."
    unit = "points of deadwood"

    def __init__(self, game: Game, options: GameOptions, name: str = "bayes") -> None:
        super().__init__(game, options)
        self.estimator = find_estimator(game, name)

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        out, dangers = np.zeros(moves.shape), np.zeros((len(views), 52))
        discarding = views["phase"] == DISCARDING
        if discarding.any():
            found = np.empty((int(discarding.sum()), 52))
            endanger(np.ascontiguousarray(self.estimator(views[discarding]), np.float64), found)
            dangers[discarding] = found
        value_all(views, moves, counts, dangers, out)
        return out

    def details(self, view: np.record, moves: np.ndarray) -> dict[str, np.ndarray]:
        return discard_details(view, moves, self.estimator)


@kernel
def endanger(chances, dangers):
    """What it costs to throw each card, in points of deadwood."""
    for i in range(len(chances)):
        for card in range(52):
            dangers[i, card] = DANGER * wish(chances[i], card)
