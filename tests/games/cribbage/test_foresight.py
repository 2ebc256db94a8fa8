"""The play learned by reinforcement."""

import numpy as np

import kibitz
from kibitz.games.cribbage.foresight import SHAPE, learn, place_of
from kibitz.games.cribbage.lab.pegging import DESK, usual_hands
from kibitz.games.cribbage.value.chances import ALONE
from kibitz.lab import Lab


def test_a_five_led_is_worse_than_a_four_led(tmp_path):
    """Who leads a five gives the other a fifteen with any ten; a four gives nothing at once."""
    size = int(np.prod(SHAPE))
    table, visits, desk = np.zeros(size), np.zeros(size, np.int64), np.zeros(1, DESK)
    desk["rng"] = 7
    hands, likely = usual_hands(Lab("cribbage.pegging", 1, tmp_path))
    learn(table, visits, hands, likely, 300_000, 0.2, desk[0], desk[0])
    five, four = (table[place_of(3, 4, value, ALONE, value - 1)] for value in (5, 4))
    assert visits.sum() == 8 * 300_000
    assert five < four - 0.3


def test_it_plays_cards_otherwise_than_schell_and_throws_alike():
    state = kibitz.new("cribbage", seed=5)
    pegger, schell = kibitz.agent("cribbage", "pegger"), kibitz.agent("cribbage", "schell")
    for _ in range(2):
        assert pegger.choose(state) == schell.choose(state)
        state.push(schell.choose(state))
    result = kibitz.match("cribbage", "pegger", "greedy", pairs=150, seed=1)
    assert result.interval[0] > 0.5
