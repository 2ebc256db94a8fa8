"""The simple player of the EAAI gin rummy challenge, which everybody trains against.

It takes the upcard if and only if the card is part of some meld of the eleven, even where deadwood
does not fall. It discards at random among the cards that leave the least deadwood, never the upcard
just taken, and never repeats a pair {drawn, discarded} within a hand. It knocks at the first chance.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.games.gin.choices import least_deadwood, take_what_melds, value_all
from kibitz.games.gin.rules import BIG_GIN, DISCARDING, KNOCK, may_discard
from kibitz.kernel import kernel, record

PAIRS = 50
"""A hand has at most a hundred turns."""

NOTES = record([("hand", "i2"), ("count", "i2"), ("pairs", "i8", (PAIRS,))])


@kernel
def choose(v, notes):
    if v.phase != DISCARDING:
        return take_what_melds(v)
    allowed = may_discard(v)
    cards = allowed
    # A pair can come again only with a card that was seen before, so with one from the pile.
    if v.from_pile and notes.hand == v.hand:
        for i in range(notes.count):
            if notes.pairs[i] >> int(v.drawn) & 1:
                cards &= ~notes.pairs[i]
    card, dead = least_deadwood(v, int(v.hands[v.to_move]), cards if cards else allowed)
    return KNOCK + card if dead <= v.limit else card


@kernel
def decide(v, moves, count, memory, params):
    return choose(v, memory)


@kernel
def remember(v, move, memory, params):
    """Note the pair of cards drawn and discarded."""
    if v.phase != DISCARDING or move == BIG_GIN:
        return
    if memory.hand != v.hand:
        memory.hand, memory.count = v.hand, 0
    if memory.count < PAIRS:
        memory.pairs[memory.count] = 1 << int(v.drawn) | 1 << int(move) % KNOCK
        memory.count += 1


class Player(CompiledAgent):
    """Greedy for low deadwood."""

    style = "Keeps its deadwood low, and knocks at the first chance."
    learned = "A few simple rules."
    decide, remember, memory = decide, remember, NOTES
    unit = "deadwood saved"

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        out = np.zeros(moves.shape)
        value_all(views, moves, counts, np.zeros((len(views), 52)), out)
        return out
