"""What a move leaves in cribbage, as ones and zeros: the picture a network looks at.

The cards still in hand, the two thrown and into whose crib, what the kept hand counts on average or, once the starter
is turned, for sure. Of the play: the count after the move, its last cards, what the move pegs, what the other has laid
and holds. Of the cards that may come, by rank, how many were seen. Bars say what either player still needs.
"""

from __future__ import annotations

import numpy as np

from kibitz.games.cribbage.counting import rank_of, value
from kibitz.games.cribbage.pegging import gain_of
from kibitz.games.cribbage.rules import DISCARD, DISCARDING
from kibitz.games.cribbage.stats import PAIRS, hand_index, pair_index, tables
from kibitz.kernel import kernel
from kibitz.picture import bar

HELD = 0
THROWN = HELD + 52
COUNTS, COUNT_STEPS = THROWN + 2 * PAIRS, 48
"""In half points."""
TOTAL = COUNTS + COUNT_STEPS
LAST, LAST_CARDS = TOTAL + 32, 3
PEGS, PEG_STEPS = LAST + 13 * LAST_CARDS, 12
LEFT = PEGS + PEG_STEPS
LAID = LEFT + 8
SEEN = LAID + 4 * 13
ABOVE = SEEN + 4 * 13
STARTER = ABOVE + 10
NEEDS, NEED_STEPS = STARTER + 13, 60
DEALS = NEEDS + 2 * NEED_STEPS
FAR, FAR_STEPS, FAR_STEP = DEALS + 2, 31, 4
"""Needs once more, in steps of four, as far as the longest way to go."""
SIZE = FAR + 2 * FAR_STEPS

HAND_POINTS = tables()["hand"].astype(np.int8)
"""What four ranks count with a starter's rank; flushes and his nobs apart."""


@kernel
def picture(v, seat, move, out):
    other, cards = 1 - seat, v.cards[seat]
    first, second, laid = 4, 5, -1
    if v.phase == DISCARDING:
        first, second = (move - DISCARD) // 10, (move - DISCARD) % 10
    else:
        laid = move
    deals, packed, k = int(seat == v.dealer), 0, 0
    seen = theirs = 0  # by rank, four bits each
    for i in range(6):
        seen = mark(out, SEEN, seen, rank_of(cards[i]))
        if i != first and i != second:
            packed |= rank_of(cards[i]) << 4 * k
            k += 1
            if (v.laid[seat] >> i) & 1 == 0 and cards[i] != laid:
                out[HELD + cards[i]] = 1
    out[THROWN + PAIRS * deals + pair_index(rank_of(cards[first]), rank_of(cards[second]))] = 1
    hand = hand_index(packed & 15, packed >> 4 & 15, packed >> 8 & 15, packed >> 12 & 15)
    total, start, pegged = int(v.total), int(v.start), 0
    if laid >= 0:
        starter = rank_of(v.starter)
        out[STARTER + starter] = 1
        seen = mark(out, SEEN, seen, starter)
        bar(out, COUNTS, COUNT_STEPS, 2 * HAND_POINTS[hand, starter])
        for i in range(v.played):
            if v.by[i] == other:
                seen = mark(out, SEEN, seen, rank_of(v.pile[i]))
                theirs = mark(out, LAID, theirs, rank_of(v.pile[i]))
        total += value(laid)
        pegged = gain_of(v, laid)
        bar(out, PEGS, PEG_STEPS, pegged)
        if total < 31:
            out[LAST + rank_of(laid)] = 1
            for i in range(1, LAST_CARDS):
                if v.played - i >= start:
                    out[LAST + 13 * i + rank_of(v.pile[v.played - i])] = 1
        else:
            total = 0
    else:
        bar(out, COUNTS, COUNT_STEPS, twice_the_mean(seen, hand))
    for i in range(2):
        need = int(v.target) - int(v.points[other]) if i else int(v.target) - int(v.points[seat]) - pegged
        bar(out, NEEDS + NEED_STEPS * i, NEED_STEPS, need)
        bar(out, FAR + FAR_STEPS * i, FAR_STEPS, need // FAR_STEP)
    out[TOTAL + total] = 1
    bar(out, LEFT, 4, int(v.left[seat]) - (laid >= 0))
    bar(out, LEFT + 4, 4, int(v.left[other]))
    bar(out, ABOVE, 10, int(v.above[other]))
    out[DEALS] = deals
    out[DEALS + 1] = laid >= 0


@kernel
def mark(out, start, counts, rank):
    """One more of a rank: places of the same rank are filled one after the other; `counts`, with this one."""
    out[start + 13 * ((counts >> 4 * rank) & 15) + rank] = 1
    return counts + (1 << 4 * rank)


@kernel
def twice_the_mean(seen, hand):
    """Twice what a hand counts on average over the starters that may be turned, rounded down."""
    points = 0
    for rank in range(13):
        points += (4 - ((seen >> 4 * rank) & 15)) * HAND_POINTS[hand, rank]
    return 2 * points // 46
