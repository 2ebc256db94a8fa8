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
        values = np.zeros(moves.shape)
        _spread(self.network(seen), moves, counts, values)
        return values


@kernel
def _observe(views, order, seen):
    for i in range(len(views)):
        observe(views[i], order, True, True, seen[i])


@kernel
def _spread(worth, moves, counts, values):
    """What the network says of all moves, put where the legal ones stand."""
    for i in range(len(moves)):
        for j in range(counts[i]):
            values[i, j] = worth[i, min(moves[i, j], ACTIONS - 1)] * np.float32(LARGEST_REWARD)
