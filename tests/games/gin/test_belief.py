"""What the other's moves tell of its hand."""

import numpy as np

import kibitz
from kibitz.agent import build
from kibitz.game import game
from kibitz.games.gin import rules
from kibitz.games.gin.belief import SIGNS, WEIGHTS, likely_melds, signs
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


def test_who_took_three_of_a_kind_has_a_meld():
    """Of three kings taken from the pile a hand has a meld for sure; of an unknown hand that is less likely."""
    state = kibitz.new("gin", seed=3)
    view = np.zeros(1, GIN.state)
    view[0] = state.view(state.player)
    seat = int(state.player)
    view["rng"], view["phase"] = 7, rules.DRAWING
    before = view.copy()
    unknown = likely_melds(view[0], seat, 200)
    free = [king for king in (12, 25, 38, 51) if not int(view["hands"][0, seat]) >> king & 1][:3]
    assert len(free) == 3 and int(view["upcard"][0]) not in free
    view["known"][0, 1 - seat] = view["hands"][0, 1 - seat] = sum(1 << king for king in free)
    assert likely_melds(view[0], seat, 200) >= 1.0 > unknown
    view["rng"], view["known"][0, 1 - seat], view["hands"][0, 1 - seat] = 7, 0, 0
    assert (view == before).all(), "a view stays as it was"
