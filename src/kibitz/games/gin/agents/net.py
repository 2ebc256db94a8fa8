"""A network that learned gin rummy from games against itself and three styles of play.

What it says of a move is the chance to win the game; see ``picture.py`` and the experiment `gin.net`.
"""

from __future__ import annotations

from kibitz.game import Game
from kibitz.options import GameOptions
from kibitz.picture import NetworkJudge, PicturePlayer

TRAINED_BY = "gin.net"


class Player(PicturePlayer):
    called = "Network"
    style = "Remembers all you threw, took and left lying."
    learned = "A neural network that played millions of hands, against itself and others."

    def __init__(self, game: Game, options: GameOptions, weights: str = "net.onnx") -> None:
        super().__init__(game, options, NetworkJudge(game, weights))
