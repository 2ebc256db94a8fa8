"""The compiled loop plays the same games as the lockstep one, to the bit."""

import numpy as np
import pytest

import kibitz
from kibitz.agent import Random
from kibitz.arena.drive import Results, play
from kibitz.arena.fused import play_range
from kibitz.arena.match import duplicates


@pytest.mark.parametrize("name", kibitz.games())
def test_fused_equals_lockstep(name):
    game = kibitz.game(name)
    options = game.options(players=2) if hasattr(game.rules.Options, "players") else game.options()
    agents = [Random(game, options), Random(game, options)]
    schedule = duplicates(0, 3, 5, [(0, 1), (1, 0)])
    expected = play(game, options, agents, schedule, workers=1)
    found = Results(np.zeros_like(expected.scores), np.zeros_like(expected.decisions))
    play_range(game, options, agents, schedule, 0, 4, found)
    play_range(game, options, agents, schedule, 4, 6, found)
    assert np.array_equal(found.scores, expected.scores)
    assert np.array_equal(found.decisions, expected.decisions)
