"""The chance to win between two hands: by hand where that is possible, and against games played on."""

import numpy as np
import pytest

import kibitz
from kibitz.arena.playout import playouts
from kibitz.coach.sampling import deals
from kibitz.game import game
from kibitz.games.gin.standing import MOST, NEED, TABLE, between, chances, settled, starter_wins, worth_of_a_point

GIN = game("gin")


def test_chances_by_hand():
    """A hand brings 60 points: one is enough from 40 on, else two; a void hand is played again."""
    hands = np.zeros((2, MOST))
    hands[0, 60], hands[1, 60] = 0.3, 0.2
    won = chances(hands)
    p = 0.3 / 0.5  # the starter's share of the hands that end
    assert won[59, 59] == pytest.approx(p)
    # The starter needs 100: it must win this hand and the next, which the other starts.
    assert won[99, 59] == pytest.approx(p * (1 - p))
    assert won[59, 99] == pytest.approx(p + (1 - p) * (1 - p))


def test_the_table_is_a_table_of_chances():
    assert TABLE.shape == (NEED, NEED) and (TABLE > 0).all() and (TABLE < 1).all()
    assert (np.diff(TABLE, axis=0) <= 1e-12).all(), "who needs more wins less"
    assert (np.diff(TABLE, axis=1) >= -1e-12).all()
    assert abs(TABLE[99, 99] - 0.5) < 0.02 and TABLE[9, 99] > 0.9
    assert starter_wins(500, 250) == starter_wins(100, 50)


@pytest.mark.parametrize(("own", "other"), [(0, 0), (30, 70), (80, 20)])
def test_games_played_on_come_out_as_the_table_says(own, other):
    options = GIN.options()
    dealt = deals(GIN, options, np.arange(4_000, dtype=np.uint64) + np.uint64(own))
    dealt["scores"] = own, other
    scores = playouts(GIN, options, kibitz.agent("gin", "racer"), dealt, dealt["rng"], 1)[:, 0]
    won = (scores[:, 0] > scores[:, 1]).mean()
    expected = TABLE[99 - own, 99 - other]
    assert abs(won - expected) < 4 * np.sqrt(expected * (1 - expected) / 4_000)


def test_settled_between_hands_and_at_the_end():
    s, out = kibitz.new("gin", seed=3), np.zeros(2)
    settled(s.data, out)
    assert out.sum() == pytest.approx(1) and out[0] == TABLE[99, 99]
    s.data.scores[:] = 70, 10
    settled(s.data, out)
    assert out[0] == TABLE[29, 89] and worth_of_a_point(s.data, 0) > 0
    s.data.starter = 1
    settled(s.data, out)
    assert out[1] == TABLE[89, 29]
    over = kibitz.new("gin", seed=3, hands=1)
    while not over.is_over:
        over.push(int(over.legal_codes[-1]))
    settled(over.data, out)
    assert between(over.data, over.data) and out.tolist() in ([1, 0], [0, 1], [0.5, 0.5])


def test_a_playout_ends_with_the_hand_it_began_in():
    """Not at once where it begins with a deal, or every deal would be worth the same."""
    s = kibitz.new("gin", seed=3)
    begun = s.data.copy()
    assert not between(s.data, begun)
    while s.data.hand == 1:
        assert not between(s.data, begun)
        s.push(int(s.legal_codes[-1]))
    assert between(s.data, begun) and not between(s.data, s.data)
