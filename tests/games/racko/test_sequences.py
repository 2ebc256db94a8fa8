"""Usable sequences against all subsets of slots, tried one by one."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from kibitz.games.racko.sequences import link, longest, next_sequence
from kibitz.games.racko.text import usable


def can_stay(rack, kept, cards) -> bool:
    """Whether the slots between the kept ones can be filled with numbers that ascend."""
    edges = [(-1, 0), *((i, rack[i]) for i in kept), (len(rack), cards + 1)]
    return all(high - low >= after - before for (before, low), (after, high) in pairwise(edges))


def all_usable(rack, cards) -> list[frozenset[int]]:
    subsets = ([i for i in range(len(rack)) if mask >> i & 1] for mask in range(1 << len(rack)))
    return [frozenset(kept) for kept in subsets if can_stay(rack, kept, cards)]


@pytest.mark.parametrize(("slots", "cards"), [(3, 7), (5, 20), (6, 13), (8, 40)])
def test_the_sequences_are_those_that_no_other_contains(slots, cards):
    rng = np.random.default_rng(slots)
    links = np.zeros(slots + 1, np.int64)
    for _ in range(60):
        rack = (1 + rng.permutation(cards)[:slots]).tolist()
        levels = np.array([card - 1 - i for i, card in enumerate(rack)])
        found, sequence = [], 0
        link(levels, slots, cards - slots, links)
        while sequence := int(next_sequence(links, slots, sequence)):
            found.append(frozenset(i for i in range(slots) if sequence >> i & 1))
        every = all_usable(rack, cards)
        maximal = [kept for kept in every if kept and not any(kept < other for other in every)]
        assert len(found) == len(set(found))
        assert set(found) == set(maximal)
        best = max(map(len, every))
        assert longest(levels, slots, 0, cards - slots) == best
        assert len(usable(rack, cards)) == best and frozenset(usable(rack, cards)) in every
