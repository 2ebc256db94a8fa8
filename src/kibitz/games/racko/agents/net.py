"""A network that sees the cards one by one and a plan for its rack, and learned Rack-O by playing itself.

For two players and up to 40 cards; see ``picture.py`` and the experiment `racko.net`.
"""

from __future__ import annotations

import numpy as np

from kibitz.errors import BadOption
from kibitz.game import Game
from kibitz.games.racko.picture import MOST_CARDS
from kibitz.games.racko.sequences import lengths
from kibitz.options import GameOptions
from kibitz.picture import NetworkJudge, PicturePlayer

TRAINED_BY = "racko.net"


class Player(PicturePlayer):
    called = "Network"
    style = "Sees every card, and which ones you gave away."
    learned = "A neural network that played two hundred million rounds against itself."

    def __init__(self, game: Game, options: GameOptions, weights: str = "net.onnx") -> None:
        if game.players(options) > 2 or getattr(options, "cards", 0) > MOST_CARDS:
            raise BadOption(f"net plays Rack-O for two with at most {MOST_CARDS} cards; other players take more")
        super().__init__(game, options, NetworkJudge(game, weights))
        if getattr(options, "target", 0):
            self.unit = "chance to win the round"  # it does not see the score

    def details(self, view: np.record, moves: np.ndarray) -> dict[str, np.ndarray]:
        return lengths(view, moves)
