"""What a move leaves in ZSY, as ones and zeros: the picture a network looks at.

Ranks by counts: row `k` of a set of cards says of which ranks there are more than `k`. Four sets: the seat's own cards
after the move, the cards it has not seen, those the other has played, and those now on the table. Then for singles,
doubles, triples and chains the ranks from the lowest that the other has passed on, and how many cards each holds.
"""

from __future__ import annotations

from kibitz.games.zsy.rules import BOMB, KINDS, LARGEST_HAND, PASS, RANKS, TRIPLE, cards_of, count, total, unseen
from kibitz.kernel import kernel
from kibitz.picture import bar

SET = BOMB * RANKS
OWN, UNSEEN, PLAYED, TABLE, PASSED = (SET * i for i in range(5))
MINE = PASSED + (TRIPLE + 1) * RANKS
THEIRS = MINE + LARGEST_HAND
LEADS = THEIRS + LARGEST_HAND
SIZE = LEADS + 1


@kernel
def picture(v, seat, move, out):
    other = 1 - seat
    laid = 0 if move == PASS else cards_of(move)
    hand = v.hands[seat] - laid
    ranks(out, OWN, hand)
    ranks(out, UNSEEN, v.hands[other] if v.open else unseen(v, seat))
    ranks(out, PLAYED, v.played[other])
    ranks(out, TABLE, laid)
    for rank in range(RANKS):
        for k in range(TRIPLE):
            out[PASSED + k * RANKS + rank] = v.passed[other, k] <= rank
        for k in range(BOMB, KINDS):
            if v.passed[other, k] <= rank:
                out[PASSED + TRIPLE * RANKS + rank] = 1
    bar(out, MINE, LARGEST_HAND, total(hand))
    bar(out, THEIRS, LARGEST_HAND, int(v.left[other]))
    out[LEADS] = move == PASS


@kernel
def ranks(out, start, cards):
    """Row `k` says of which ranks there are more than `k`."""
    for rank in range(RANKS):
        for k in range(count(cards, rank)):
            out[start + k * RANKS + rank] = 1
