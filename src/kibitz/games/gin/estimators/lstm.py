"""Four LSTM cells over the turns, one for each vector of the paper, joined in dense layers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kibitz.game import Game
from kibitz.games.gin.features import TURNS, VECTORS, sequences, settled
from kibitz.weights import Network

FILE = "lstm.onnx"
TRAINED_BY = "gin.hand_estimation"


class Estimator:
    """Sequences in, logits out."""

    def __init__(self, game: Game, network: Callable[[np.ndarray], np.ndarray] | None = None) -> None:
        self.network = network or Network(game, FILE, takes=(TURNS, VECTORS, 52), gives=52)

    def __call__(self, views: np.ndarray) -> np.ndarray:
        turns = np.zeros((len(views), TURNS, VECTORS, 52), np.float32)
        sequences(views, turns)
        return settled(views, self.network(turns))
