"""A hand in few words: the bucket of what a seat knows, and the few things it may do.

A position is four masks (own cards, the pile, cards the other holds for sure, cards it refused), so
208 bits; a linear encoder presses them into a short code, and the nearest centre is the bucket. Beside it,
or in its place, stand the things a player would look at: deadwood, turn, what the other took, what would
help. A player has four plans: to keep least deadwood, to keep what may still become melds, to discard
what the other can hardly use, to knock.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kibitz.games.gin.discards import least_danger, most_hope
from kibitz.games.gin.melds import count, deadwood, deadwood_without, lowest, meldable, wanted
from kibitz.games.gin.rules import DISCARDING, DRAW, DRAWING, KNOCK, PASS, TAKE, may_discard, unseen
from kibitz.kernel import kernel

BITS = 208
KINDS, PLANS = 4, 4
"""Kinds of decision (the upcard makes no meld; it makes one; discard; discard or knock), and the most plans."""
SLACK = 5
"""How much deadwood a safe discard may cost."""
DEADS, TURNS, TAKEN, OUTS = 6, 5, 3, 4
"""How many classes of deadwood, turns, cards taken by the other, and helpful cards are told apart."""
LOOKS = DEADS * TURNS * TAKEN * OUTS


def coded(tables: Mapping[str, np.ndarray], name: str) -> tuple[np.ndarray, ...]:
    """How `infoset` tells positions apart: encoder, offset, centres, whether it looks as a player does, and scratch."""
    parts = [tables[f"{name}.{part}"].astype(np.float64) for part in ("matrix", "offset", "centres", "looks")]
    return (*parts, np.empty(len(parts[1])))


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
    """The bucket of a position by the encoder and the centres of `code`."""
    matrix, offset, centres, _, room = code
    for i in range(len(room)):
        room[i] = offset[i]
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
    """The number of what a seat knows: the kind of decision, its bucket, and what it looks at (if `code` says so)."""
    hand = int(v.hands[seat])
    looks = code[3][0]
    if v.phase == DISCARDING:
        greedy, dead = lowest_left(hand, may_discard(v))
        kind, kept = 3 if dead <= v.limit else 2, hand ^ (1 << greedy)
    else:
        kind, kept = wanted(hand) >> int(v.upcard) & 1, hand
        dead = deadwood(hand) if looks else 0
    number = kind * len(code[2]) + (bucket(v, seat, code) if len(code[2]) > 1 else 0)
    return number * LOOKS + look(v, seat, kept, dead) if looks else number


@kernel
def look(v, seat, kept, dead):
    """What a player would look at, as one number: deadwood, turn, cards the other took, cards that help."""
    if dead <= 10:
        low = (dead + 1) // 2  # 0, 1-2, ... 9-10
    else:
        low = min((dead - 1) // 10, DEADS) - 1  # 11-20, ... 51 and more
    turn = min((int(v.turn) - 1) // 4, TURNS - 1)
    taken = min(count(int(v.known[1 - seat])), TAKEN - 1)
    outs = min(count(wanted(kept) & unseen(v, seat)) // 3, OUTS - 1)
    return ((low * TURNS + turn) * TAKEN + taken) * OUTS + outs


@kernel
def actions(v, seat, moves):
    """The moves that the plans come to here: take or leave; greedy, hopeful, safe discard, knock. Gin is no choice."""
    if v.phase != DISCARDING:
        moves[0], moves[1] = TAKE, DRAW if v.phase == DRAWING else PASS
        return 2
    hand, allowed, open_cards = int(v.hands[seat]), may_discard(v), unseen(v, seat)
    greedy, dead = lowest_left(hand, allowed)
    if dead == 0:
        moves[0] = KNOCK + greedy
        return 1
    moves[0], moves[1] = greedy, most_hope(hand, allowed, open_cards)[0]
    moves[2] = least_danger(hand, allowed, dead + SLACK, open_cards, int(v.known[1 - seat]))
    moves[3] = KNOCK + greedy
    return 4 if dead <= v.limit else 3


@kernel
def lowest_left(hand, cards):
    """The first of the `cards` that leaves least deadwood, and that deadwood."""
    all_dead, in_melds = deadwood(hand), meldable(hand)
    best, least = 0, 1000
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        dead = deadwood_without(hand, all_dead, in_melds, card)
        if dead < least:
            best, least = card, dead
    return best, least
