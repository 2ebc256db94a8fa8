"""Estimators: chances that add up, better than even chances, and the reference right where it can be checked."""

from functools import cache

import numpy as np
import pytest

import kibitz
from kibitz.game import game
from kibitz.games.gin.choices import wish
from kibitz.games.gin.estimators import estimator, names
from kibitz.games.gin.lab._positions import held, positions
from kibitz.games.gin.melds import count
from kibitz.games.gin.rules import concealed, unseen

GIN = game("gin")
KINGS = sum(1 << (13 * suit + 12) for suit in range(4))
VIEWS, TRUTHS = positions(11 * 50, 77)
VIEWS, TRUTHS = VIEWS[::11].copy(), TRUTHS[::11]


@cache
def answer(name: str) -> np.ndarray:
    return estimator(GIN, name)(VIEWS)


def log_loss(chances):
    p, answers = np.clip(chances, 1e-4, 1 - 1e-4), held(TRUTHS)
    return -(answers * np.log(p) + (1 - answers) * np.log(1 - p)).sum(axis=1)


@pytest.mark.parametrize("name", names())
def test_chances_are_chances(name):
    chances = answer(name)
    assert chances.shape == (len(VIEWS), 52) and (chances >= 0).all() and (chances <= 1).all()
    for v, row in zip(VIEWS, chances, strict=True):
        seat = int(v.to_move)
        needed = concealed(v, seat) + count(int(v.known[1 - seat]))
        assert needed == 10 and row.sum() == pytest.approx(needed, abs=0.7 if name == "thumb" else 0.05)
        for card in range(52):
            if int(v.known[1 - seat]) >> card & 1:
                assert row[card] == pytest.approx(1.0)
            elif not int(unseen(v, seat)) >> card & 1:
                assert row[card] == 0.0


@pytest.mark.parametrize("name", [name for name in names() if name != "uniform"])
def test_they_beat_the_even_chance(name):
    gain = log_loss(answer("uniform")) - log_loss(answer(name))
    assert gain.mean() > 2 * gain.std() / np.sqrt(len(gain))


def test_an_untouched_hand_is_even():
    view = np.zeros(1, GIN.state)
    view[0] = kibitz.new("gin", seed=3).view(0)
    chances = estimator(GIN, "particles")(view)[0]
    cards = [card for card in range(52) if int(unseen(view[0], 0)) >> card & 1]
    assert np.abs(chances[cards] - 10 / 41).max() < 0.1


def test_a_declined_card_makes_its_neighbours_unlikely():
    """Nobody who holds two kings declines a third: after the other passes on one, kings fall below the even chance."""
    for seed in range(500):
        s = kibitz.new("gin", seed=seed)
        if s.data.upcard % 13 == 12 and count(int(s.data.hands[0]) & KINGS) == 0:
            break
    s.push("pass")
    s.push("pass")
    views = np.zeros(1, GIN.state)
    views[0] = s.view(0)
    kings = [card for card in range(52) if (KINGS & int(unseen(views[0], 0))) >> card & 1]
    assert len(kings) == 3
    assert estimator(GIN, "particles")(views)[0][kings].mean() < 0.9 * estimator(GIN, "uniform")(views)[0][kings].mean()


def test_wish_by_hand():
    chance = np.zeros(52)
    chance[[13 + 4, 26 + 4]] = 0.5, 1.0  # two fives
    assert wish(chance, 4) == pytest.approx(0.5)
    chance[[5, 6]] = 1.0  # six and seven of clubs
    assert wish(chance, 4) == pytest.approx(1.0) and wish(chance, 7) == pytest.approx(1.0)
    assert wish(chance, 9) == 0.0
