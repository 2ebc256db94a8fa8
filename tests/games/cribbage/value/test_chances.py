"""The chance to win from every score."""

import numpy as np
import pytest

import kibitz
from kibitz.errors import BadWeights
from kibitz.games.cribbage.value import chances


def test_win_probabilities_make_sense():
    win = chances.load(kibitz.game("cribbage"), "value.safetensors")["win"]
    assert 0.55 < win[0, 0] < 0.57
    assert (np.diff(win.astype(float), axis=0) > -0.02).all() and (np.diff(win.astype(float), axis=1) < 0.02).all()
    assert win.min() >= 0 and win.max() <= 1


def test_wins_by_hand():
    """With rounds in which the dealer gains two and nobody else anything, who deals when is all there is."""
    win = np.zeros((chances.GOAL, chances.GOAL))
    events = np.zeros((1, chances.EVENTS), np.int8)
    events[0, 0] = 2
    chances.solve_wins(events, win)
    assert win[119, 0] == 1  # two more are enough
    assert win[0, 119] == 0  # the other deals next
    assert win[117, 117] == 1 and win[117, 119] == 0


def test_tables_that_do_not_fit_are_refused():
    with pytest.raises(BadWeights, match="'kept' is missing"):
        chances.from_tables({}, "x.safetensors")
