"""What a move leaves in gin rummy, as ones and zeros: the picture a network looks at.

Suits are all alike, so they are drawn in an order of their own: first that of which the hand has most, see `suits_of`.
Sets of cards, each as 52 places: the own hand after the move, and its part that lies in melds; the cards outside it
that would make a meld; what is known of the other's hand; the pile and its top card; what the other threw, took and
left lying. Then bars: the deadwood, the turn, the stock; and what kind of move it is. Then what it leads to: the own
cards that lack one live card of a meld, and those the other saw taken; in how many ways the other could meld the card
it is left, and in how many with cards it is known to hold; how many cards would help, or make gin; and how many points
both still need to win the game, which in its last hand are few: see `goal`.
"""

from __future__ import annotations

from kibitz.games.gin.choices import gin_outs
from kibitz.games.gin.melds import (
    COLUMN,
    NOT_ACE,
    NOT_KING,
    RANKS,
    RUN_STARTS,
    best_sets,
    count,
    deadwood,
    runs,
    value,
    wanted,
)
from kibitz.games.gin.rules import BIG_GIN, DRAW, KNOCK, NONE, PASS, TAKE, unseen
from kibitz.kernel import kernel
from kibitz.picture import WHOLE, bar, cards

HAND, MELDED, WANTED, LIVE, KNOWN, PILE, UPCARD, THREW, TOOK, DECLINED, LATELY = (52 * i for i in range(11))
DEAD, DEAD_STEPS = 11 * 52, 60
TURN, TURN_STEPS = DEAD + DEAD_STEPS, 32
STOCK, STOCK_STEPS = TURN + TURN_STEPS, 32
KIND, KINDS = STOCK + STOCK_STEPS, 6
LIMIT, LIMIT_STEPS = KIND + KINDS, 10
STARTED = LIMIT + LIMIT_STEPS
LONE = STARTED + 1
"""How many cards of the hand are in no meld, as a bar."""
HALVES = -(-(LONE + 12) // WHOLE) * WHOLE
SEEN = HALVES + 52
DANGER, DANGER_STEPS = SEEN + 52, 6
THREAT, THREAT_STEPS = DANGER + DANGER_STEPS, 6
SURE, SURE_STEPS = THREAT + THREAT_STEPS, 3
HELPS, HELP_STEPS = SURE + SURE_STEPS, 20
GINS, GIN_STEPS = HELPS + HELP_STEPS, 10
NEEDS, NEED_STEPS = GINS + GIN_STEPS, 20
SIZE = NEEDS + 2 * NEED_STEPS

READY = 20
"""Who has more deadwood than this is not one card from gin."""
NEED = 5
"""Points that one step of a bar stands for."""

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
    live, known, fits = unseen(v, seat), int(v.known[other]), wanted(hand)
    suits = suits_of(int(v.hands[seat]), int(v.pile))
    cards(out, HAND, in_order(hand, suits))
    cards(out, MELDED, in_order(melded, suits))
    cards(out, WANTED, in_order(fits, suits))
    cards(out, LIVE, in_order(fits & live, suits))
    cards(out, KNOWN, in_order(known, suits))
    cards(out, PILE, in_order(pile, suits))
    if upcard != NONE:
        cards(out, UPCARD, in_order(1 << upcard, suits))
    for place in range(52):
        card = 13 * ((suits >> (2 * (place // 13))) & 3) + place % 13
        if v.threw[other, card] > 0:
            out[THREW + place] = 1
            out[LATELY + place] = v.threw[other, card] + RECENT > v.turn
        if v.took[other, card] > 0:
            out[TOOK + place] = 1
        if v.declined[other, card] > 0:
            out[DECLINED + place] = 1
    left = hand if move != TAKE else after_discard(hand, int(v.upcard))
    dead = deadwood(left)
    bar(out, DEAD, DEAD_STEPS, dead)
    bar(out, TURN, TURN_STEPS, int(v.turn))
    bar(out, STOCK, STOCK_STEPS, 52 - int(v.next))
    out[KIND + kind] = 1
    bar(out, LIMIT, LIMIT_STEPS, int(v.limit))
    out[STARTED] = v.starter == seat
    bar(out, LONE, 12, count(hand ^ melded))
    cards(out, HALVES, in_order(halves(hand & ~melded, live), suits))
    cards(out, SEEN, in_order(int(v.known[seat]) & hand, suits))
    if upcard != NONE:
        bar(out, DANGER, DANGER_STEPS, melds_with(upcard, live | known, live | known))
        bar(out, THREAT, THREAT_STEPS, melds_with(upcard, known, live))
        bar(out, SURE, SURE_STEPS, melds_with(upcard, known, known))
    bar(out, HELPS, HELP_STEPS, count(wanted(left) & live))
    if dead <= READY:
        bar(out, GINS, GIN_STEPS, gin_outs(left, live))
    bar(out, NEEDS, NEED_STEPS, (goal(v) - int(v.scores[seat]) + NEED - 1) // NEED)
    bar(out, NEEDS + NEED_STEPS, NEED_STEPS, (goal(v) - int(v.scores[other]) + NEED - 1) // NEED)


@kernel
def goal(v):
    """The score that wins: in the last hand of a game one point more than the leader has."""
    ahead = max(int(v.scores[0]), int(v.scores[1])) + 1
    return min(int(v.target), ahead) if v.hand >= v.last_hand else int(v.target)


@kernel
def suits_of(hand, pile):
    """The suits in the order they are drawn in, two bits each: by the cards of the hand, then by those of the pile."""
    order = taken = 0
    for place in range(4):
        first, most = 0, -1
        for suit in range(4):
            held, gone = (hand >> (13 * suit)) & RANKS, (pile >> (13 * suit)) & RANKS
            key = count(held) << 26 | held << 13 | gone
            if not (taken >> suit) & 1 and key > most:
                first, most = suit, key
        taken |= 1 << first
        order |= first << (2 * place)
    return order


@kernel
def in_order(cards, suits):
    """A set of cards with its suits in another order."""
    found = 0
    for place in range(4):
        found |= ((cards >> (13 * ((suits >> (2 * place)) & 3))) & RANKS) << (13 * place)
    return found


@kernel
def after_discard(hand, kept):
    """The hand after the discard, other than `kept`, that costs nothing: the dearest card outside the melds goes."""
    sets = best_sets(hand, 0, 0)
    loose = hand ^ (sets | runs(hand ^ sets))
    dearest, most = NONE, 0
    for card in range(52):
        if loose >> card & 1 and card != kept and value(card) > most:
            dearest, most = card, value(card)
    return hand if dearest == NONE else hand ^ (1 << dearest)


@kernel
def halves(hand, live):
    """The cards of a hand that lack one live card to be a meld: pairs, neighbours, and cards around one."""
    a, b, c, d = hand & RANKS, (hand >> 13) & RANKS, (hand >> 26) & RANKS, hand >> 39
    pairs = (a & b) | (c & d) | ((a | b) & (c | d))
    ranks = (live | live >> 13 | live >> 26 | live >> 39) & RANKS
    next_to = hand & (hand >> 1) & NOT_KING
    next_to &= ((live >> 2) & RUN_STARTS) | ((live << 1) & NOT_ACE)
    around = hand & (hand >> 2) & (live >> 1) & RUN_STARTS
    return ((pairs & ranks) * COLUMN & hand) | next_to | next_to << 1 | around | around << 2


@kernel
def melds_with(card, some, others):
    """In how many melds of three `card` lies together with one of `some` and one of the `others`."""
    rank, found = card % 13, 0
    for first in range(1, 4):
        for second in range(first + 1, 4):
            a, b = (card + 13 * first) % 52, (card + 13 * second) % 52
            found += is_pair(a, b, some, others)
    if rank >= 2:
        found += is_pair(card - 2, card - 1, some, others)
    if 1 <= rank <= 11:
        found += is_pair(card - 1, card + 1, some, others)
    if rank <= 10:
        found += is_pair(card + 1, card + 2, some, others)
    return found


@kernel
def is_pair(a, b, some, others):
    """Whether of two cards one is of `some` and the other of the `others`."""
    one_way = (some >> a) & (others >> b) & 1
    return one_way | ((some >> b) & (others >> a) & 1)
