"""What kept hands gained in the play."""

import numpy as np
import pytest

import kibitz
from kibitz.errors import BadWeights
from kibitz.game import game
from kibitz.games.cribbage import rules
from kibitz.games.cribbage.pegging import greedy_card
from kibitz.games.cribbage.weighted import pegging_records


def test_records_add_up():
    first, second = pegging_records.first_records(2000, 1), pegging_records.first_records(3000, 2)
    assert first.times.sum() == 4000 and first.gained.sum() == 4000
    points = (first.gained * np.arange(pegging_records.MOST)).sum()
    assert points == first.given.sum()  # what one gains the other gives
    both = pegging_records.copy(first)
    pegging_records.add(both, second)
    assert both.times.sum() == 10_000 and first.times.sum() == 4000
    np.testing.assert_array_equal(both["gained"], first["gained"] + second["gained"])


def test_other_weights_are_refused():
    with pytest.raises(BadWeights, match="lacks times; it holds"):
        pegging_records.load(game("cribbage"), "value.safetensors")


def test_records_agree_with_the_rules():
    """Points pegged in a game of greedy players, taken down card by card, against the board."""
    s, r = kibitz.new("cribbage", seed=5), pegging_records.empty()
    s.push(101)
    s.push(101)
    start = s.data.points.copy()
    while s.data.phase == rules.PLAYING and s.data.left.sum() > 1:
        card = int(greedy_card(s.data))
        pegging_records.note(r, s.data, card)
        s.push(card)
        assert (s.data.points - start).tolist() == r.pegged.tolist()
