"""What the other's moves tell of its hand."""

import numpy as np

from kibitz.agent import build
from kibitz.game import game
from kibitz.games.gin.belief import SIGNS, WEIGHTS, signs
from kibitz.lab.contrast import described, fit, surprise

GIN = game("gin")


def test_the_true_hand_stands_out():
    """Sixteen hands, one of them true: with the weights shipped it surprises by far less than four bits."""
    options = GIN.options()
    players = [build(GIN, options, spec) for spec in ("allrounder", "racer")]
    seen = described(GIN, options, players, signs, len(SIGNS), games=30, redeals=15, keep=0.1, seed=5)
    assert len(seen) > 200
    assert surprise(seen, WEIGHTS).mean() < 2.2
    assert surprise(seen, np.zeros(len(SIGNS))).mean() == 4


def test_weights_are_found_again():
    """Worlds drawn by known weights give these weights back."""
    rng, truth = np.random.default_rng(1), np.array([1.5, -0.7, 0.0])
    x = rng.normal(size=(20_000, 8, 3))
    chances = np.exp(x @ truth)
    chances /= chances.sum(axis=1, keepdims=True)
    drawn = (chances.cumsum(axis=1) > rng.random((len(x), 1))).argmax(axis=1)
    rows = np.arange(len(x))
    x[rows, 0], x[rows, drawn] = x[rows, drawn].copy(), x[rows, 0].copy()
    assert np.allclose(fit(x), truth, atol=0.05)
