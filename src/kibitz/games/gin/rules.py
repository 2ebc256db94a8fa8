"""Gin rummy: meld your ten cards, knock when little is left.

Two players, ten cards each, one card turned up, the rest is the stock. A turn: take the upcard or draw
from the stock, then discard one. The first upcard is offered to the starter and then to the other;
if both pass, the starter draws from the stock. An upcard just taken may not be discarded at once.

Melds are sets (three or four of a rank) and runs (three or more of a suit in a row, ace low). What is
in no meld is deadwood: ace 1, pictures 10. With ten points or less after the discard you may knock.
The cards are then laid down in the best way: melds for both, and the other may lay off deadwood on
the knocker's melds, but not when the knocker has none left (gin).

- Gin scores 25 and the other's deadwood.
- A knock scores the difference, if the other has more.
- Otherwise it is an undercut: the other scores 25 and the difference.

When the stock is down to two cards and nobody has knocked, the hand is void and the same player starts
again; otherwise the start alternates. The first to 100 wins.

These are the rules of the EAAI gin rummy challenge. Options: the knock limit (``knock=0`` is straight
gin), the bonuses, the target, ``oklahoma`` (the first upcard sets the limit; an ace: gin only),
``big_gin`` (a bonus for eleven melded cards without a discard; 0: no big gin), and ``hands``, how many
hands a game may have (1: a single hand). Two limits make every game end, which players who never knock
would not: the hundred hands of the default, after which the higher score wins, and a hundred
turns a hand, after which it is void.

Moves: ``take`` (or the card: ``Ks``), ``draw``, ``pass``; ``discard 5H``, ``throw 5H`` or the card alone; ``knock 5H``
(or ``gin 5H``) throws the card and lays down; ``big gin``. A card is a rank and a suit, in any case: ``10s`` is ``TS``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from kibitz.errors import BadOption
from kibitz.games.gin.melds import (
    ALL,
    at_least,
    best_sets,
    count,
    deadwood,
    deadwood_without,
    left_over,
    lowest,
    meldable,
    points,
    runs,
    value,
)
from kibitz.kernel import OVER, copy, draw, kernel, mix, record, shuffle
from kibitz.options import GameOptions, flag, whole

VERSION = 2
SEATS = 2
MOVES = 23
KNOCK, TAKE, DRAW, PASS, BIG_GIN = 52, 104, 105, 106, 107
"""Move codes; a card's own code discards it, and KNOCK + card knocks with it."""

OFFER, DRAWING, DISCARDING, ENDED = range(4)
VOID, KNOCKED, GIN, UNDERCUT, WENT_BIG = range(5)
"""How a hand ended."""

HAND = 10
STOCK_END = 2
"""The hand is void when so few cards are left to draw."""
LAST_TURN = 100
NONE = -1
"""No card."""


@dataclass(frozen=True)
class Options(GameOptions):
    knock: int = whole(0, 10, default=10, help="the most deadwood to knock with; 0: straight gin")
    gin: int = whole(0, 100, default=25, help="bonus for gin")
    undercut: int = whole(0, 100, default=25, help="bonus for an undercut")
    big_gin: int = whole(0, 100, default=0, help="bonus for eleven melded cards; 0: there is no big gin")
    oklahoma: bool = flag(False, help="the first upcard sets the knock limit")
    target: int = whole(1, 1000, default=100, help="the score that wins")
    hands: int = whole(1, 100, default=100, help="the most hands of a game; 1: a single hand")

    def check(self) -> None:
        if self.oklahoma and self.knock != 10:
            raise BadOption("oklahoma sets the knock limit itself; leave knock at 10")


STATE = record(
    [
        ("rng", "u8"),
        # The table. A view shows of the other hand only what is `known` of it, and none of the deck.
        ("hands", "i8", (2,)),  # masks of cards
        ("known", "i8", (2,)),  # cards of each hand that were taken from the pile
        ("pile", "i8"),  # all cards that were discarded and not taken
        ("deck", "i1", (52,)),  # the cards in the order they come; NONE in a view
        ("next", "i1"),  # where in the deck the stock begins
        ("upcard", "i1"),  # the card that may be taken, or NONE
        ("drawn", "i1"),  # what the player to move has drawn this turn
        ("from_pile", "i1"),  # whether that was the upcard
        # What everybody saw: the turn in which each player last did it with each card, 0 for never.
        ("took", "i1", (2, 52)),  # the turn in which each last took each card, 0 for never
        ("threw", "i1", (2, 52)),  # likewise, discarded it
        ("declined", "i1", (2, 52)),  # likewise, left it lying
        ("turn", "i1"),  # from 1; the starter's turns are odd
        ("phase", "i1"),  # OFFER, DRAWING, DISCARDING or ENDED
        ("to_move", "i1"),
        ("starter", "i1"),  # who began this hand
        ("limit", "i1"),  # of deadwood to knock with, in this hand
        ("hand", "i2"),  # from 1
        ("scores", "i2", (2,)),  # by seat
        # The hand before, as it was laid down.
        ("shown", "i8", (2,)),  # the cards of both; none where it was void
        ("knocker", "i1"),  # who ended the hand before, or NONE
        ("outcome", "i1"),  # how it ended: VOID, KNOCKED, GIN, UNDERCUT or WENT_BIG
        ("won", "i2", (2,)),  # points it brought, by seat
        # The options.
        ("knock", "i2"),
        ("gin", "i2"),
        ("undercut", "i2"),
        ("big_gin", "i2"),
        ("oklahoma", "i1"),
        ("target", "i2"),
        ("last_hand", "i2"),  # the option hands
    ]
)


# --- the eight kernels ----------------------------------------------------------------------------


@kernel
def deal(s, o, seed):
    s.rng = seed
    s.knock, s.gin, s.undercut, s.big_gin = o.knock, o.gin, o.undercut, o.big_gin
    s.oklahoma, s.target, s.last_hand = o.oklahoma, o.target, o.hands
    s.hand = s.starter = 0
    s.knocker, s.outcome = NONE, VOID
    for p in range(2):
        s.scores[p] = s.won[p] = s.shown[p] = 0
    deal_hand(s)


@kernel
def player(s):
    return OVER if s.phase == ENDED else int(s.to_move)


@kernel
def legal(s, moves):
    if s.phase == OFFER:
        moves[0], moves[1] = TAKE, PASS
        return 2
    if s.phase == DRAWING:
        moves[0], moves[1] = TAKE, DRAW
        return 2
    hand = int(s.hands[s.to_move])
    n = 0
    allowed = may_discard(s)
    cards = allowed
    while cards:
        moves[n] = lowest(cards)
        n += 1
        cards &= cards - 1
    dead = deadwood(hand)
    if dead - 10 <= s.limit:  # a discard saves ten points at most
        in_melds = meldable(hand)
        cards = allowed & at_least(dead - int(s.limit))  # and none more than its own
        while cards:
            card = lowest(cards)
            if deadwood_without(hand, dead, in_melds, card) <= s.limit:
                moves[n] = KNOCK + card
                n += 1
            cards &= cards - 1
    if dead == 0 and s.big_gin > 0:
        moves[n] = BIG_GIN
        n += 1
    return n


@kernel
def step(s, move):
    move = int(move)
    p = int(s.to_move)
    if move == TAKE:
        take_upcard(s, p)
    elif move == DRAW:
        s.declined[p, s.upcard] = s.turn
        draw_from_stock(s, p)
    elif move == PASS:
        s.declined[p, s.upcard] = s.turn
        s.turn += 1
        s.to_move = 1 - p
        if p != s.starter:
            draw_from_stock(s, 1 - p)
    elif move == BIG_GIN:
        settle(s, p)
    else:
        discard(s, p, move % KNOCK)
        if move >= KNOCK:
            settle(s, p)
        elif 52 - s.next <= STOCK_END or s.turn >= LAST_TURN:
            s.shown[0] = s.shown[1] = 0
            end_hand(s, NONE, VOID, 0, 0)
        else:
            s.turn += 1
            s.to_move = 1 - p
            s.phase = DRAWING


@kernel
def view(s, seat, v):
    """Hidden: the stock, the other's cards but those taken from the pile, and what was just drawn."""
    copy(s, v)
    v.rng = 0
    other = 1 - seat
    v.hands[other] = s.known[other]
    if s.to_move != seat and not s.from_pile:
        v.drawn = NONE
    for i in range(52):
        v.deck[i] = NONE


@kernel
def redeal(v, seat, seed):
    v.rng = mix(seed)
    other = 1 - seat
    cards = unseen(v, seat)
    for i in range(52):
        v.deck[i] = NONE
    # The unseen cards fill the end of the deck; the first of them go to the other's hand.
    start = 52 - count(cards)
    for i in range(start, 52):
        v.deck[i] = lowest(cards)
        cards &= cards - 1
    shuffle_from(v, start)
    for i in range(start, int(v.next)):
        v.hands[other] |= 1 << int(v.deck[i])
    if v.phase == DISCARDING and v.to_move == other and not v.from_pile:
        v.drawn = v.deck[start]


@kernel
def reshuffle(s, seed):
    s.rng = mix(seed)
    shuffle_from(s, int(s.next))


@kernel
def score(s, out):
    out[0], out[1] = s.scores[0], s.scores[1]


# --- what they are made of ------------------------------------------------------------------------


@kernel
def deal_hand(s):
    s.hand += 1
    for i in range(52):
        s.deck[i] = i
    shuffle(s, s.deck, 52)
    for p in range(2):
        s.hands[p] = s.known[p] = 0
        for i in range(HAND):
            s.hands[p] |= 1 << int(s.deck[HAND * p + i])
        for card in range(52):
            s.took[p, card] = s.threw[p, card] = s.declined[p, card] = 0
    s.upcard = s.deck[2 * HAND]
    s.pile = 1 << int(s.upcard)
    s.next = 2 * HAND + 1
    s.drawn, s.from_pile = NONE, 0
    s.turn, s.phase, s.to_move = 1, OFFER, s.starter
    s.limit = s.knock
    if s.oklahoma:
        worth = value(int(s.upcard))
        s.limit = 0 if worth == 1 else worth


@kernel
def shuffle_from(s, start):
    """Put the deck from `start` on in random order."""
    for i in range(51, start, -1):
        j = start + draw(s, i - start + 1)
        s.deck[i], s.deck[j] = s.deck[j], s.deck[i]


@kernel
def take_upcard(s, p):
    card = int(s.upcard)
    s.hands[p] |= 1 << card
    s.known[p] |= 1 << card
    s.pile ^= 1 << card
    s.took[p, card] = s.turn
    s.drawn, s.from_pile, s.upcard = card, 1, NONE
    s.phase = DISCARDING


@kernel
def draw_from_stock(s, p):
    s.drawn, s.from_pile = s.deck[s.next], 0
    s.next += 1
    s.hands[p] |= 1 << int(s.drawn)
    s.phase = DISCARDING


@kernel
def discard(s, p, card):
    s.hands[p] ^= 1 << card
    s.known[p] &= ~(1 << card)
    s.pile |= 1 << card
    s.threw[p, card] = s.turn
    s.upcard = card
    s.drawn, s.from_pile = NONE, 0


@kernel
def may_discard(s):
    """The cards the player to move may discard: not the upcard just taken."""
    hand = int(s.hands[s.to_move])
    return hand & ~(1 << int(s.drawn)) if s.from_pile else hand


@kernel
def settle(s, p):
    """Lay down both hands after a knock and score them."""
    own, other = int(s.hands[p]), int(s.hands[1 - p])
    s.shown[p], s.shown[1 - p] = own, other
    dead = deadwood(own)
    against = defence(own, other)
    if dead == 0:
        went_big = count(own) > HAND
        end_hand(s, p, WENT_BIG if went_big else GIN, p, against + (s.big_gin if went_big else s.gin))
    elif against > dead:
        end_hand(s, p, KNOCKED, p, against - dead)
    else:
        end_hand(s, p, UNDERCUT, 1 - p, s.undercut + dead - against)


@kernel
def defence(knocked, hand):
    """The deadwood of a hand against a knocker's cards, after melds and layoffs."""
    sets = best_sets(knocked, 0, 0)
    laid = runs(knocked ^ sets)
    if knocked == sets | laid:
        return deadwood(hand)
    return points(left_over(hand, best_sets(hand, sets, laid), sets, laid))


@kernel
def end_hand(s, knocker, outcome, winner, gained):
    s.knocker, s.outcome = knocker, outcome
    s.won[winner], s.won[1 - winner] = gained, 0
    s.scores[winner] += gained
    if s.scores[winner] >= s.target or s.hand >= s.last_hand:
        s.phase = ENDED
        return
    if outcome != VOID:
        s.starter = 1 - s.starter
    deal_hand(s)


@kernel
def unseen(v, seat):
    """The cards whose place a seat does not know: in the stock or in the other's hand."""
    return int(ALL & ~(v.hands[seat] | v.pile | v.known[1 - seat]))


@kernel
def concealed(v, seat):
    """How many cards of the other hand a seat does not know."""
    held = int(v.next) - count(int(v.hands[seat])) - count(int(v.pile))
    return held - count(int(v.known[1 - seat]))


def hidden(s: np.record, seat: int) -> dict[str, np.ndarray | bool]:
    """What a seat cannot know: the deck, who holds the unseen cards, and what the other has just drawn."""
    bits = np.zeros(2, np.int64)
    bits[1 - seat] = unseen(s, seat)
    found: dict[str, np.ndarray | bool] = {"deck": True, "hands": bits}
    if s.drawn != NONE and s.to_move != seat and not s.from_pile:
        found["drawn"] = True
    return found


@cache
def actions(options: Options) -> np.ndarray:
    """All moves there are; big gin only where it is played."""
    return np.arange(BIG_GIN + (options.big_gin > 0), dtype=np.int32)


def audit(s: np.record) -> None:
    """Raise unless each of the 52 cards is in exactly one place and the counts are right."""
    stock = [int(card) for card in s.deck[s.next :]]
    places = [int(s.hands[0]), int(s.hands[1]), int(s.pile), sum(1 << card for card in stock)]
    cards = [place.bit_count() for place in places]
    assert sum(cards) == 52 and np.bitwise_or.reduce(places) == ALL, f"cards lost or doubled: {cards}"
    assert len(set(stock)) == len(stock) == 52 - s.next
    for p in range(2):
        holds = cards[p] - (s.phase == DISCARDING and s.to_move == p)
        assert s.phase == ENDED or holds == HAND, f"seat {p} holds {cards[p]} cards"
        assert s.known[p] & ~s.hands[p] == 0, "a card known to be in a hand is not there"
        assert s.scores[p] >= 0
    assert s.upcard == NONE or s.pile >> int(s.upcard) & 1, "the upcard is not on the pile"
    assert 1 <= s.turn <= LAST_TURN and 1 <= s.hand <= s.last_hand
