"""A hand in few words: the bucket of what a seat knows, and the few things it may do.

A position is four masks (own cards, the pile, cards the other holds for sure, cards it refused), so
208 bits; a linear encoder presses them into a short code, and the nearest centre is the bucket. Beside it,
or in its place, stand the things a player would look at: deadwood, turn, what the other took, what would
help. A player has four plans: to keep least deadwood, to keep what may still become melds, to discard
what the other can hardly use, to knock.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from kibitz.games.gin.choices import least_danger, leave, lowest_left, most_hope
from kibitz.games.gin.melds import count, deadwood, lowest, wanted
from kibitz.games.gin.rules import DISCARDING, KNOCK, TAKE, may_discard, unseen
from kibitz.kernel import kernel, record

BITS = 208
KINDS, PLANS = 4, 4
"""Kinds of decision (the upcard makes no meld; it makes one; discard; discard or knock), and the most plans."""
SLACK = 5
"""How much deadwood a safe discard may cost."""
DEADS, TURNS, TAKEN, OUTS = 6, 5, 3, 4
"""How many classes of deadwood, turns, cards taken by the other, and helpful cards are told apart."""
LOOKS = DEADS * TURNS * TAKEN * OUTS


def coded(tables: Mapping[str, np.ndarray], name: str, **more: np.ndarray) -> np.ndarray:
    """How `infoset` tells positions apart, as one record (with room for what else a player needs).

    Of all centres the nearest to a code is the one with the highest ``centre · code - centre² / 2``. The code is
    a sum over the bits of a position, and so is that: a bucket has one number per bit, and one more.
    """
    matrix, offset, centres, looks = (
        tables[f"{name}.{part}"].astype(np.float64) for part in ("matrix", "offset", "centres", "looks")
    )
    parts = {
        **more,
        "per_bit": centres @ matrix,
        "at_first": centres @ offset - (centres**2).sum(axis=1) / 2,
        "looks": looks[0],
    }
    code = np.zeros(1, record([(part, "f8", np.shape(values)) for part, values in parts.items()]))
    for part, values in parts.items():
        code[part] = values
    return code


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
    """The bucket of a position."""
    hand, pile, known, cold = mask(v, seat, 0), mask(v, seat, 1), mask(v, seat, 2), mask(v, seat, 3)
    best, most = 0, -math.inf
    for b in range(len(code.at_first)):
        near = code.at_first[b]
        for k in range(4):
            cards = hand if k == 0 else pile if k == 1 else known if k == 2 else cold
            while cards:
                near += code.per_bit[b, 52 * k + lowest(cards)]
                cards &= cards - 1
        if near > most:
            best, most = b, near
    return best


@kernel
def infoset(v, seat, code):
    """The number of what a seat knows: the kind of decision, its bucket, and what it looks at (if `code` says so)."""
    hand = int(v.hands[seat])
    if v.phase == DISCARDING:
        greedy, dead = lowest_left(hand, may_discard(v))
        kind, kept = 3 if dead <= v.limit else 2, hand ^ (1 << greedy)
    else:
        kind, kept = wanted(hand) >> int(v.upcard) & 1, hand
        dead = deadwood(hand) if code.looks else 0
    buckets = len(code.at_first)
    number = kind * buckets + (bucket(v, seat, code) if buckets > 1 else 0)
    return number * LOOKS + look(v, seat, kept, dead) if code.looks else number


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
        moves[0], moves[1] = TAKE, leave(v)
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
