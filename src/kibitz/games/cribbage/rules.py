"""Cribbage: two players, six cards, first to 121.

The rules are those of the American Cribbage Congress (cribbage.org/rules).

- Cut for deal: the lower card deals first (aces are low, equal ranks cut again); then the deal alternates.
- Six cards each. Both throw two into the crib, which is the dealer's. The other player is the pone.
- The starter is turned. A jack ("his heels") gives the dealer two at once.
- The play: the pone leads, the players add cards to a count that may not pass 31. Who makes 15 or 31
  gets two; a pair two, three alike six, four alike twelve; a run of three or more one per card, in any
  order, as long as the cards lie next to each other. Who cannot play says go, and the other must go on
  while able; the last card gets one, unless it made 31. The count then starts again from nothing,
  led by the player who did not lay the last card, if any cards are left there.
- The show: pone's hand, dealer's hand, crib, each with the starter as a fifth card: two for every
  fifteen, two for a pair, one per card for a run, four for a flush in hand (five with the starter; in the
  crib only all five count), one for the jack of the starter's suit ("his nobs").
- Whoever reaches 121 has won at that moment, and nothing more is counted. A win by 31 or more is a skunk.
- With ``muggins=on`` players count their own hands and cribs. What was overlooked goes to the other
  player; a count too high is put right and costs nothing. The play is scored by the house.

The pone throws first; neither sees what the other threw, so the order does not matter. A go is no
decision, so nobody types one: the turn simply stays with the other player.

What to type, in capitals or not:

- ``5H JD`` throws the five of hearts and the jack of diamonds; ``throw 5 J`` where the ranks are plain;
- ``TC``, ``10C`` or ``play 10`` plays a ten;
- ``count 7`` or ``7`` counts a hand or the crib, with muggins.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from kibitz.errors import BadOption
from kibitz.games.cribbage.counting import JACK, NONE, count, peg, rank_of, value
from kibitz.kernel import OVER, copy, draw, kernel, mix, record
from kibitz.options import GameOptions, choice, flag, whole

VERSION = 1
SEATS = 2
MOVES = 30
DISCARD, CLAIM = 100, 200
"""Codes of moves: a card (0 to 51) is played; ``DISCARD + 10 i + j`` throws the cards at positions i < j of
the hand, which is sorted by card number; ``CLAIM + n`` counts a hand at n points."""

DISCARDING, PLAYING, SHOWING = range(3)
PONE_HAND, DEALER_HAND, CRIB = range(3)
"""The three counts of the show, in this order."""

SKUNK = 31
"""A win by so many points counts three in a match instead of two."""


@dataclass(frozen=True)
class Options(GameOptions):
    target: int = whole(11, 999, default=121, help="how many points win")
    first: int = whole(0, 998, default=0, help="points the first seat starts with")
    second: int = whole(0, 998, default=0, help="points the second seat starts with")
    dealer: str = choice("cut", "first", "second", help="who deals first")
    muggins: bool = flag(False, help="players count their own hands, and overlooked points are taken")

    def check(self) -> None:
        if max(self.first, self.second) >= self.target:
            raise BadOption(f"a start at {self.first} : {self.second} must lie below the target {self.target}")


STATE = record(
    [
        ("rng", "u8"),
        ("points", "i2", (2,)),  # by seat
        ("target", "i2"),
        ("muggins", "i1"),
        ("cut", "i1", (2,)),  # what each seat cut for deal; NONE where the dealer was chosen
        ("dealer", "i1"),
        ("to_move", "i1"),
        ("phase", "i1"),  # DISCARDING, PLAYING or SHOWING
        ("counting", "i1"),  # which count of the show comes next
        ("cards", "i1", (2, 6)),  # the hand, ascending; once thrown: four kept ascending, then two thrown
        ("starter", "i1"),  # the card turned up; NONE in a view before both have thrown
        ("left", "i1", (2,)),  # cards in hand still to be played
        ("laid", "u1", (2,)),  # bit i: the card at position i has been played
        ("pile", "i1", (8,)),  # the cards played this round, in order
        ("by", "i1", (8,)),  # who played each of them
        ("played", "i1"),  # how many they are
        ("start", "i1"),  # where in the pile the present count began
        ("total", "i1"),  # the present count
        ("above", "i1", (2,)),  # a player who said go has only cards of more than this value left
        ("shown", "i1", (3, 4)),  # the last round's pone hand, dealer hand and crib, as far as they were counted
        ("shown_starter", "i1"),  # the last round's starter
    ]
)


# --- the eight kernels ----------------------------------------------------------------------------


@kernel
def deal(s, o, seed):
    s.rng = mix(seed)
    s.target, s.muggins = o.target, o.muggins
    s.points[0], s.points[1] = o.first, o.second
    s.cut[0] = s.cut[1] = NONE
    s.dealer = o.dealer - 1
    if o.dealer == 0:
        while rank_of(s.cut[0]) == rank_of(s.cut[1]):
            s.cut[0], s.cut[1] = draw(s, 52), draw(s, 52)
        s.dealer = 0 if rank_of(s.cut[0]) < rank_of(s.cut[1]) else 1
    for i in range(3):
        for j in range(4):
            s.shown[i, j] = NONE
    s.shown_starter = NONE
    deal_round(s)


@kernel
def player(s):
    return OVER if is_won(s) else int(s.to_move)


@kernel
def legal(s, moves):
    n, p = 0, s.to_move
    if s.phase == DISCARDING:
        for i in range(5):
            for j in range(i + 1, 6):
                moves[n] = DISCARD + 10 * i + j
                n += 1
    elif s.phase == PLAYING:
        for i in range(4):
            if may_lay(s, p, i):
                moves[n] = s.cards[p, i]
                n += 1
    else:
        for n in range(30):
            moves[n] = CLAIM + n
        n = 30
    return n


@kernel
def step(s, move):
    if s.phase == DISCARDING:
        code = move - DISCARD
        discard(s, code // 10, code % 10)
    elif s.phase == PLAYING:
        lay(s, move)
        if s.left[0] + s.left[1] == 0 and not is_won(s):
            show(s)
    else:
        claim(s, move - CLAIM)


@kernel
def view(s, seat, v):
    """The other's cards stay hidden until they lie on the table, and the starter until both have thrown."""
    copy(s, v)
    v.rng = 0
    if s.phase == DISCARDING:
        v.starter = NONE
    other, open_hand = 1 - seat, s.phase == SHOWING
    open_crib = open_hand and s.counting == CRIB
    for i in range(6):
        is_open = open_hand if i < 4 else open_crib
        if not is_open:
            v.cards[other, i] = NONE
    if not open_hand:
        v.laid[other] = 0  # positions in a sorted hand would give cards away


@kernel
def redeal(v, seat, seed):
    """Give the other player cards that fit all that was seen, each such deal as likely as any other."""
    other = 1 - seat
    v.rng = mix(seed)
    used = 0
    for i in range(6):
        used |= 1 << int(v.cards[seat, i])
    if v.phase == DISCARDING:
        v.starter = take(v, used, 0)
    used |= 1 << int(v.starter)
    if v.phase != SHOWING:
        n = 0
        for i in range(v.played):
            if v.by[i] == other:
                v.cards[other, n] = v.pile[i]
                used |= 1 << int(v.pile[i])
                n += 1
        v.laid[other] = (1 << n) - 1
        fill_hand(v, other, n, used)
        while not fits(v, other):
            fill_hand(v, other, n, used)
        sort(v.cards[other], 0, 4)
        v.laid[other] = 0
        for i in range(v.played):
            if v.by[i] == other:
                v.laid[other] |= 1 << position(v, other, v.pile[i])
    if v.phase != SHOWING or v.counting != CRIB:
        for i in range(4):
            used |= 1 << int(v.cards[other, i])
        for i in range(4, 6):
            v.cards[other, i] = take(v, used, 0)
            used |= 1 << int(v.cards[other, i])
    has_thrown = v.phase != DISCARDING or (v.to_move == v.dealer and other != v.dealer)
    sort(v.cards[other], 4 if has_thrown else 0, 6)


@kernel
def reshuffle(s, seed):
    """Turn another starter where none was turned yet, and deal other cards from the next round on."""
    s.rng = mix(seed)
    if s.phase == DISCARDING:
        used = 0
        for p in range(2):
            for i in range(6):
                used |= 1 << int(s.cards[p, i])
        s.starter = take(s, used, 0)


@kernel
def score(s, out):
    out[0], out[1] = s.points[0], s.points[1]


# --- what a seat cannot know, and what moves there are ----------------------------------------------


def hidden(s, seat: int) -> dict[str, np.ndarray | bool]:
    """The other's cards and which of them were laid (those lie in the pile); the starter until both have thrown."""
    other = 1 - seat
    unknown: dict[str, np.ndarray | bool] = {}
    cards = np.zeros((2, 6), bool)
    if s.phase != SHOWING:
        cards[other] = True
        unknown["laid"] = np.arange(2) == other
    elif s.counting != CRIB:
        cards[other, 4:] = True
    if cards.any():
        unknown["cards"] = cards
    if s.phase == DISCARDING:
        unknown["starter"] = True
    return unknown


@cache
def actions(options: Options) -> np.ndarray:
    """The codes of all moves that occur under these options, ascending."""
    throws = [DISCARD + 10 * i + j for i in range(5) for j in range(i + 1, 6)]
    claims = range(CLAIM, CLAIM + 30) if options.muggins else ()
    codes = np.array([*range(52), *throws, *claims], np.int32)
    codes.flags.writeable = False
    return codes


# --- what they are made of ------------------------------------------------------------------------


@kernel
def take(s, used, above):
    """A random card of more than a value that is not among the `used` ones (bit n: card n)."""
    card = draw(s, 52)
    while (used >> card) & 1 or value(card) <= above:
        card = draw(s, 52)
    return card


@kernel
def fill_hand(v, p, n, used):
    """Give a player cards to go with the first `n` of a hand, as its go's allow."""
    for i in range(n, 4):
        v.cards[p, i] = take(v, used, v.above[p])
        used |= 1 << int(v.cards[p, i])


@kernel
def fits(v, p):
    """Whether a player, dealt these cards, could be where the view says: whoever is to play can."""
    return v.phase != PLAYING or v.to_move != p or is_won(v) or can_lay(v, p)


@kernel
def sort(cards, first, end):
    for i in range(first + 1, end):
        card, j = cards[i], i
        while j > first and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


@kernel
def is_won(s):
    return s.points[0] >= s.target or s.points[1] >= s.target


@kernel
def gain(s, p, points):
    """Peg points, as far as the board goes."""
    s.points[p] = min(s.points[p] + points, s.target)


@kernel
def spot_of(s, p):
    """Where a player stands on a board of 121: as far from its end as from this game's target."""
    return max(int(s.points[p]) + 121 - int(s.target), 0)


@kernel
def deal_round(s):
    """Six cards each and the starter. What comes depends on the seed and the round, not on the moves."""
    used = 0
    for p in range(2):
        for i in range(6):
            s.cards[p, i] = take(s, used, 0)
            used |= 1 << int(s.cards[p, i])
        sort(s.cards[p], 0, 6)
        s.left[p], s.laid[p], s.above[p] = 4, 0, 0
    s.starter = take(s, used, 0)
    for i in range(8):
        s.pile[i] = s.by[i] = NONE
    s.played = s.start = s.total = s.counting = 0
    s.phase = DISCARDING
    s.to_move = 1 - s.dealer


@kernel
def discard(s, i, j):
    """Throw two cards: they go behind the four that are kept. After the dealer's, the starter is turned."""
    p = s.to_move
    first, second = s.cards[p, i], s.cards[p, j]
    kept = 0
    for k in range(6):
        if k != i and k != j:
            s.cards[p, kept] = s.cards[p, k]
            kept += 1
    s.cards[p, 4], s.cards[p, 5] = first, second
    if p == s.dealer:
        s.phase = PLAYING
        if rank_of(s.starter) == JACK:
            gain(s, s.dealer, 2)
    s.to_move = 1 - p


@kernel
def position(s, p, card):
    """Where in a player's hand a card is."""
    i = 0
    while s.cards[p, i] != card:
        i += 1
    return i


@kernel
def may_lay(s, p, i):
    """Whether a player may lay the card at a position now."""
    return (s.laid[p] >> i) & 1 == 0 and s.total + value(s.cards[p, i]) <= 31


@kernel
def can_lay(s, p):
    for i in range(4):
        if may_lay(s, p, i):
            return True
    return False


@kernel
def lay(s, card):
    """Play a card, score it, and see whose turn it is."""
    p = int(s.to_move)
    other = 1 - p
    s.laid[p] |= 1 << position(s, p, card)
    s.left[p] -= 1
    s.pile[s.played], s.by[s.played] = card, p
    s.played += 1
    s.total += value(card)
    gain(s, p, peg(s.pile, s.start, s.played, s.total))
    if is_won(s):
        return
    if s.total < 31:
        if can_lay(s, other):
            s.to_move = other
            return
        s.above[other] = max(s.above[other], 31 - s.total)
        if can_lay(s, p):
            return
        s.above[p] = max(s.above[p], 31 - s.total)
        gain(s, p, 1)
    s.total, s.start = 0, s.played
    s.to_move = other if s.left[other] > 0 else p


@kernel
def show(s):
    """All cards are played: the hands are counted, by the house or, with muggins, by their owners."""
    s.shown_starter = s.starter
    for i in range(3):
        for j in range(4):
            s.shown[i, j] = NONE
    if s.muggins:
        s.phase = SHOWING
        s.to_move = 1 - s.dealer
        return
    while s.counting <= CRIB and not is_won(s):
        points = lay_open(s)
        gain(s, owner(s), points)
        s.counting += 1
    if not is_won(s):
        next_round(s)


@kernel
def claim(s, points):
    """The owner counts a hand; the other takes what was overlooked."""
    p = owner(s)
    true = lay_open(s)
    gain(s, p, min(points, true))
    if not is_won(s):
        gain(s, 1 - p, max(true - points, 0))
    if is_won(s):
        return
    s.counting += 1
    if s.counting <= CRIB:
        s.to_move = owner(s)
    else:
        next_round(s)


@kernel
def owner(s):
    """Whose hand or crib is counted next."""
    return 1 - int(s.dealer) if s.counting == PONE_HAND else int(s.dealer)


@kernel
def to_count(s, j):
    """The card at place j, 0 to 3, of the hand or crib that is counted next."""
    if s.counting == CRIB:
        return s.cards[1 - s.dealer if j < 2 else s.dealer, 4 + j % 2]
    return s.cards[owner(s), j]


@kernel
def true_count(s):
    """What the hand or crib that is counted next holds."""
    a, b, c, d = to_count(s, 0), to_count(s, 1), to_count(s, 2), to_count(s, 3)
    return count(a, b, c, d, s.starter, s.counting == CRIB)


@kernel
def lay_open(s):
    """Show the cards that are counted next; what they count."""
    for j in range(4):
        s.shown[s.counting, j] = to_count(s, j)
    return true_count(s)


@kernel
def next_round(s):
    s.dealer = 1 - s.dealer
    deal_round(s)


def audit(s) -> None:
    """Raise unless every card is where it should be."""
    cards = [*s.cards.ravel().tolist(), int(s.starter)]
    assert len(set(cards)) == 13 and min(cards) >= 0 and max(cards) < 52, f"cards lost or doubled: {cards}"
    assert s.points.min() >= 0 and s.points.max() <= s.target, f"points {s.points}"
    assert not (s.points >= s.target).all(), "both have won"
    thrown = [s.phase != DISCARDING or (p != s.dealer and s.to_move == s.dealer) for p in range(2)]
    for p in range(2):
        hand, crib = s.cards[p, : 4 if thrown[p] else 6].tolist(), s.cards[p, 4:].tolist() if thrown[p] else []
        assert hand == sorted(hand) and crib == sorted(crib), f"seat {p}'s cards are out of order: {hand} {crib}"
        laid = [hand[i] for i in range(4) if s.laid[p] >> i & 1]
        assert sorted(s.pile[: s.played][s.by[: s.played] == p].tolist()) == laid, (
            f"seat {p} laid {laid}, pile {s.pile}"
        )
        assert s.left[p] == 4 - len(laid)
        held = [card for i, card in enumerate(hand[:4]) if not s.laid[p] >> i & 1]
        assert all(value(card) > s.above[p] for card in held), f"seat {p} said go and could have played"
    count_now = sum(value(card) for card in s.pile[s.start : s.played])
    assert count_now == s.total <= 31, f"the count is {count_now}, the record says {s.total}"
    assert (s.pile[s.played :] == NONE).all() and (s.by[s.played :] == NONE).all()
