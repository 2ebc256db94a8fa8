"""The compiled Q-learner against the same algorithm written slowly, on ZSY."""

import numpy as np
import pytest

from kibitz.game import game
from kibitz.games.zsy.agents.q import TablePlayer
from kibitz.games.zsy.features.coupled import ACTIVE, SIZE, move_features
from kibitz.games.zsy.lab.q_learning import problem
from kibitz.kernel import mix
from kibitz.learn.q_linear import Learner, Settings
from kibitz.state import State

ZSY = game("zsy")
OPTIONS = ZSY.options(free_pass=False, hand=7)


def where(v, seat, move):
    index = np.zeros(ACTIVE, np.int32)
    return index[: move_features(v, seat, move, index)]


def pull(weights, index, target, steps):
    found = sum(weights[i] for i in index)
    for i in index:
        weights[i] += (target - found) / np.sqrt(steps)


def slow(seed, games, reward):
    weights, steps = np.zeros(SIZE), 0
    for g in range(games):
        s = State(ZSY, OPTIONS, int(mix(np.uint64(seed) + np.uint64(2 * g))))
        last = [None, None]

        while not s.is_over:
            p, v = s.player, s.view(s.player)
            worth = [sum(weights[i] for i in where(v, p, move.code)) for move in s.legal]
            if last[p] is not None:
                steps += 1
                pull(weights, last[p], max(worth), steps)
            move = s.legal[int(np.argmax(worth))]
            last[p] = where(v, p, move.code)
            s.push(move)
        for p in (0, 1):
            if last[p] is not None:
                steps += 1
                pull(weights, last[p], reward * s.scores[p], steps)
    return weights


def learner(**changes):
    return Learner(problem(ZSY), OPTIONS, Settings(**changes), seed=5)


def test_it_learns_as_the_slow_one_does():
    fast = learner(explore=0.0)
    fast.train(8)
    expected = slow(5, 8, 10_000)
    np.testing.assert_allclose(fast.weights, expected, rtol=1e-9, atol=1e-6)
    assert np.abs(expected).max() > 1000


def test_training_in_parts_is_training_at_once():
    for changes in ({}, {"self_play": False}):
        whole, parts = learner(**changes), learner(**changes)
        whole.train(40)
        parts.train(15)
        parts.train(25)
        assert (whole.weights == parts.weights).all() and whole.steps == parts.steps


def test_a_value_is_the_sum_of_its_features():
    taught = learner()
    taught.train(200)
    s = State(ZSY, OPTIONS, 3)
    found = TablePlayer(ZSY, OPTIONS, taught.weights).values(*s.asked())
    for j, move in enumerate(s.legal):
        assert found[0, j] == pytest.approx(taught.weights[where(s.view(s.player), s.player, move.code)].sum())
