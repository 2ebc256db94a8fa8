"""Q-learning on the smallest racks, where what is right can be said."""

from __future__ import annotations

import numpy as np

from kibitz.agent import build
from kibitz.game import game as find_game
from kibitz.games.racko import signs
from kibitz.games.racko.agents import baltar
from kibitz.learn.q_table import QTable


def learned(first: int = 0, games: int = 400, table: QTable | None = None) -> QTable:
    game = find_game("racko")
    options = game.options(slots=3)
    states = signs.states("sixths", 3)
    table = table or QTable(game, options, signs.sixths, build(game, options, "random"), states, baltar.ACTIONS)
    table.learn(first, games, 7 << 40, 0.9, -1.0)
    return table


def test_values_are_means_of_what_came():
    """Rewards are 1, -1 and 0, discounted on the way: no value can lie outside."""
    table = learned()
    assert table.visits.sum() > 3000
    assert (abs(table.values) <= 1).all()
    assert (table.values[table.visits == 0] == 0).all()
    assert table.values.max() > 0.5


def test_the_least_tried_action_is_tried():
    """So in any state visited often, the actions were tried nearly equally often."""
    table = learned()
    # To draw in: only two moves, and both are nearly always possible.
    tries = table.visits[:, [11, 12]]
    tries = tries[tries.sum(axis=1) > 3]
    assert len(tries) and (abs(tries[:, 0] - tries[:, 1]) <= 1).all()


def test_learning_in_pieces_is_learning_at_once():
    whole = learned(0, 300)
    pieces = learned(100, 200, learned(0, 100))
    assert np.array_equal(whole.values, pieces.values) and np.array_equal(whole.visits, pieces.visits)
