"""Every unseen card is as likely as the others: what is known without watching the other play."""

from __future__ import annotations

import numpy as np

from kibitz.game import Game
from kibitz.games.gin.features import settled


class Estimator:
    """Hidden cards over unseen cards."""

    def __init__(self, game: Game) -> None:
        pass

    def __call__(self, views: np.ndarray) -> np.ndarray:
        return settled(views, np.zeros((len(views), 52)))
