"""What a card in the play is worth by simple rules: its points at once, and these less the other's best reply."""

from __future__ import annotations

import numpy as np

from kibitz.games.cribbage.counting import NONE, peg, rank_of, value
from kibitz.games.cribbage.rules import may_lay
from kibitz.games.cribbage.stats import FULL_PACK
from kibitz.kernel import kernel

HIGHER = 1e-3
"""Per rank. Less than any difference in points, so of cards worth the same the higher is played."""


@kernel
def gain_of(s, card):
    """What a card scores at once, the point for a sure last card not counted."""
    s.pile[s.played] = card
    points = peg(s.pile, s.start, s.played + 1, s.total + value(card))
    s.pile[s.played] = NONE
    return points


@kernel
def worth_at_once(s, card):
    """The most points at once are best, of equals the higher card."""
    return gain_of(s, card) + HIGHER * rank_of(card)


@kernel
def fill_worth_at_once(v, moves, n, values):
    for i in range(n):
        values[i] = worth_at_once(v, moves[i])


@kernel
def greedy_card(s):
    """The card of the player to move that is worth most at once."""
    p, best, most = s.to_move, NONE, -1.0
    for i in range(4):
        if may_lay(s, p, i):
            worth = worth_at_once(s, s.cards[p, i])
            if worth > most:
                best, most = s.cards[p, i], worth
    return best


@kernel
def fill_worth_after_reply(v, moves, n, values):
    """Points at once, less the other player's expected best reply from cards that could be any unseen ones."""
    unseen = unseen_ranks(v)
    for i in range(n):
        values[i] = worth_at_once(v, moves[i])
        if v.left[1 - v.to_move] > 0:
            values[i] -= expected_reply_to(v, moves[i], unseen)


@kernel
def unseen_ranks(v):
    """How many cards of each rank the player to move has not seen, four bits per rank."""
    me = v.to_move
    unseen = FULL_PACK
    for i in range(6):
        unseen -= 1 << 4 * rank_of(v.cards[me, i])
    unseen -= 1 << 4 * rank_of(v.starter)
    for i in range(v.played):
        if v.by[i] != me:
            unseen -= 1 << 4 * rank_of(v.pile[i])
    return unseen


@kernel
def expected_reply_to(v, card, unseen):
    """The mean of the other's best points after a card, the point for a last card not counted."""
    other, start = 1 - v.to_move, v.start
    total = v.total + value(card)
    v.pile[v.played] = card
    v.played += 1
    if total == 31:
        total, v.start = 0, v.played
    expected = expected_reply(v, unseen, total, v.left[other], v.above[other])
    v.start = start
    v.played -= 1
    v.pile[v.played] = NONE
    return expected


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
    """What a card of a rank would score at a count that may differ from the view's."""
    v.pile[v.played] = rank
    points = peg(v.pile, v.start, v.played + 1, total + value(rank))
    v.pile[v.played] = NONE
    return points


# --- for hints ------------------------------------------------------------------------------------


@kernel
def is_surely_last(v, card):
    """Whether the player to move knows that nobody can lay another card on this one: it then scores one."""
    me, total = v.to_move, v.total + value(card)
    for i in range(4):
        if (v.laid[me] >> i) & 1 == 0 and v.cards[me, i] != card and total + value(v.cards[me, i]) <= 31:
            return False
    return total < 31 and (v.left[1 - me] == 0 or total + v.above[1 - me] >= 31)


@kernel
def fill_columns(v, moves, n, now, reply):
    unseen = unseen_ranks(v)
    for i in range(n):
        now[i] = gain_of(v, moves[i]) + is_surely_last(v, moves[i])
        reply[i] = -expected_reply_to(v, moves[i], unseen) if v.left[1 - v.to_move] > 0 else 0.0


def play_columns(view: np.record, moves: np.ndarray) -> dict[str, np.ndarray]:
    """For each card: the points it scores now, and those of the other's best reply on average, as a loss."""
    now, reply = np.zeros(len(moves)), np.zeros(len(moves))
    fill_columns(view, moves, len(moves), now, reply)
    return {"points now": now, "risk": reply}
