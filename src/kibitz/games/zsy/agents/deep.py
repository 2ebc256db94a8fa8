"""A larger network than `net`, which learned ZSY by playing itself on a graphics card: the experiment `zsy.deep`.

What it says is corrected to what comes true (`zsy.calibration`); the order of moves stays.
"""

from __future__ import annotations

import numpy as np

from kibitz.game import Game
from kibitz.learn.calibration import KNOTS, corrected
from kibitz.options import GameOptions
from kibitz.picture import NetworkJudge, PicturePlayer
from kibitz.weights import load_tables

TRAINED_BY = "zsy.deep"

NETWORK, CHANCES = "deep.onnx", "deep-chances.safetensors"
"""The network shipped with the game, and the correction of what it says."""


class Player(PicturePlayer):
    """The network shipped with the game, or another one of its kind, which is taken at its word."""

    called = "Deep network"
    style = "Weighs what you hold by what you have passed on."
    learned = "A larger neural network, seventeen million games against itself."

    def __init__(self, game: Game, options: GameOptions, weights: str = NETWORK) -> None:
        super().__init__(game, options, NetworkJudge(game, weights))
        self.curve = np.zeros(len(KNOTS))
        if weights == NETWORK and (game.folder / "weights" / CHANCES).exists():
            self.curve = load_tables(game, CHANCES, needs={"curve": ("f", len(KNOTS))})["curve"]

    def worth(self, pictures: np.ndarray) -> np.ndarray:
        return corrected(super().worth(pictures), self.curve)
