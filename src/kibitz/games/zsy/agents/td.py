"""Temporal differences with the paper's features: a linear value of what a move leaves, learned by self-play."""

from __future__ import annotations

from kibitz.game import Game
from kibitz.games.zsy.agents._linear import LinearPlayer, load_weights
from kibitz.games.zsy.rules import Options

TRAINED_BY = "zsy.learning_curve"


class Player(LinearPlayer):
    """The value learned in 100,000 games; ``may_pass`` lets it pass though it could play."""

    called = "Veteran"
    style = "Weighs what a move leaves in its hand."
    learned = "From 100,000 games against itself."

    def __init__(self, game: Game, options: Options, weights: str = "td.safetensors", may_pass: bool = False) -> None:
        super().__init__(game, options, load_weights(game, weights), may_pass=may_pass)
