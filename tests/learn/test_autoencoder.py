"""Autoencoders rebuild what has few degrees of freedom; clusters and purity are what they say."""

import numpy as np
import pytest

pytest.importorskip("torch")

from kibitz.learn.autoencoder import autoencoder, cluster, encoder_of, is_common, nearest
from kibitz.learn.classifier import Classifier

RNG = np.random.default_rng(2)
PATTERNS = (RNG.random((6, 40)) < 0.4).astype(np.float32)
KIND = RNG.integers(0, 6, 3_000)
BITS = PATTERNS[KIND]


def wrong(variational: bool, epochs: int) -> tuple[float, Classifier]:
    network = Classifier(lambda: autoencoder(40, 4, 32, variational=variational), seed=1, rate=1e-2, batch=128)
    for _ in range(epochs):
        network.epoch(len(BITS), lambda rows: (BITS[rows], BITS[rows], np.ones((len(rows), 40), np.float32)))
    return float(((network(BITS) > 0) != (BITS > 0)).mean()), network


@pytest.mark.parametrize("variational", [False, True])
def test_six_patterns_fit_into_four_numbers(variational):
    assert wrong(variational, 0)[0] > 0.3
    assert wrong(variational, 8)[0] < 0.02


def test_the_code_is_linear_and_its_clusters_are_the_patterns():
    _, network = wrong(False, 8)
    matrix, offset = encoder_of(network.module)
    codes = BITS @ matrix.T + offset
    buckets = nearest(codes, cluster(codes, 6, seed=1))
    assert is_common(buckets, KIND).mean() > 0.95


def test_purity_by_hand():
    assert is_common(np.array([0, 0, 0, 1]), np.array([0, 0, 1, 1])).mean() == 0.75


def test_a_variational_training_repeats_itself():
    assert (wrong(True, 2)[1](BITS) == wrong(True, 2)[1](BITS)).all()
