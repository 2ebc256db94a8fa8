"""The simple player of the EAAI gin rummy challenge, which everybody trains against.

It takes the upcard if and only if the card is part of some meld of the eleven, even where deadwood
does not fall. It discards at random among the cards that leave the least deadwood, never the upcard
just taken, and never repeats a pair {drawn, discarded} within a hand. It knocks at the first chance.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.games.gin.discards import least_deadwood
from kibitz.games.gin.melds import deadwood, wanted
from kibitz.games.gin.rules import DISCARDING, DRAWING, KNOCK, PASS, TAKE, may_discard
from kibitz.games.gin.rules import DRAW as DRAW_FROM_STOCK
from kibitz.kernel import kernel, record

PAIRS = 50
"""A hand has at most a hundred turns."""

AT_ONCE = 100.0
"""What makes a knock worth more than any other move."""

NOTES = record([("hand", "i2"), ("count", "i2"), ("pairs", "i8", (PAIRS,))])


class Player(Agent):
    """Greedy for low deadwood."""

    memory = NOTES
    unit = "deadwood saved"

    def act(self, views, moves, counts, notes):
        chosen = np.empty(len(views), np.int32)
        choose_all(views, notes, chosen)
        return chosen

    def values(self, views, moves, counts, *notes):
        out = np.zeros(moves.shape)
        value_all(views, moves, counts, np.zeros((len(views), 52)), out)
        return out


@kernel
def choose_all(views, notes, chosen):
    for i in range(len(views)):
        chosen[i] = choose(views[i], notes[i])


@kernel
def choose(v, notes):
    if v.phase != DISCARDING:
        return choose_draw(v)
    if notes.hand != v.hand:
        notes.hand, notes.count = v.hand, 0
    hand, drawn = int(v.hands[v.to_move]), 1 << int(v.drawn)
    allowed = may_discard(v)
    cards = allowed
    # A pair can come again only with a card that was seen before, so with one from the pile.
    if v.from_pile:
        for i in range(notes.count):
            if notes.pairs[i] & drawn:
                cards &= ~notes.pairs[i]
    card, dead = least_deadwood(v, hand, cards if cards else allowed)
    if notes.count < PAIRS:
        notes.pairs[notes.count] = drawn | 1 << card
        notes.count += 1
    return KNOCK + card if dead <= v.limit else card


@kernel
def choose_draw(v):
    """Take what is part of a meld."""
    if wanted(int(v.hands[v.to_move])) >> int(v.upcard) & 1:
        return TAKE
    return DRAW_FROM_STOCK if v.phase == DRAWING else PASS


@kernel
def value_all(views, moves, counts, dangers, out):
    """How its greed ranks the moves: taking melds, leaving little deadwood, knocking when it can.

    `dangers` are points that other, more careful players take off for each card discarded.
    """
    for i in range(len(views)):
        v = views[i]
        hand = int(v.hands[v.to_move])
        for j in range(counts[i]):
            move = int(moves[i, j])
            if v.phase != DISCARDING:
                out[i, j] = 1.0 if move == choose_draw(v) else 0.0
            elif move < 2 * KNOCK:
                card = move % KNOCK
                out[i, j] = AT_ONCE * (move >= KNOCK) - deadwood(hand ^ (1 << card)) - dangers[i, card]
            else:
                out[i, j] = AT_ONCE
