"""Usable sequences against all subsets of slots, tried one by one."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz
from kibitz.games.racko.sequences import link, longest, next_sequence
from kibitz.games.racko.text import usable
from tests.games.racko.original import could_stay


def all_usable(rack, cards) -> list[frozenset[int]]:
    subsets = ([i for i in range(len(rack)) if mask >> i & 1] for mask in range(1 << len(rack)))
    return [frozenset(kept) for kept in subsets if could_stay(rack, tuple(kept), cards)]


@pytest.mark.parametrize(("slots", "cards"), [(3, 7), (5, 20), (6, 13), (8, 40)])
def test_the_sequences_are_those_that_no_other_contains(slots, cards):
    rng = np.random.default_rng(slots)
    links = np.zeros(slots + 1, np.int64)
    state = kibitz.new("racko", seed=1, slots=slots, cards=cards)
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
        state.data.racks[:slots] = rack
        assert longest(state.data, -1, 0) == best
        assert len(usable(rack, cards)) == best and frozenset(usable(rack, cards)) in every
