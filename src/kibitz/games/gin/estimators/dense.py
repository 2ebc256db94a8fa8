"""A dense network over what is known of each card."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kibitz.game import Game
from kibitz.games.gin.features import PLANES, all_planes, settled
from kibitz.weights import Network

FILE = "dense.onnx"
TRAINED_BY = "gin.hand_estimation"


class Estimator:
    """Planes in, logits out."""

    def __init__(self, game: Game, network: Callable[[np.ndarray], np.ndarray] | None = None) -> None:
        self.network = network or Network(game, FILE, takes=(PLANES, 52), gives=52)

    def __call__(self, views: np.ndarray) -> np.ndarray:
        planes = np.zeros((len(views), PLANES, 52), np.float32)
        all_planes(views, planes)
        return settled(views, self.network(planes))
