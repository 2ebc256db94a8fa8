"""Every deal of a small round, by what one seat sees of it first: for best responses that are computed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import numpy as np

from kibitz.games.racko.rules import SLOTS, STATE, Options, deal


def roots(options: Options, rng: np.random.Generator) -> Iterator[tuple[np.ndarray, np.ndarray, int]]:
    """First views in random order: all ways the unseen cards may lie, each as likely, and the seat. Two players."""
    blank = np.zeros(1, STATE)
    deal(blank[0], options.encoded_row()[0], np.uint64(1))
    cards, slots = options.cards, options.slots
    first = [(seat, seen) for seat in range(2) for seen in permutations(range(1, cards + 1), slots + 1)]
    for number in rng.permutation(len(first)):
        seat, (*own, top) = first[number]
        unseen = [card for card in range(1, cards + 1) if card not in own and card != top]
        orders = np.array(list(permutations(unseen)), np.int8)
        states = np.repeat(blank, len(orders))
        states["racks"][:, SLOTS * seat : SLOTS * seat + slots] = own
        states["racks"][:, SLOTS * (1 - seat) : SLOTS * (1 - seat) + slots] = orders[:, :slots]
        states["discards"][:, 0] = top
        states["pile"] = 0
        states["pile"][:, : len(unseen) - slots] = orders[:, slots:]
        yield states, np.ones(len(states)), seat
