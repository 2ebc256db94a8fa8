"""Every deal of a small game, by what one seat sees of it first: for best responses that are computed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb

import numpy as np

from kibitz.games.zsy.rules import RANKS, STATE, Options, count, deal, whole_deck


def roots(options: Options, rng: np.random.Generator) -> Iterator[tuple[np.ndarray, np.ndarray, int]]:
    """First views in random order, each as often as it is dealt: the hands the other may have, weighed, and the seat.

    A seat is dealt each of its hands as often as there are ways to deal it, so roots are drawn by that, over and over.
    """
    blank = np.zeros(1, STATE)
    deal(blank[0], options.encoded_row()[0], np.uint64(1))
    deck = int(whole_deck(blank[0]))
    copies = [int(count(deck, rank)) for rank in range(RANKS)]
    hands = _hands(copies, options.hand)
    ways = np.array([_ways(copies, hand) for hand in hands], float)
    while True:
        own = hands[rng.choice(len(hands), p=ways / ways.sum())]
        left = [copies[rank] - int(count(own, rank)) for rank in range(RANKS)]
        others = [other for other in hands if all(int(count(other, rank)) <= left[rank] for rank in range(RANKS))]
        seat, leads = int(rng.integers(2)), int(rng.integers(2))
        states = np.repeat(blank, len(others))
        states["hands"][:, seat], states["hands"][:, 1 - seat] = own, others
        states["to_move"] = leads
        yield states, np.array([_ways(left, other) for other in others], float), seat


def _hands(copies: list[int], size: int) -> list[int]:
    """All sets of so many cards, by rank."""
    found = []
    for ranks in combinations_with_replacement(range(RANKS), size):
        held = [ranks.count(rank) for rank in range(RANKS)]
        if all(n <= most for n, most in zip(held, copies, strict=True)):
            found.append(sum(n << 3 * rank for rank, n in enumerate(held)))
    return found


def _ways(copies: list[int], hand: int) -> int:
    """In how many ways the cards of a set can be taken from so many copies of each rank."""
    ways = 1
    for rank in range(RANKS):
        ways *= comb(copies[rank], int(count(hand, rank)))
    return ways
