"""The learner of weighted strategies, on weights and wishes made by hand."""

from dataclasses import replace

import numpy as np
import pytest

from kibitz.learn import weighted
from kibitz.learn.weighted import ALL_EQUAL, AS_LISTED, AT_RANDOM, Settings


def room():
    return np.zeros(1, weighted.SCRATCH)[0]


def update(w, difference, settings, blame=0b01):
    weights, x = np.array([w], float), room()
    x.steps[0], x.blame[0, 0] = 1, blame
    weighted.update(weights, x, 0, difference, settings.encoded())
    return weights[0]


def test_a_win_rewards_those_responsible():
    w = update([0.5, 0.5], 30, Settings(scale=2.0))
    np.testing.assert_allclose(w, np.array([0.8, 0.5]) / 1.3)


def test_a_loss_punishes_and_may_be_forgiven():
    np.testing.assert_allclose(update([0.5, 0.5], -10, Settings()), np.array([0.4, 0.5]) / 0.9)
    np.testing.assert_allclose(update([0.5, 0.5], -10, Settings(forgive=0.25)), np.array([0.475, 0.5]) / 0.975)


def test_weights_stay_above_zero_and_below_the_cap():
    w = update([0.5, 0.5], -120, Settings(scale=10))
    assert 0 < w[0] < 1e-4 and w.sum() == pytest.approx(1)
    np.testing.assert_allclose(update([0.5, 0.5], 100, Settings(cap=0.6)), np.array([0.6, 0.5]) / 1.1)


def test_earlier_decisions_count_less():
    weights, x = np.full((2, 2), 0.5), room()
    x.steps[0] = 2
    x.places[0, :2], x.blame[0, :2] = [0, 1], 1
    weighted.update(weights, x, 0, 10, Settings(decay=0.5).encoded())
    np.testing.assert_allclose(weights[1], np.array([0.6, 0.5]) / 1.1)
    np.testing.assert_allclose(weights[0], np.array([0.55, 0.5]) / 1.05)


def test_relative_reward_counts_from_the_decision():
    weights, x = np.full((1, 2), 0.5), room()
    x.steps[0], x.blame[0, 0], x.leads[0, 0] = 1, 1, 30
    weighted.update(weights, x, 0, 20, Settings(relative=True).encoded())
    np.testing.assert_allclose(weights[0], np.array([0.4, 0.5]) / 0.9)  # ahead, but ten points were lost


def test_literal_reading_multiplies():
    np.testing.assert_allclose(update([0.5, 0.5], 3, Settings(scale=1, literal=True, cap=9)), np.array([1.5, 0.5]) / 2)


def test_responsible_are_those_who_wanted_it_most():
    wants = np.array([[0.2, 1.0], [0.9, 0.0], [0.8, 0.1], [0.1, 0.2]])
    assert weighted.responsible(wants, 0, 2, AT_RANDOM, room()) == 0b0110
    assert weighted.responsible(wants, 1, 1, AT_RANDOM, room()) == 0b0001


def test_equals_are_held_responsible_in_turn():
    wants, x = np.ones((4, 1)), room()
    found = [weighted.responsible(wants, 0, 1, AT_RANDOM, x) for _ in range(4000)]
    shares = np.bincount(np.log2(found).astype(int), minlength=4) / len(found)
    assert (abs(shares - 0.25) < 0.03).all()


def test_choice_and_exploration():
    w, wants = np.array([0.7, 0.3]), np.array([[1.0, 0.0, 0.2], [0.0, 1.0, 0.9]])
    x = room()
    o = Settings(explore=0.3)
    assert weighted.choose(w, wants, 3, o.encoded(), x, True) == 0
    taken = np.array([weighted.choose(w, wants, 3, o.encoded(), x, False) for _ in range(6000)])
    assert abs((taken != 0).mean() - 0.2) < 0.02  # two of three random choices differ
    wish = replace(o, explore=1.0, explore_by_wish=True).encoded()
    taken = np.array([weighted.choose(w, wants, 3, wish, x, False) for _ in range(6000)])
    p = w @ wants
    np.testing.assert_allclose(np.bincount(taken, minlength=3) / 6000, p / p.sum(), atol=0.03)
    sure = replace(o, explore=weighted.variance(w), less_variance=True).encoded()
    assert {weighted.choose(w, wants, 3, sure, x, False) for _ in range(500)} == {0}


def test_neighbours_are_blended():
    shape = (2, 3, 4)
    weights = np.random.default_rng(1).random((24, 5))
    weights /= weights.sum(axis=1, keepdims=True)
    mixed = np.zeros(5)
    place = 12 + 4 * 1 + 0  # second kind, middle row, at the left edge
    weighted.blend(weights, shape, place, 0.4, mixed)
    board = weights.reshape(2, 3, 4, 5)[1]
    expected = 0.4 * board[1, 0] + 0.6 * board[0:3, 0:2].sum(axis=(0, 1))
    np.testing.assert_allclose(mixed, expected / expected.sum())
    weighted.blend(weights, shape, place, 1.0, mixed)
    np.testing.assert_allclose(mixed, weights[place])


def test_text_weights(tmp_path):
    file = tmp_path / "weights.txt"
    weights = np.array([[1.0, 3.0], [2.0, 2.0]])
    weighted.save_text(file, weights)
    np.testing.assert_allclose(weighted.load_text(file), [[0.25, 0.75], [0.5, 0.5]])
    file.write_text("0 0\n1 1\n")
    with pytest.raises(ValueError, match="weights must be"):
        weighted.load_text(file)


def test_equals_may_also_be_taken_as_listed_or_all_together():
    wants = np.array([[0.5], [1.0], [1.0], [1.0], [0.5]])
    x = room()
    assert {weighted.responsible(wants, 0, 2, AS_LISTED, x) for _ in range(50)} == {0b00110}
    assert weighted.responsible(wants, 0, 2, ALL_EQUAL, x) == 0b01110
    assert weighted.responsible(wants, 0, 4, ALL_EQUAL, x) == 0b11111
