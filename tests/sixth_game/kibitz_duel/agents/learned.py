"""Learned: plays the card that takes the most tricks, by what the experiment duel.worth counted."""

from kibitz.agent import Agent
from kibitz.weights import load_tables

TRAINED_BY = "duel.worth"


class Player(Agent):
    unit = "share of tricks taken"

    def __init__(self, game, options, weights: str = "worth.safetensors"):
        super().__init__(game, options)
        self.worth = load_tables(game, weights)["worth"]

    def values(self, views, moves, counts):
        return self.worth[moves - 1]
