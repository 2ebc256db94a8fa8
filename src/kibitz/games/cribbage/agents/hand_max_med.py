"""hand_max_med: keeps the four cards with the highest median count."""

from kibitz.games.cribbage.agents._strategies import Weighing, pure


class Player(Weighing):
    def __init__(self, game, options):
        super().__init__(game, options)
        self.weights = pure(2)
