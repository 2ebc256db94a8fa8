"""Natural selection among temporal-difference learners: the paper's strongest player.

Of 50 learners those that fare best against greedy are trained on, three times; it plays as ``td`` does.
"""

from __future__ import annotations

from kibitz.game import Game
from kibitz.games.zsy.agents._linear import LinearPlayer, load_weights
from kibitz.games.zsy.rules import Options

TRAINED_BY = "zsy.learning_curve"


class Player(LinearPlayer):
    """The value of the last learner left; ``may_pass`` lets it pass though it could play."""

    called = "Survivor"
    style = "Weighs what a move leaves in its hand."
    learned = "The last one left of fifty learners."

    def __init__(self, game: Game, options: Options, weights: str = "tdns.safetensors", may_pass: bool = False) -> None:
        super().__init__(game, options, load_weights(game, weights), may_pass=may_pass)
