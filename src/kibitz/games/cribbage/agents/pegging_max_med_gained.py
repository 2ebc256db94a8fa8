"""pegging_max_med_gained: keeps what has the highest median gain in the play."""

from kibitz.games.cribbage.agents._strategies import Weighing, pure


class Player(Weighing):
    def __init__(self, game, options):
        super().__init__(game, options)
        self.weights = pure(6)
