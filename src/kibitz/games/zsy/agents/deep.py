"""A larger network than `net`, which learned ZSY by playing itself on a graphics card: the experiment `zsy.deep`.

What it says is corrected to what comes true (`zsy.calibration`); the order of moves stays.
"""

from __future__ import annotations

import numpy as np

from kibitz.game import Game
from kibitz.games.zsy.features.picture import spread
from kibitz.learn.calibrated import CalibratedPlayer
from kibitz.options import GameOptions

TRAINED_BY = "zsy.deep"
NETWORK = "deep.onnx"


class Player(CalibratedPlayer):
    called = "Deep network"
    style = "Weighs what you hold by what you have passed on."
    learned = "A larger neural network, a hundred million games against itself."

    def __init__(self, game: Game, options: GameOptions, weights: str = NETWORK) -> None:
        super().__init__(game, options, weights, NETWORK)

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        """What the network says; that the last cards win, nobody has to ask it."""
        values = np.zeros(moves.shape)
        spread(self.worth(self.painter(views, moves, counts)), views, moves, counts, values)
        return values
