"""A convolutional network over ranks and counts, trained by self-play: the paper's future work.

The network sees the picture that each move leaves (``features/picture.py``) and says how likely it is to win.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.games.zsy.features.picture import PLANES, pictures_of, spread
from kibitz.games.zsy.rules import RANKS
from kibitz.weights import Network

TRAINED_BY = "zsy.net"

ROWS = 2048
"""Pictures given to the network at a time: small enough to stay in the processor's cache."""


class PicturePlayer(Agent):
    """Plays the move that leaves the best picture; `judge` maps a batch of pictures to win probabilities."""

    unit = "chance to win"

    def __init__(self, game, options, judge, rows: int = ROWS) -> None:
        super().__init__(game, options)
        self.judge, self.rows = judge, rows

    def values(self, views, moves, counts, *memory):
        pictures = pictures_of(views, moves, counts)
        worth = np.empty(len(pictures))
        for start in range(0, len(pictures), self.rows):
            worth[start : start + self.rows] = self.judge(pictures[start : start + self.rows])
        values = np.zeros(moves.shape)
        spread(worth, views, moves, counts, values)
        return values


class Player(PicturePlayer):
    """The network shipped with the game, or another one of its kind."""

    called = "Network"
    style = "Sees at a glance what a move leaves."
    learned = "A neural network that played against itself."

    def __init__(self, game, options, weights: str = "net.onnx") -> None:
        network = Network(game, weights, takes=(PLANES, RANKS), gives=1)
        super().__init__(game, options, lambda pictures: network(pictures)[:, 0])
