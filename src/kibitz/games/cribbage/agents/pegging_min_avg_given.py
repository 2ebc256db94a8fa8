"""pegging_min_avg_given: keeps what has given away least in the play."""

from kibitz.games.cribbage.agents._strategies import Weighing, pure


class Player(Weighing):
    def __init__(self, game, options):
        super().__init__(game, options)
        self.weights = pure(7)
