"""The classifier learns what can be learned, says how sure it is, and goes on where it stopped."""

import numpy as np
import pytest

pytest.importorskip("torch")

from kibitz.learn.classifier import Classifier, dense

RNG = np.random.default_rng(1)
INPUTS = RNG.standard_normal((2_000, 3)).astype(np.float32)
CHANCE = 1 / (1 + np.exp(-(2 * INPUTS[:, :1] - INPUTS[:, 1:2])))
TARGETS = (RNG.random((2_000, 1)) < CHANCE).astype(np.float32)


def batch(rows):
    return INPUTS[rows], TARGETS[rows], np.ones((len(rows), 1), np.float32)


def build():
    return dense(3, 16, 1)


def trained(epochs: int) -> Classifier:
    network = Classifier(build, seed=3, rate=1e-2, batch=64)
    for _ in range(epochs):
        network.epoch(len(INPUTS), batch)
    return network


def test_it_finds_the_chances():
    chances = 1 / (1 + np.exp(-trained(10)(INPUTS)))
    assert np.abs(chances - CHANCE).mean() < 0.05


def test_weights_of_zero_teach_nothing():
    network, before = Classifier(build, seed=3), Classifier(build, seed=3)
    network.epoch(len(INPUTS), lambda rows: (INPUTS[rows], TARGETS[rows], np.zeros((len(rows), 1), np.float32)))
    assert (network(INPUTS) == before(INPUTS)).all()


def test_a_resumed_training_equals_an_unbroken_one():
    whole, part = trained(4), trained(2)
    resumed = Classifier(build, seed=99, rate=1e-2, batch=64)
    resumed.resume(part.state())
    resumed.seed = 3
    for _ in range(2):
        resumed.epoch(len(INPUTS), batch)
    assert (resumed(INPUTS) == whole(INPUTS)).all()
