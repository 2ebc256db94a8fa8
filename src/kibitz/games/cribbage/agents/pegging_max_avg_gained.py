"""pegging_max_avg_gained: keeps what has gained most in the play on average."""

from kibitz.games.cribbage.agents._strategies import Weighing, pure


class Player(Weighing):
    def __init__(self, game, options):
        super().__init__(game, options)
        self.weights = pure(5)
