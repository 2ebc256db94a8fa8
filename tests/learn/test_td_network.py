"""The small network: its slope, its layers, and that it learns."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from kibitz.learn.td_network import add_layer, correct, evaluate, fit, new_network


def size_of(sizes) -> int:
    return sum((a + 1) * b for a, b in pairwise(map(abs, sizes)))


@pytest.mark.parametrize("sizes", [[3, 1], [4, 5, 1], [3, 4, 6, 1], [4, -5, 1], [3, -4, 6, 1], [3, -4, -6, 1]])
def test_a_step_follows_the_slope(sizes):
    """The change of each weight is its effect on the value, as measured by nudging it."""
    shape, units, slopes = np.array(sizes), np.zeros(64), np.zeros(64)
    weights = new_network(sizes, seed=3)
    assert len(weights) == size_of(sizes)
    inputs = np.random.default_rng(1).random(sizes[0])
    measured = np.empty(len(weights))
    for i in range(len(weights)):
        nudged = weights.copy()
        nudged[i] += 1e-6
        measured[i] = (evaluate(nudged, shape, inputs, units) - evaluate(weights, shape, inputs, units)) / 1e-6
    moved = weights.copy()
    evaluate(moved, shape, inputs, units)
    correct(moved, shape, units, slopes, 1e-3)
    assert np.allclose((moved - weights) / 1e-3, measured, atol=1e-5)


def test_it_learns_exclusive_or():
    sizes = [2, 8, 1]
    shape, units, slopes = np.array(sizes), np.zeros(64), np.zeros(64)
    weights = new_network(sizes, seed=1)
    cases = [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)]
    for i in range(40_000):
        a, b, target = cases[i % 4]
        value = evaluate(weights, shape, np.array([a, b], float), units)
        correct(weights, shape, units, slopes, 0.5 * (target - value))
    for a, b, target in cases:
        assert abs(evaluate(weights, shape, np.array([a, b], float), units) - target) < 0.15


def test_a_rising_start_rises():
    sizes = np.array([4, 6, 5, 1])
    weights, units = new_network(sizes, seed=2, rising=True), np.zeros(64)
    values = [evaluate(weights, sizes, np.full(4, x), units) for x in np.linspace(0, 1, 9)]
    assert values == sorted(values) and values[0] < 0.5 < values[-1]


def test_a_new_layer_keeps_what_lies_below():
    weights = new_network([3, 4, 1], seed=5)
    deeper = add_layer(weights, [3, 4, 1], 6, seed=6)
    assert len(deeper) == size_of([3, 4, 6, 1])
    assert np.array_equal(deeper[:16], weights[:16])


def test_rows_are_learned():
    sizes, units, slopes = np.array([3, 12, 1]), np.zeros(64), np.zeros(64)
    inputs = np.random.default_rng(2).random((400, 3))
    targets = 0.2 + 0.6 * inputs[:, 0] * inputs[:, 1]
    weights, order = new_network(sizes, seed=4), np.arange(400)
    errors = [fit(weights, sizes, inputs, targets, order, 0.5, units, slopes) for _ in range(60)]
    assert errors[-1] < 0.1 * targets.var() < errors[0]
    still = weights.copy()
    fit(still, sizes, inputs, targets, order[:5], 0.0, units, slopes)
    assert np.array_equal(still, weights)


def test_small_weights_lie_within_the_bound():
    weights = new_network([3, -4, 1], seed=5, within=0.05)
    assert len(weights) == size_of([3, 4, 1]) and 0.03 < abs(weights).max() <= 0.05
    assert len(add_layer(weights, [3, -4, 1], 6, seed=6, within=0.05)) == size_of([3, 4, 6, 1])
