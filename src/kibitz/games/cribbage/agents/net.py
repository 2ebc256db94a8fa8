"""A network that learned cribbage by playing itself; see ``picture.py`` and the experiment `cribbage.net`.

What it says of a move is how far ahead the game will end, made a number from 0 (30 points behind) to 1 (30 ahead).
"""

from __future__ import annotations

from kibitz.game import Game
from kibitz.options import GameOptions
from kibitz.picture import NetworkJudge, PicturePlayer

TRAINED_BY = "cribbage.net"


class Player(PicturePlayer):
    called = "Network"
    style = "Nobody told it what counts; it found out."
    learned = "A neural network that played against itself."
    unit = "points ahead, from 0 (30 behind) to 1 (30 ahead)"

    def __init__(self, game: Game, options: GameOptions, weights: str = "net.onnx") -> None:
        super().__init__(game, options, NetworkJudge(game, weights))
