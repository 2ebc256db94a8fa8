"""A network that learned cribbage by playing itself; see ``picture.py`` and the experiment `cribbage.net`."""

from __future__ import annotations

from kibitz.game import Game
from kibitz.options import GameOptions
from kibitz.picture import NetworkJudge, PicturePlayer

TRAINED_BY = "cribbage.net"


class Player(PicturePlayer):
    called = "Network"
    style = "Nobody told it what counts; it found out."
    learned = "A neural network that played against itself."

    def __init__(self, game: Game, options: GameOptions, weights: str = "net.onnx") -> None:
        super().__init__(game, options, NetworkJudge(game, weights))
