"""The compiled learner against the same algorithm written slowly, on ZSY."""

from dataclasses import replace

import numpy as np
import pytest

from kibitz.game import game
from kibitz.games.zsy.agents._linear import LinearPlayer
from kibitz.games.zsy.features.afterstate import ACTIVE, SIZE, features
from kibitz.games.zsy.lab._td import problem
from kibitz.kernel import mix
from kibitz.learn.td_linear import Learner, Settings
from kibitz.state import State

ZSY = game("zsy")
OPTIONS = ZSY.options(free_pass=False, hand=8)


def dense(v, seat):
    index, value, found = np.zeros(ACTIVE, np.int32), np.zeros(ACTIVE), np.zeros(SIZE)
    n = features(v, seat, 0, index, value)
    np.add.at(found, index[:n], value[:n])
    return found


def slow(settings, seed, games, weights, steps=0):
    """Self-play and backward updates, over whole feature vectors."""
    for g in range(games):
        s = State(ZSY, OPTIONS, int(mix(np.uint64(seed) + np.uint64(2 * g))))
        seen = ([], [])
        while not s.is_over:
            p = s.player
            seen[p].append(dense(s.view(p), p))
            best = None
            for move in s.legal:
                s.push(move)
                worth = s.scores[p] if s.is_over else float(dense(s.view(p), p) @ weights)
                s.pop()
                if best is None or worth > best[0]:
                    best = worth, move
            s.push(best[1])
            if not s.is_over:
                seen[p].append(dense(s.view(p), p))
        for p in (0, 1):
            target = s.scores[p]
            for x in reversed(seen[p]):
                steps += 1
                rate = settings.scale / np.sqrt(steps + settings.offset)
                weights += rate * (target - x @ weights) / (x @ x if settings.normalised else 1) * x
                target = x @ weights
    return weights


def learner(**changes):
    return Learner(problem(ZSY), OPTIONS, replace(Settings(), **changes), seed=5)


def test_it_learns_as_the_slow_one_does():
    fast = learner()
    fast.train(6)
    # A rank's features are all distinct, so the slow squared length is the fast one's.
    np.testing.assert_allclose(fast.weights, slow(Settings(), 5, 6, np.zeros(SIZE)), rtol=1e-9, atol=1e-12)


def test_training_in_parts_is_training_at_once():
    for changes in ({}, {"self_play": False}, {"explore": 0.2}):
        whole, parts = learner(**changes), learner(**changes)
        whole.train(40)
        parts.train(15)
        parts.train(25)
        assert (whole.weights == parts.weights).all() and whole.steps == parts.steps


def test_the_literal_step_diverges():
    """Why a step is divided by the squared length of its features: the paper's own size is far too long."""
    literal = Learner(problem(ZSY), ZSY.options(), Settings(normalised=False), seed=5)
    literal.train(2)
    assert not np.abs(literal.weights).max() < 1e6


def test_the_player_values_what_the_move_leaves():
    taught = learner()
    taught.train(50)
    s = State(ZSY, OPTIONS, 3)
    views, moves, counts = s.asked()
    found = LinearPlayer(ZSY, OPTIONS, taught.weights / 9).values(views, moves, counts)
    for j, move in enumerate(s.legal):
        s.push(move)
        value = float(dense(s.view(s.player ^ 1), s.player ^ 1) @ taught.weights) / 9  # far from where it is clipped
        assert abs(value) < 1 and found[0, j] == pytest.approx((1 + value) / 2)
        s.pop()
