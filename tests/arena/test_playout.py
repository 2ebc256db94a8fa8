"""Playouts: from the position to the end, with new luck each time, equal luck where it is asked for."""

import numpy as np
import pytest

import kibitz
from kibitz.agent import Agent, Random
from kibitz.arena.playout import playouts
from kibitz.errors import BadAgentSpec
from kibitz.kernel import kernel

DUEL = kibitz.game("duel")


def position(name, moves=0, seed=3, **options):
    s = kibitz.new(name, seed=seed, **options)
    for _ in range(moves):
        s.push(int(s.legal_codes[0]))
    return s, np.array([s.data.copy()], s.game.state)


def seeds(*numbers):
    return np.array(numbers, np.uint64)


@pytest.mark.parametrize("name", kibitz.games())
def test_every_game_is_played_to_its_end_and_the_state_is_left_alone(name):
    s, states = position(name, moves=2)
    before = states.copy()
    policy = Random(s.game, s.options)
    scores = playouts(s.game, s.options, policy, states, seeds(5), 6)
    assert scores.shape == (1, 6, s.seats) and (states == before).all()
    assert len({tuple(row) for row in scores[0]}) > 1
    assert (playouts(s.game, s.options, policy, states, seeds(5), 6) == scores).all()
    assert (playouts(s.game, s.options, policy, states, seeds(6), 6) != scores).any()


def test_rows_and_workers_do_not_matter():
    s, one = position("duel")
    _, two = position("duel", moves=3)
    states, policy = np.concatenate([one, two, one]), kibitz.agent("duel", "random")
    together = playouts(DUEL, s.options, policy, states, seeds(1, 2, 1), 50, workers=3)
    assert (together[0] == together[2]).all()
    assert (together[1] == playouts(DUEL, s.options, policy, two, seeds(2), 50)[0]).all()


def test_the_mean_is_what_the_game_gives():
    """From the deal, playouts by two random players are worth the same to both."""
    s, states = position("duel", seed=8)
    scores = playouts(DUEL, s.options, [kibitz.agent("duel", "random")] * 2, states, seeds(1), 4000)[0]
    assert (scores.sum(axis=1) == 5).all()  # five tricks
    certain, over = position("duel", moves=10)
    assert (playouts(DUEL, s.options, Random(DUEL, s.options), over, seeds(1), 3)[0] == certain.scores).all()


@kernel
def one_trick(s, begun):
    return s.tricks[0] + s.tricks[1] > begun.tricks[0] + begun.tricks[1]


@kernel
def tricks_so_far(s, out):
    for seat in range(2):
        out[seat] = 10 * s.tricks[seat]


def test_a_playout_may_end_early_with_a_worth_of_its_own():
    s, states = position("duel", moves=2)
    policy = Random(DUEL, s.options)
    scores = playouts(DUEL, s.options, policy, states, seeds(1), 20, until=one_trick, worth=tricks_so_far)
    assert (scores[0].sum(axis=1) == 20).all()


def test_a_player_that_is_no_kernel_is_refused():
    class Slow(Agent):
        pass

    s, states = position("duel")
    with pytest.raises(BadAgentSpec, match="no compiled player"):
        playouts(DUEL, s.options, Slow(DUEL, s.options), states, seeds(1), 1)
