"""Learned: plays the card that takes the most tricks, by what the experiment duel.worth counted."""

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.kernel import kernel, record
from kibitz.weights import load_tables
from kibitz_duel.rules import CARDS

TRAINED_BY = "duel.worth"
PARAMS = record([("worth", "f8", (CARDS,))])


@kernel
def worthiest(v, moves, count, memory, params):
    best = moves[0]
    for j in range(1, count):
        if params.worth[moves[j] - 1] > params.worth[best - 1]:
            best = moves[j]
    return best


class Player(CompiledAgent):
    unit = "share of tricks taken"
    decide = worthiest

    def __init__(self, game, options, weights: str = "worth.safetensors"):
        super().__init__(game, options)
        self.params = np.zeros(1, PARAMS)
        self.params["worth"] = load_tables(game, weights)["worth"]

    def values(self, views, moves, counts, *memory):
        return self.params["worth"][0][moves - 1]
