"""hand_max_avg: keeps the four cards with the most points on average."""

from kibitz.games.cribbage.agents._strategies import Weighing, pure


class Player(Weighing):
    def __init__(self, game, options):
        super().__init__(game, options)
        self.weights = pure(1)
