"""Intervals: right as often as they say, and never certain."""

import numpy as np
import pytest

from kibitz.arena.statistics import anytime_share_interval, interval, share_interval

CHANCE = np.random.default_rng(7)


def test_few_results_are_never_certain():
    assert share_interval(np.ones(2))[0] < 0.4 and share_interval(np.zeros(2))[1] > 0.6
    low, high = share_interval(np.full(2, 0.5))
    assert low < 0.2 and high > 0.8
    assert interval(np.array([0.0, 1.0])) == pytest.approx((0.5 - 6.35, 0.5 + 6.35), abs=0.01)
    assert interval(np.array([3.0])) == (-np.inf, np.inf)


@pytest.mark.parametrize(("chance", "pairs"), [(0.5, 10), (0.5, 1000), (0.97, 20), (0.97, 200), (0.999, 100)])
def test_an_interval_holds_95_times_in_100(chance, pairs):
    held = 0
    for sample in CHANCE.random((1000, pairs, 2)):
        low, high = share_interval((sample < chance).mean(axis=1))
        held += low <= chance <= high
    assert held >= 930  # three deviations below 95%


def test_an_interval_for_any_time_holds_at_all_times():
    broken = 0
    for sample in CHANCE.random((300, 4000)):
        results = (sample < 0.5).astype(float)
        spans = [anytime_share_interval(results[:n]) for n in range(100, 4001, 100)]
        broken += any(not low <= 0.5 <= high for low, high in spans)
    assert broken <= 26  # 5% of 300, and three deviations
