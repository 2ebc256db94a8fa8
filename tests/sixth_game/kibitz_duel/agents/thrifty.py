"""Thrifty: leads its highest card, takes a trick as cheaply as it can, and loses with its lowest."""

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.kernel import kernel


@kernel
def most_eager(v, moves, count, memory, params):
    best = moves[0]
    for j in range(1, count):
        if eagerness(v.led, moves[j]) > eagerness(v.led, best):
            best = moves[j]
    return best


@kernel
def eagerness(led, card):
    """How much it likes to play a card on the one that was led, or to lead it."""
    if led == 0:
        return card
    return 100 - card if card > led else -card


class Player(CompiledAgent):
    unit = "eagerness"
    decide = most_eager

    def values(self, views, moves, counts, *memory):
        rows = zip(views["led"].tolist(), moves.tolist(), strict=True)
        return np.array([[float(eagerness(led, card)) for card in cards] for led, cards in rows])
