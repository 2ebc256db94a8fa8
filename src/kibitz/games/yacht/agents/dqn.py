"""The paper's player: the move its deep Q-network likes best."""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.game import Game
from kibitz.games.yacht.features import ACTIONS, LARGEST_REWARD, NUMBERS, observe
from kibitz.games.yacht.rules import Options
from kibitz.kernel import kernel
from kibitz.weights import Network

TRAINED_BY = "yacht.dqn"


class Player(Agent):
    called = "Apprentice"
    style = "Plays by feel, and gambles now and then."
    learned = "By deep Q-learning, from its own games."
    unit = "points to come"

    def __init__(self, game: Game, options: Options, weights: str = "dqn.onnx") -> None:
        super().__init__(game, options)
        self.network = Network(game, weights, game.options(rules=options.rules), takes=(NUMBERS,), gives=ACTIONS)

    def values(self, views, moves, counts, *memory):
        seen = np.zeros((len(views), NUMBERS), np.float32)
        _observe(views, np.arange(5, dtype=np.int8), seen)
        worth = self.network(seen) * LARGEST_REWARD
        return np.take_along_axis(worth, np.minimum(moves, ACTIONS - 1), axis=1)


@kernel
def _observe(views, order, seen):
    for i in range(len(views)):
        observe(views[i], order, True, True, seen[i])
