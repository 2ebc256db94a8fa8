"""ZSY: Zheng Shang You for two.

Each player is dealt 18 of the 54 cards; the other 18 stay unseen. Ranks run 3 4 5 6 7 8 9 T J Q K A 2,
small joker, big joker; suits do not matter. Whoever is first to hold no cards wins.

A round: the leader lays down any pattern, and the players take turns to beat it until one passes; the
other then leads the next round. The leader may not pass. The patterns:

- single, double, triple: one, two or three cards of a rank;
- bomb: all four cards of a rank;
- chain: two or more neighbouring ranks, each link at least a double (6677788).

A pattern is beaten by the same pattern of higher rank; of a chain every link must be of the same size
as the one it meets (77888 beats 55666, 77788 does not). A bomb beats all but a higher bomb.

Where the paper is silent, this is played by default, and the options change it:

- Jokers are singles (``joker_pair``: both together are the highest double).
- Chains end at the ace (``two_in_chain``: at the 2). Links have two to four cards (``four_links``).
- One may always pass when following (``free_pass``); else only when nothing beats the table.
- The first leader is drawn (``lead``), as in the paper.

``deck=36`` is the common short pack, 6 to A without jokers: the paper does not say which ranks its
small deck had, and this one keeps both low and high cards, which its features tell apart. With
``open`` both hands are face up: the variant of the paper's companion work.

What to type: the cards you lay down, in any order (``7``, ``777``, ``55666``, ``10`` or ``T``; ``sj`` or ☆ is
the small joker, ``bj`` or ★ the big one), or ``pass``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from kibitz.errors import BadOption
from kibitz.kernel import OVER, copy, draw, kernel, mix, record
from kibitz.options import GameOptions, choice, flag, whole

VERSION = 1
SEATS = 2
MOVES = 327
"""Leads from three, four, four, four and three cards of neighbouring ranks: no 18 cards have more."""

# Cards are counted, not listed: a set of cards is one integer, three bits per rank, so taking cards from a hand is a
# subtraction. A move is its lowest rank (from bit 27) and its link sizes (three bits per link, the lowest rank's
# first), so that its cards are the link sizes shifted up to its rank; 0 is a pass.
RANKS = 15
JACK, ACE, TWO, SMALL_JOKER, BIG_JOKER = 8, 11, 12, 13, 14
PASS = 0
SINGLE, DOUBLE, TRIPLE, BOMB = 1, 2, 3, 4
"""The patterns of one rank; a chain's pattern is any higher number."""

RANK_SHIFT = 27
PATTERN_MASK = (1 << RANK_SHIFT) - 1
LARGEST_HAND = 18
LONGEST_CHAIN = LARGEST_HAND // DOUBLE
KINDS = BOMB + LONGEST_CHAIN - 1
"""Patterns of one rank by size, then chains by their number of links: see `kind`."""

NEVER = RANKS
"""In ``passed``: the player has not passed on this kind of pattern yet."""

FULL_DECK = sum((4 if rank < SMALL_JOKER else 1) << 3 * rank for rank in range(RANKS))
SHORT_DECK = sum(4 << 3 * rank for rank in range(3, ACE + 1))

ALL_FOURS = sum(BOMB << 3 * rank for rank in range(RANKS))
"""The bits of a set of cards that say where it has four of a rank."""

BYTES, TOP_BITS = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
"""The lowest and the highest bit of every byte of a word."""

RANDOM_LEAD = 0


@dataclass(frozen=True)
class Options(GameOptions):
    deck: int = whole(36, 54, default=54, help="54 cards, or the 36 from 6 to A")
    hand: int = whole(1, LARGEST_HAND, default=LARGEST_HAND, help="cards dealt to each player")
    two_in_chain: bool = flag(False, help="a chain may end with 2s")
    four_links: bool = flag(True, help="a link of a chain may have four cards")
    joker_pair: bool = flag(False, help="both jokers together are the highest double")
    free_pass: bool = flag(True, help="one may pass though one could play")
    lead: str = choice("random", "seat0", "seat1", help="who leads the first round")
    open: bool = flag(False, help="both hands are face up")

    def check(self) -> None:
        if self.deck not in (36, 54):
            raise BadOption(f"option deck is {self.deck}; it must be 54 or 36")


STATE = record(
    [
        ("rng", "u8"),
        ("hands", "i8", (SEATS,)),  # sets of cards; in a view the other's is blank
        ("played", "i8", (SEATS,)),  # what each side has laid down
        ("left", "i1", (SEATS,)),  # how many cards each side holds
        ("passed", "i1", (SEATS, KINDS)),  # the lowest rank each side passed on, by kind of pattern
        ("top", "i4"),  # the move to beat, or PASS when the round is to be led
        ("to_move", "i1"),
        ("deck", "i1"),
        ("hand", "i1"),
        ("two_in_chain", "i1"),
        ("four_links", "i1"),
        ("joker_pair", "i1"),
        ("free_pass", "i1"),
        ("open", "i1"),
    ]
)


# --- sets of cards and moves ----------------------------------------------------------------------


@kernel
def count(cards, rank):
    """How many cards of a rank are in a set; of a move's pattern: the size of its link `rank`."""
    return (cards >> (3 * rank)) & 7


@kernel
def total(cards):
    """How many cards are in a set."""
    n = 0
    while cards > 0:
        n += cards & 7
        cards >>= 3
    return n


@kernel
def rank_of(move):
    """The lowest rank of a move."""
    return move >> RANK_SHIFT


@kernel
def pattern_of(move):
    """The link sizes of a move: equal for moves that can beat each other."""
    return move & PATTERN_MASK


@kernel
def code(rank, pattern):
    """The move of a pattern at a rank."""
    return (rank << RANK_SHIFT) | pattern


@kernel
def cards_of(move):
    """The set of cards a move lays down."""
    rank = int(rank_of(move))
    if rank == SMALL_JOKER and pattern_of(move) == DOUBLE:
        return (1 << (3 * SMALL_JOKER)) + (1 << (3 * BIG_JOKER))
    return int(pattern_of(move)) << (3 * rank)


@kernel
def links_of(pattern):
    """How many ranks a pattern spans."""
    links = 0
    while pattern > 0:
        links += 1
        pattern >>= 3
    return links


@kernel
def kind(pattern):
    """Where ``passed`` remembers a pattern: single, double, triple, bomb, chains of two links, three, …"""
    return int(pattern) - 1 if pattern <= BOMB else BOMB - 2 + links_of(pattern)


# --- the eight kernels ----------------------------------------------------------------------------


@kernel
def deal(s, o, seed):
    s.rng = mix(seed)
    s.deck, s.hand, s.open = o.deck, o.hand, o.open
    s.two_in_chain, s.four_links, s.joker_pair, s.free_pass = o.two_in_chain, o.four_links, o.joker_pair, o.free_pass
    s.top = PASS
    s.to_move = draw(s, SEATS) if o.lead == RANDOM_LEAD else o.lead - 1
    pool = whole_deck(s)
    for p in range(SEATS):
        s.hands[p] = draw_cards(s, pool, o.hand)
        pool -= s.hands[p]
        s.played[p] = 0
        s.left[p] = o.hand
        for k in range(KINDS):
            s.passed[p, k] = NEVER


@kernel
def player(s):
    return int(s.to_move) if s.left[0] > 0 and s.left[1] > 0 else OVER


@kernel
def legal(s, moves):
    return int(list_leads(s, moves) if s.top == PASS else list_follows(s, moves))


@kernel
def step(s, move):
    p = s.to_move
    s.to_move = 1 - p
    if move == PASS:
        k = kind(pattern_of(s.top))
        s.passed[p, k] = min(s.passed[p, k], rank_of(s.top))
        s.top = PASS
        return
    cards = cards_of(move)
    s.hands[p] -= cards
    s.played[p] += cards
    s.left[p] -= total(cards)
    s.top = move


@kernel
def view(s, seat, v):
    copy(s, v)
    v.rng = 0
    if not s.open:
        for p in range(SEATS):
            v.hands[p] = s.hands[p] if p == seat else 0


@kernel
def redeal(v, seat, seed):
    """Any of the cards unseen may be the other's: what a pass tells is for the agents to weigh."""
    v.rng = mix(seed)
    if not v.open:
        v.hands[1 - seat] = draw_cards(v, unseen(v, seat), v.left[1 - seat])


@kernel
def reshuffle(s, seed):
    """All cards were dealt at the start, so chance has nothing left to decide."""
    s.rng = mix(seed)


@kernel
def score(s, out):
    """One point to the winner from the loser."""
    winner = 0 if s.left[0] == 0 else 1
    out[winner], out[1 - winner] = 1.0, -1.0


# --- what they are made of ------------------------------------------------------------------------


@kernel
def whole_deck(s):
    return SHORT_DECK if s.deck == 36 else FULL_DECK


@kernel
def unseen(v, seat):
    """The cards a seat has not seen: the other's hand and the rest of the deck together."""
    return whole_deck(v) - v.hands[seat] - v.played[0] - v.played[1]


@kernel
def draw_cards(s, pool, n):
    """`n` cards at random from a set."""
    # One byte per rank, eight in a word, says how many cards there are up to that rank. So the rank of the card at
    # some place is the number of bytes that do not reach beyond it, and these are compared all at once.
    low, high, left = np.uint64(0), np.uint64(0), 0
    for rank in range(8):
        left += count(pool, rank)
        low |= np.uint64(left) << np.uint64(8 * rank)
    for rank in range(8):
        left += count(pool, 8 + rank)
        high |= np.uint64(left) << np.uint64(8 * rank)
    drawn = 0
    for _ in range(n):
        place = draw(s, left)
        rank = 16 - beyond(low, place) - beyond(high, place)
        low -= BYTES << np.uint64(8 * rank) if rank < 8 else np.uint64(0)
        high -= BYTES << np.uint64(8 * max(rank - 8, 0))
        drawn += 1 << (3 * rank)
        left -= 1
    return drawn


@kernel
def beyond(counts, place):
    """How many of eight bytes, each below 128, are greater than a number."""
    reached = ((counts | TOP_BITS) - np.uint64(place + 1) * BYTES) & TOP_BITS
    return np.int64(((reached >> np.uint64(7)) * BYTES) >> np.uint64(56))


@kernel
def highest_link(s):
    """The highest rank that may stand in a chain."""
    return TWO if s.two_in_chain else ACE


@kernel
def largest_link(s, cards):
    """The most cards a link may have where one holds so many of its rank."""
    return cards if s.four_links else min(cards, TRIPLE)


@kernel
def list_leads(s, moves):
    """Every pattern in the hand, ascending: by rank, then by length, then by link sizes."""
    hand = s.hands[s.to_move]
    n = 0
    for rank in range(RANKS):
        for size in range(1, count(hand, rank) + 1):
            moves[n] = code(rank, size)
            n += 1
        if holds_joker_pair(s, hand, rank):
            moves[n] = code(rank, DOUBLE)
            n += 1
        n = list_chains(s, hand, rank, moves, n)
    return n


@kernel
def list_chains(s, hand, rank, moves, n):
    """Append the chains that begin at a rank; for each length the link sizes count up like an odometer."""
    if count(hand, rank) < DOUBLE:
        return n
    doubles, links = DOUBLE, 1
    while rank + links <= highest_link(s) and count(hand, rank + links) >= DOUBLE:
        doubles += DOUBLE << (3 * links)
        links += 1
        sizes = doubles
        turned = 0
        while turned < links:
            moves[n] = code(rank, sizes)
            n += 1
            turned = 0
            while turned < links and count(sizes, turned) == largest_link(s, count(hand, rank + turned)):
                sizes -= (count(sizes, turned) - DOUBLE) << (3 * turned)
                turned += 1
            sizes += 1 << (3 * turned)
    return n


@kernel
def list_follows(s, moves):
    """Pass, the same pattern at every higher rank, and the bombs, ascending."""
    hand, top = s.hands[s.to_move], pattern_of(s.top)
    moves[0] = PASS
    n = 1
    lowest = 0 if hand & ALL_FOURS else rank_of(s.top) + 1
    for rank in range(lowest, RANKS):
        higher = rank > rank_of(s.top)
        fits = higher and top != BOMB and holds(s, hand, rank, top)
        if fits and top < BOMB:
            moves[n] = code(rank, top)
            n += 1
        if count(hand, rank) == BOMB and (top != BOMB or higher):
            moves[n] = code(rank, BOMB)
            n += 1
        if fits and top > BOMB:
            moves[n] = code(rank, top)
            n += 1
    if not s.free_pass and n > 1:
        n -= 1
        for i in range(n):
            moves[i] = moves[i + 1]
    return n


@kernel
def holds(s, hand, rank, pattern):
    """Whether a hand has a pattern of any kind but the bomb at a rank."""
    if pattern < BOMB:
        return count(hand, rank) >= pattern or (pattern == DOUBLE and holds_joker_pair(s, hand, rank))
    link = rank
    while pattern > 0:
        if link > highest_link(s) or count(hand, link) < pattern & 7:
            return False
        link += 1
        pattern >>= 3
    return True


@kernel
def holds_joker_pair(s, hand, rank):
    return s.joker_pair and rank == SMALL_JOKER and count(hand, SMALL_JOKER) == 1 and count(hand, BIG_JOKER) == 1


def hidden(s: np.record, seat: int) -> dict[str, Any]:
    """The other's hand; with open hands nothing."""
    return {} if s.open else {"hands": np.arange(SEATS) != seat}


@cache
def actions(options: Options) -> np.ndarray:
    """Every pattern of up to eighteen cards, and the pass: 7,968, or 9,077 with 2s in chains.

    The other options only leave some of them out, so what was learned with one deck or hand has its place in all.
    """
    found = [PASS, code(SMALL_JOKER, DOUBLE)]
    for rank in range(RANKS):
        found += [code(rank, size) for size in range(1, 1 + count(FULL_DECK, rank))]
        found += [code(rank, pattern) for pattern in _chains(rank, TWO if options.two_in_chain else ACE)]
    return np.array(sorted(found), np.int32)


def _chains(first: int, last: int) -> Iterator[int]:
    """The link sizes of every chain that begins at one rank and reaches no further than another."""
    begun = [(0, 0)]  # link sizes and number of cards
    for link in range(last + 1 - first):
        begun = [
            (sizes + (size << 3 * link), cards + size)
            for sizes, cards in begun
            for size in range(DOUBLE, BOMB + 1)
            if cards + size <= LARGEST_HAND
        ]
        if link > 0:
            yield from (sizes for sizes, _ in begun)


def audit(s: np.record) -> None:
    """Raise unless every card is in one place and the counts agree."""
    deck = int(whole_deck(s))
    for rank in range(RANKS):
        dealt = sum(int(count(int(cards), rank)) for cards in (*s.hands, *s.played))
        assert dealt <= count(deck, rank), f"{dealt} cards of rank {rank} in a deck of {count(deck, rank)}"
    for p in range(SEATS):
        assert s.hands[p] >> (3 * RANKS) == 0 == s.played[p] >> (3 * RANKS)
        assert total(int(s.hands[p])) == s.left[p], f"seat {p} holds {total(int(s.hands[p]))}, left says {s.left[p]}"
        assert s.left[p] + total(int(s.played[p])) == s.hand
    if s.top != PASS:
        laid = int(cards_of(int(s.top)))
        assert all(count(int(s.played[1 - s.to_move]), r) >= count(laid, r) for r in range(RANKS)), "top was not laid"
