"""A network that learned gin rummy from games against itself and three styles of play: the experiment `gin.net`.

What it says of a move is the chance to win the game, corrected to what comes true (`gin.calibration`); the order of
moves stays. Its picture shows needs of up to 100 points: in a longer game it plays by that, and its chances are set
right by what the score is worth. Gin that is enough to win, nobody has to ask it.
"""

from __future__ import annotations

import numpy as np

from kibitz.game import Game
from kibitz.games.gin.advice import discard_details
from kibitz.games.gin.estimators.thumb import Estimator
from kibitz.games.gin.melds import deadwood
from kibitz.games.gin.picture import goal
from kibitz.games.gin.rules import BIG_GIN, KNOCK, TAKE
from kibitz.games.gin.standing import NEED, starter_wins
from kibitz.kernel import kernel
from kibitz.learn.calibrated import CalibratedPlayer
from kibitz.options import GameOptions

TRAINED_BY = "gin.net"
NETWORK = "net.onnx"


class Player(CalibratedPlayer):
    called = "Network"
    style = "Remembers all you threw, took and left lying."
    learned = "A neural network that played millions of hands, against itself and others."

    def __init__(self, game: Game, options: GameOptions, weights: str = NETWORK) -> None:
        super().__init__(game, options, weights, NETWORK)
        self.estimator = Estimator(game)

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        """What the network says, by the whole score, and certainty for gin that wins the game."""
        values = super().values(views, moves, counts, *memory)
        know_the_score(views, counts, values)
        know_wins(views, moves, counts, values)
        return values

    def details(self, view: np.record, moves: np.ndarray) -> dict[str, np.ndarray]:
        """For each discard the deadwood left, and the chance that the other wants it."""
        return discard_details(view, moves, self.estimator)


@kernel
def know_the_score(views, counts, values):
    """Where someone needs more than the picture shows, the odds change as much as between two such scores."""
    for i in range(len(views)):
        v = views[i]
        seat = int(v.to_move)
        own, other = goal(v) - int(v.scores[seat]), goal(v) - int(v.scores[1 - seat])
        if max(own, other) > NEED:
            stands, shown = starter_wins(own, other), starter_wins(min(own, NEED), min(other, NEED))
            odds = stands / (1 - stands) * (1 - shown) / shown
            for j in range(counts[i]):
                values[i, j] = odds * values[i, j] / (odds * values[i, j] + 1 - values[i, j])


@kernel
def know_wins(views, moves, counts, values):
    """Gin whose bonus alone brings the score that wins is worth 1."""
    for i in range(len(views)):
        v = views[i]
        seat = int(v.to_move)
        hand, needed = int(v.hands[seat]), goal(v) - int(v.scores[seat])
        for j in range(counts[i]):
            move = int(moves[i, j])
            if move == BIG_GIN:
                certain = needed <= v.big_gin
            else:
                certain = KNOCK <= move < TAKE and needed <= v.gin and deadwood(hand ^ (1 << (move - KNOCK))) == 0
            if certain:
                values[i, j] = 1.0
