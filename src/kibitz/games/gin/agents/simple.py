"""The simple player of the EAAI gin rummy challenge, which everybody trains against.

It takes the upcard if and only if the card is part of some meld of the eleven, even where deadwood
does not fall. It discards at random among the cards that leave the least deadwood, never the upcard
just taken, and never repeats a pair {drawn, discarded} within a hand. It knocks at the first chance.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.games.gin.melds import deadwood, deadwood_without, lowest, meldable, wanted
from kibitz.games.gin.rules import DISCARDING, DRAWING, KNOCK, PASS, TAKE, may_discard
from kibitz.games.gin.rules import DRAW as DRAW_FROM_STOCK
from kibitz.kernel import draw, kernel, record

PAIRS = 50
"""A hand has at most a hundred turns."""

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
        value_all(views, moves, counts, out)
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
def least_deadwood(v, hand, cards):
    """One of the `cards` that leave the least deadwood when discarded, at random, and that deadwood."""
    all_dead, in_melds = deadwood(hand), meldable(hand)
    least, best, equals = 1000, 0, 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        dead = deadwood_without(hand, all_dead, in_melds, card)
        if dead < least:
            least, best, equals = dead, 0, 0
        if dead == least:
            best |= 1 << card
            equals += 1
    for _ in range(draw(v, equals) if equals > 1 else 0):
        best &= best - 1
    return lowest(best), least


@kernel
def value_all(views, moves, counts, out):
    """How its greed ranks the moves: taking melds, leaving little deadwood, knocking when it can."""
    for i in range(len(views)):
        v = views[i]
        hand = int(v.hands[v.to_move])
        for j in range(counts[i]):
            move = int(moves[i, j])
            if v.phase != DISCARDING:
                out[i, j] = 1.0 if move == choose_draw(v) else 0.0
            elif move < 2 * KNOCK:
                out[i, j] = (move >= KNOCK) - deadwood(hand ^ (1 << move % KNOCK))
            else:
                out[i, j] = 1.0
