"""What every player of cribbage shares: three kinds of decision, one compiled loop."""

from __future__ import annotations

from kibitz.games.cribbage import rules
from kibitz.games.cribbage.counting import NONE, count, peg, rank_of, value
from kibitz.games.cribbage.rules import CLAIM, CRIB
from kibitz.kernel import kernel

GREEDY_TIE = 1e-3
"""Less than any difference in points, so that it only decides between equals."""


@kernel
def fill_claims(v, moves, n, values):
    """With muggins: the true count is worth one, all others nothing."""
    if v.counting == CRIB:
        a, b, c, d = v.cards[0, 4], v.cards[0, 5], v.cards[1, 4], v.cards[1, 5]
    else:
        cards = v.cards[rules.owner(v)]
        a, b, c, d = cards[0], cards[1], cards[2], cards[3]
    true = count(a, b, c, d, v.starter, v.counting == CRIB)
    for i in range(n):
        values[i] = 1.0 if moves[i] == CLAIM + true else 0.0


@kernel
def gain_of(v, card):
    """What a card scores at once in the play, the point for a sure last card not counted."""
    v.pile[v.played] = card
    points = peg(v.pile, v.start, v.played + 1, v.total + value(card))
    v.pile[v.played] = NONE
    return points


@kernel
def fill_greedy(v, moves, n, values):
    """One ahead: the most points at once, of equals the higher card."""
    for i in range(n):
        values[i] = gain_of(v, moves[i]) + GREEDY_TIE * rank_of(moves[i])


@kernel
def fill_one_ply(v, moves, n, values):
    """Points at once, less the other player's expected best reply from cards that could be any unseen ones."""
    me = v.to_move
    other = 1 - me
    unseen = 0  # how many cards of each rank were not seen, four bits a rank
    for rank in range(13):
        unseen += 4 << 4 * rank
    for i in range(6):
        unseen -= 1 << 4 * rank_of(v.cards[me, i])
    unseen -= 1 << 4 * rank_of(v.starter)
    for i in range(v.played):
        if v.by[i] == other:
            unseen -= 1 << 4 * rank_of(v.pile[i])
    for i in range(n):
        card = moves[i]
        values[i] = gain_of(v, card) + GREEDY_TIE * rank_of(card)
        total = v.total + value(card)
        if v.left[other] > 0:
            v.pile[v.played] = card
            v.played += 1
            start = v.start
            if total == 31:
                total, v.start = 0, v.played
            values[i] -= expected_reply(v, unseen, total, v.left[other], v.above[other])
            v.start = start
            v.played -= 1
            v.pile[v.played] = NONE


@kernel
def expected_reply(v, unseen, total, cards, above):
    """The mean of the most points that so many cards, each as likely as the others, can score next."""
    all_cards = 0
    for rank in range(13):
        if value(rank) > above:
            all_cards += (unseen >> 4 * rank) & 15
    expected, before, level = 0.0, 1.0, 0
    # The mean of a maximum: the chance that it is more than 0, plus that it is more than 1, and so on.
    while before > 0 and level < 14:
        within = 0
        for rank in range(13):
            copies = (unseen >> 4 * rank) & 15
            if copies and value(rank) > above:
                if total + value(rank) > 31 or reply_gain(v, rank, total) <= level:
                    within += copies
        none = 1.0  # the chance that none of the cards scores more than `level`
        for k in range(cards):
            none *= max(within - k, 0) / (all_cards - k)
        before = 1 - none
        expected += before
        level += 1
    return expected


@kernel
def reply_gain(v, rank, total):
    v.pile[v.played] = rank
    points = peg(v.pile, v.start, v.played + 1, total + value(rank))
    v.pile[v.played] = NONE
    return points
