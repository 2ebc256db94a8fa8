"""crib_min_avg: throws what makes the poorest crib on average, whoever owns it."""

from kibitz.games.cribbage.agents._strategies import Weighing, pure


class Player(Weighing):
    def __init__(self, game, options):
        super().__init__(game, options)
        self.weights = pure(4)
