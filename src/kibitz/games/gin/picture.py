"""What a move leaves in gin rummy, as ones and zeros: the picture a network looks at.

Sets of cards, each as 52 places: the own hand after the move, and its part that lies in melds; the cards outside it
that would make a meld; what is known of the other's hand; the pile and its top card; what the other threw, took and
left lying. Then bars: the deadwood, the turn, the stock; and what kind of move it is.
"""

from __future__ import annotations

from kibitz.games.gin.melds import best_sets, count, deadwood, runs, value, wanted
from kibitz.games.gin.rules import BIG_GIN, DRAW, KNOCK, NONE, PASS, TAKE, unseen
from kibitz.kernel import kernel
from kibitz.picture import bar, cards

HAND, MELDED, WANTED, LIVE, KNOWN, PILE, UPCARD, THREW, TOOK, DECLINED, LATELY = (52 * i for i in range(11))
DEAD, DEAD_STEPS = 11 * 52, 60
TURN, TURN_STEPS = DEAD + DEAD_STEPS, 32
STOCK, STOCK_STEPS = TURN + TURN_STEPS, 32
KIND, KINDS = STOCK + STOCK_STEPS, 6
LIMIT, LIMIT_STEPS = KIND + KINDS, 10
STARTED = LIMIT + LIMIT_STEPS
LONE = STARTED + 1
SIZE = LONE + 12
"""How many cards of the hand are in no meld, as a bar, at the end."""

RECENT = 4
"""Turns: what the other threw so lately is drawn apart."""


@kernel
def picture(v, seat, move, out):
    other = 1 - seat
    hand, pile, upcard, kind = int(v.hands[seat]), int(v.pile), int(v.upcard), 0
    if move == TAKE:
        hand |= 1 << upcard
        pile ^= 1 << upcard
        upcard = NONE
    elif move == DRAW:
        kind = 1
    elif move == PASS:
        kind = 2
    elif move == BIG_GIN:
        kind = 5
    else:
        upcard = move % KNOCK
        hand ^= 1 << upcard
        pile |= 1 << upcard
        kind = 4 if move >= KNOCK else 3
    sets = best_sets(hand, 0, 0)
    melded = sets | runs(hand ^ sets)
    cards(out, HAND, hand)
    cards(out, MELDED, melded)
    fits = wanted(hand)
    cards(out, WANTED, fits)
    cards(out, LIVE, fits & unseen(v, seat))
    cards(out, KNOWN, int(v.known[other]))
    cards(out, PILE, pile)
    if upcard != NONE:
        out[UPCARD + upcard] = 1
    for card in range(52):
        out[THREW + card] = v.threw[other, card] > 0
        out[TOOK + card] = v.took[other, card] > 0
        out[DECLINED + card] = v.declined[other, card] > 0
        out[LATELY + card] = v.threw[other, card] > 0 and v.threw[other, card] + RECENT > v.turn
    dead = deadwood(hand)
    if move == TAKE:
        dead = least_after_discard(hand, int(v.upcard))
    bar(out, DEAD, DEAD_STEPS, dead)
    bar(out, TURN, TURN_STEPS, int(v.turn))
    bar(out, STOCK, STOCK_STEPS, 52 - int(v.next))
    out[KIND + kind] = 1
    bar(out, LIMIT, LIMIT_STEPS, int(v.limit))
    out[STARTED] = v.starter == seat
    bar(out, LONE, 12, count(hand ^ melded))


@kernel
def least_after_discard(hand, kept):
    """The least deadwood that a discard other than `kept` leaves: the dearest card outside the melds goes."""
    sets = best_sets(hand, 0, 0)
    loose = hand ^ (sets | runs(hand ^ sets))
    dead, dearest = deadwood(hand), 0
    for card in range(52):
        if loose >> card & 1 and card != kept:
            dearest = max(dearest, value(card))
    return dead - dearest
