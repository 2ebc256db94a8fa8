"""A hand in few words: the bucket of what a seat knows, and the few things it may do.

A position is four masks (own cards, the pile, cards the other holds for sure, cards it refused), so
208 bits; a linear encoder presses them into a short code, and the nearest centre is the bucket. In it a
player has three plans: to keep least deadwood, to discard what the other can hardly use, to knock.
"""

from __future__ import annotations

import numpy as np

from kibitz.games.gin.melds import count, deadwood, deadwood_without, lowest, meldable, wanted
from kibitz.games.gin.rules import DISCARDING, DRAW, DRAWING, KNOCK, PASS, TAKE, may_discard, unseen
from kibitz.games.gin.wants import beside
from kibitz.kernel import kernel

BITS = 208
KINDS, PLANS = 4, 3
"""Kinds of decision (the upcard makes no meld; it makes one; discard; discard or knock), and the most plans."""
SLACK = 5
"""How much deadwood a safe discard may cost."""


@kernel
def refused(v, other):
    """The cards a player has thrown or declined."""
    cards = 0
    for card in range(52):
        if v.threw[other, card] or v.declined[other, card]:
            cards |= 1 << card
    return cards


@kernel
def mask(v, seat, i):
    """The i-th of the four masks of a position."""
    if i == 0:
        return int(v.hands[seat])
    if i == 1:
        return int(v.pile)
    return int(v.known[1 - seat]) if i == 2 else refused(v, 1 - seat)


@kernel
def bits_all(views, out):
    """Positions of the seats to move as rows of 208 bits."""
    for i in range(len(views)):
        for k in range(4):
            cards = mask(views[i], int(views[i].to_move), k)
            for card in range(52):
                out[i, 52 * k + card] = cards >> card & 1


@kernel
def bucket(v, seat, code):
    """The bucket of a position; `code` is the encoder's matrix and offset, the centres, and room for a code."""
    matrix, offset, centres, room = code
    room[:] = offset
    for k in range(4):
        cards = mask(v, seat, k)
        while cards:
            bit = 52 * k + lowest(cards)
            cards &= cards - 1
            for i in range(len(room)):
                room[i] += matrix[i, bit]
    best, least = 0, np.inf
    for b in range(len(centres)):
        apart = 0.0
        for i in range(len(room)):
            apart += (centres[b, i] - room[i]) ** 2
        if apart < least:
            best, least = b, apart
    return best


@kernel
def infoset(v, seat, code):
    """The number of what a seat knows: its bucket and the kind of decision."""
    if v.phase == DISCARDING:
        kind = 3 if plans(v, seat)[1] <= v.limit else 2
    else:
        kind = wanted(int(v.hands[seat])) >> int(v.upcard) & 1
    return kind * len(code[2]) + bucket(v, seat, code)


@kernel
def actions(v, seat, moves):
    """The moves that the plans come to here: take or leave; greedy discard, safe discard, knock. Gin is no choice."""
    if v.phase != DISCARDING:
        moves[0], moves[1] = TAKE, DRAW if v.phase == DRAWING else PASS
        return 2
    greedy, dead, safe = plans(v, seat)
    if dead == 0:
        moves[0] = KNOCK + greedy
        return 1
    moves[0], moves[1], moves[2] = greedy, safe, KNOCK + greedy
    return 3 if dead <= v.limit else 2


@kernel
def plans(v, seat):
    """The discard that leaves least deadwood, that deadwood, and the safest discard that costs little."""
    hand, allowed = int(v.hands[seat]), may_discard(v)
    all_dead, in_melds = deadwood(hand), meldable(hand)
    greedy, least = 0, 1000
    cards = allowed
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        dead = deadwood_without(hand, all_dead, in_melds, card)
        if dead < least:
            greedy, least = card, dead
    safe, danger = greedy, 1000
    open_cards, known = unseen(v, seat), int(v.known[1 - seat])
    cards = allowed
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if deadwood_without(hand, all_dead, in_melds, card) <= least + SLACK:
            near = beside(1 << card)
            risk = count(near & open_cards) + 4 * count(near & known)
            if risk < danger:
                safe, danger = card, risk
    return greedy, least, safe
