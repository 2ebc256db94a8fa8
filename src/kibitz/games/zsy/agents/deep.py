"""A larger network than `net`, which learned ZSY by playing itself on a graphics card: the experiment `zsy.deep`.

What it says is corrected to what comes true (`zsy.calibration`); the order of moves stays.
"""

from __future__ import annotations

from kibitz.game import Game
from kibitz.learn.calibrated import CalibratedPlayer
from kibitz.options import GameOptions

TRAINED_BY = "zsy.deep"
NETWORK = "deep.onnx"


class Player(CalibratedPlayer):
    called = "Deep network"
    style = "Weighs what you hold by what you have passed on."
    learned = "A larger neural network, seventeen million games against itself."

    def __init__(self, game: Game, options: GameOptions, weights: str = NETWORK) -> None:
        super().__init__(game, options, weights, NETWORK)
