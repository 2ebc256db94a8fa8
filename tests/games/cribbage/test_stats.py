"""The statistics against plain enumeration."""

from itertools import combinations

import numpy as np
import pytest

from kibitz.games.cribbage import rules, stats
from kibitz.kernel import kernel


@kernel
def enumerate_crib(first, second, unseen, throws):
    """The mean crib over every throw of the other player and every starter, one by one."""
    total, weight = 0.0, 0.0
    for i in range(46):
        for j in range(i):
            w = throws[unseen[i] % 13, unseen[j] % 13]
            for k in range(46):
                if k != i and k != j:
                    total += w * rules.count(first, second, unseen[i], unseen[j], unseen[k], True)
                    weight += w
    return total / weight


def deals(n, seed=1):
    rng = np.random.default_rng(seed)
    return [np.sort(rng.choice(52, 6, replace=False)) for _ in range(n)]


@pytest.mark.parametrize("likes", ["any", "some"])
def test_against_enumeration(likes):
    throws = np.ones((13, 13))
    if likes == "some":
        throws = np.random.default_rng(3).random((13, 13))
        throws += throws.T
    suited_jacks = [np.sort([10, 23, 4, 5, 6, 7]), np.sort([10, 11, 23, 24, 36, 49]), np.arange(6)]
    for cards in deals(8) + suited_jacks:
        unseen = np.array([c for c in range(52) if c not in cards])
        for keep in stats.keeps_of(cards, None if likes == "any" else throws):
            kept, thrown = keep.kept.tolist(), keep.thrown.tolist()
            assert sorted(kept + thrown) == cards.tolist()
            counts = [rules.count(*kept, starter, False) for starter in unseen]
            assert np.bincount(counts, minlength=30).tolist() == keep.counts.tolist()
            assert (keep.low, keep.high) == (min(counts), max(counts))
            assert keep.average == pytest.approx(np.mean(counts), abs=1e-12)
            assert keep.median == np.median(counts)
            assert keep.crib == pytest.approx(enumerate_crib(*thrown, unseen, throws), abs=1e-9)


def test_throws_alike_are_looked_up_as_they_are_reckoned():
    for cards in deals(40, seed=2):
        np.testing.assert_allclose(
            stats.keeps_of(cards)["crib"], stats.keeps_of(cards, np.ones((13, 13)))["crib"], atol=1e-12
        )


def test_keeps_come_in_the_order_of_the_moves():
    keeps = stats.keeps_of([3, 8, 20, 30, 41, 51])
    pairs = [(keep.thrown[0], keep.thrown[1]) for keep in keeps]
    assert pairs == list(combinations([3, 8, 20, 30, 41, 51], 2))


def test_every_multiset_has_its_own_number():
    numbers = {
        stats.hand_index(a, b, c, d)
        for a in range(13)
        for b in range(a + 1)
        for c in range(b + 1)
        for d in range(c + 1)
    }
    assert numbers == set(range(stats.HANDS))
    assert stats.hand_index(3, 1, 2, 0) == stats.hand_index(0, 1, 2, 3)
    assert {stats.pair_index(a, b) for a in range(13) for b in range(13)} == set(range(stats.PAIRS))
