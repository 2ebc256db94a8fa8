"""A larger network than `net`, which learned ZSY by playing itself on a graphics card: the experiment `zsy.deep`."""

from __future__ import annotations

from kibitz.game import Game
from kibitz.options import GameOptions
from kibitz.picture import NetworkJudge, PicturePlayer

TRAINED_BY = "zsy.deep"


class Player(PicturePlayer):
    called = "Deep network"
    style = "Weighs what you hold by what you have passed on."
    learned = "A larger neural network, seventeen million games against itself."

    def __init__(self, game: Game, options: GameOptions, weights: str = "deep.onnx") -> None:
        super().__init__(game, options, NetworkJudge(game, weights))
