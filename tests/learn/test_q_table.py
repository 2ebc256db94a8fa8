"""Q-learning on the smallest racks, where what is right can be said."""

from __future__ import annotations

import numpy as np

import kibitz
from kibitz.agent import build
from kibitz.game import game as find_game
from kibitz.games.racko import signs
from kibitz.games.racko.agents import baltar
from kibitz.learn.q_table import QTable, Rule


def learned(first: int = 0, games: int = 400, table: QTable | None = None) -> QTable:
    game = find_game("racko")
    options = game.options(slots=3)
    states = signs.states("sixths", 3)
    table = table or QTable(game, options, signs.sixths, build(game, options, "random"), states, baltar.ACTIONS)
    table.learn(first, games, 7 << 40, Rule())
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


def test_a_rule_that_skips_zeros_learns_from_rewards_alone():
    """Nothing is counted before a reward; the parts of the table are corrected apart."""
    game = find_game("racko")
    options = game.options(slots=3, limit=3)
    table = QTable(game, options, signs.likelier, build(game, options, "random"), 32, baltar.ACTIONS)
    table.learn(0, 1, 5, Rule(discount=0.25, chains=2, skips_zeros=True), decisions=1)
    assert table.visits.sum() == 2  # the last draw and the last card placed
    halves = np.split(table.visits.sum(axis=1), 2)
    assert [half.sum() for half in halves] == [1, 1]
    table.learn(1, 100, 5, Rule(discount=0.25, chains=2, skips_zeros=True), decisions=4)
    assert table.visits.sum() < 20  # a game or two, not a hundred


def test_every_rack_is_a_state_of_its_own():
    game = find_game("racko")
    options = game.options(slots=3, cards=12)
    seen = {}
    for seed in range(300):
        state = kibitz.State(game, options, seed)
        view = state.view(state.player)
        cards = (
            *view.racks[10 * state.player : 10 * state.player + 3].tolist(),
            int(view.discards[view.discarded - 1]),
        )
        number = signs.rack(view)
        assert 0 <= number < signs.states("rack", 3, 12) // 2
        assert seen.setdefault(number, cards) == cards
    assert len(set(seen.values())) == len(seen)
