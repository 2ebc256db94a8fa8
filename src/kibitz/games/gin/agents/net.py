"""A network that learned gin rummy by playing itself, hand by hand; see ``picture.py`` and the experiment `gin.net`.

What it says of a move is what the hand will bring, in points, made a number from 0 (60 points lost) to 1 (60 won).
"""

from __future__ import annotations

from kibitz.game import Game
from kibitz.options import GameOptions
from kibitz.picture import NetworkJudge, PicturePlayer

TRAINED_BY = "gin.net"


class Player(PicturePlayer):
    called = "Network"
    style = "Remembers all you threw, took and left lying."
    learned = "A neural network that played millions of hands against itself."
    unit = "points of the hand, from 0 (60 lost) to 1 (60 won)"

    def __init__(self, game: Game, options: GameOptions, weights: str = "net.onnx") -> None:
        super().__init__(game, options, NetworkJudge(game, weights))
