"""Watching games: positions on the way, each with what came of it for the player to move."""

import numpy as np
import pytest

import kibitz
from kibitz.agent import build
from kibitz.coach.watch import watch


@pytest.mark.parametrize(("name", "player"), [("duel", "thrifty"), ("gin", "simple")])
def test_positions_and_results_fit_the_games(name, player):
    game = kibitz.game(name)
    options = game.options()
    seeds = np.arange(1, 13, dtype=np.uint64)
    found = watch(game, options, build(game, options, player), seeds, 0.5)
    assert len(found.rows) > 12 and (found.counts > 1).all()
    assert found.results.shape == (12, 2) and np.allclose(found.results.sum(axis=1), 1)
    for row, mover, view, won in zip(found.rows, found.movers, found.views, found.won):
        assert game.player(view) == mover and won == found.results[row, mover]
    again = watch(game, options, build(game, options, player), seeds, 0.5)
    assert (again.results == found.results).all() and (again.rows == found.rows).all()
