"""A view as numbers: the paper's features for temporal differences, and what may be added to them.

Features are sparse: a kernel writes the indices and values of those that are not zero and returns how
many they are. Every feature exists twice, for positions where the seat is to move and for those where
the other is, since the same cards are worth something else then. In one half:

- how many cards the seat and the other hold, each over 18;
- for each rank whether the seat holds a single, a double, a triple or a bomb of it;
- how many full chains of each number of cards (a full chain is as long and as thick as it can be);
- how many shorter runs of links of a full chain, by number of cards, over 3.

Three extras may be added, any of them together: what the paper tried and dropped (``PASSES``: the lowest
rank of each kind of pattern the other has passed on; ``ODDS``: for each single, double and triple held,
the chance that the other can beat it), and its idea against leading high cards too early
(``HAND_SIZE``: every feature crossed with how many cards the seat holds, by threes). And shorter runs can be counted
over another number than 3: ``DIVISOR`` times that number.
"""

from __future__ import annotations

from kibitz.games.zsy.rules import (
    BOMB,
    DOUBLE,
    KINDS,
    NEVER,
    RANKS,
    SINGLE,
    TRIPLE,
    count,
    highest_link,
    total,
    unseen,
)  # fmt: skip
from kibitz.kernel import kernel

OWN, OTHER, HELD = 0, 1, 2
FULL_CHAIN = HELD + BOMB * RANKS
CHAIN_LENGTHS = 19
"""Chains are counted by number of cards, up to 18."""

SUB_CHAIN = FULL_CHAIN + CHAIN_LENGTHS
HALF = SUB_CHAIN + CHAIN_LENGTHS
BASIC = 2 * HALF
"""How many features the paper has."""

PASSES, ODDS, HAND_SIZE, DIVISOR = 1, 2, 4, 8
"""The extras; their sum names a set of them."""

FIRST_PASS = BASIC
FIRST_ODDS = FIRST_PASS + KINDS * RANKS
FIRST_CROSSED = FIRST_ODDS + BOMB * RANKS
SIZES_OF_HAND = 6
SIZE = FIRST_CROSSED + BASIC * SIZES_OF_HAND
"""How many features there are with every extra."""

ACTIVE = 256
"""No view has more features than this that are not zero."""


@kernel
def features(v, seat, extras, index, value):
    """The features of a position for a seat, with a set of extras."""
    basic = n = add_basic(v, seat, index, value)
    if extras >= DIVISOR:
        for i in range(basic):
            if index[i] % HALF >= SUB_CHAIN:
                value[i] *= 3 / (extras // DIVISOR)
    if extras & PASSES:
        n = add_passes(v, seat, index, value, n)
    if extras & ODDS:
        n = add_odds(v, seat, index, value, n)
    if extras & HAND_SIZE:
        crossed = FIRST_CROSSED + BASIC * ((max(v.left[seat], 1) - 1) // 3)
        for i in range(basic):
            index[n], value[n] = crossed + index[i], value[i]
            n += 1
    return n


@kernel
def add_basic(v, seat, index, value):
    """The paper's features."""
    base = 0 if v.to_move == seat else HALF
    hand = v.hands[seat]
    index[0], value[0] = base + OWN, v.left[seat] / 18
    index[1], value[1] = base + OTHER, v.left[1 - seat] / 18
    n = 2
    for rank in range(RANKS):
        held = count(hand, rank)
        if held > 0:
            index[n], value[n] = base + HELD + BOMB * rank + held - 1, 1.0
            n += 1
    start = 0
    while start < highest_link(v):
        stop = start
        while stop <= highest_link(v) and count(hand, stop) >= DOUBLE:
            stop += 1
        if stop - start >= 2:
            n = add_chain(hand, start, stop, base, index, value, n)
        start = stop + 1
    return n


@kernel
def add_chain(hand, start, stop, base, index, value, n):
    """Append the full chain over ranks `start` to `stop`, and its sub-chains."""
    for first in range(start, stop - 1):
        cards = count(hand, first)
        for last in range(first + 1, stop):
            cards += count(hand, last)
            whole = first == start and last == stop - 1
            index[n] = base + (FULL_CHAIN if whole else SUB_CHAIN) + cards
            value[n] = 1.0 if whole else 1 / 3
            n += 1
    return n


@kernel
def add_passes(v, seat, index, value, n):
    for k in range(KINDS):
        if v.passed[1 - seat, k] != NEVER:
            index[n], value[n] = FIRST_PASS + k * RANKS + v.passed[1 - seat, k], 1.0
            n += 1
    return n


@kernel
def add_odds(v, seat, index, value, n):
    hidden = unseen(v, seat)
    share = v.left[1 - seat] / max(total(hidden), 1)
    for size in range(SINGLE, TRIPLE + 1):
        safe = 1.0  # the chance that the other has no such pattern of a higher rank
        for rank in range(RANKS - 1, -1, -1):
            if count(v.hands[seat], rank) == size:
                index[n], value[n] = FIRST_ODDS + BOMB * rank + size - 1, 1 - safe
                n += 1
            safe *= 1 - at_least(size, count(hidden, rank), share)
    return n


@kernel
def at_least(size, cards, share):
    """The chance of `size` or more among `cards` of which each is held with chance `share`."""
    chance = 0.0
    for k in range(size, cards + 1):
        ways = 1.0
        for i in range(k):
            ways = ways * (cards - i) / (i + 1)
        chance += ways * share**k * (1 - share) ** (cards - k)
    return chance


def name(index: int) -> str:
    """What a feature of the paper is called."""
    from kibitz.games.zsy.text import LETTERS

    half, place = divmod(index, HALF)
    turn = ("own turn", "other's turn")[half]
    if place < HELD:
        return f"{turn}: {('own', 'other')[place]} cards"
    if place < FULL_CHAIN:
        rank, size = divmod(place - HELD, BOMB)
        return f"{turn}: {('single', 'double', 'triple', 'bomb')[size]} {LETTERS[rank]}"
    chain, cards = divmod(place - FULL_CHAIN, CHAIN_LENGTHS)
    return f"{turn}: {('full', 'sub')[chain]} chain of {cards}"
