"""Moves of many positions tried at once: the same worlds, and what comes of them, as one position after the other."""

import numpy as np
import pytest

pytest.importorskip("torch")

import kibitz
from kibitz.errors import BadAgentSpec
from kibitz.learn.judge import loaded
from kibitz.learn.playouts import Playouts, can_be_moved
from kibitz.learn.trials import Trials, moved
from kibitz.picture import painter


def some_positions(name, moves):
    """Positions of one game, a few moves after each other, as its movers see them."""
    state, asked, chance = kibitz.new(name, seed=3), [], np.random.default_rng(1)
    for _ in range(moves):
        asked.append(state.asked())
        state.push(int(chance.choice(state.legal_codes)))
    return [np.concatenate(parts) for parts in zip(*asked, strict=True)]


@pytest.mark.parametrize("plies", [0, 2])
def test_many_positions_are_tried_as_each_alone(plies):
    spec = f"rollout:policy=deep,judge=deep,plies={plies},worlds=9,width=2,redeals=3"
    views, moves, counts = some_positions("zsy", 6)
    alone, together = kibitz.agent("zsy", spec), moved(kibitz.agent("zsy", spec), "cpu")
    assert isinstance(together.trial, Trials)
    legal = np.arange(moves.shape[1]) < counts[:, None]
    expected, found = (player.values(views, moves, counts)[legal] for player in (alone, together))
    assert found == pytest.approx(expected, abs=1e-5)
    assert len(set(found.round(4))) > 3


def test_a_network_of_a_file_says_the_same_elsewhere():
    views, moves, counts = some_positions("zsy", 3)
    here, there = kibitz.agent("zsy", "deep"), moved(kibitz.agent("zsy", "deep"), "cpu")
    pictures = painter(here.game)(views, moves, counts)
    assert there.worth(pictures) == pytest.approx(here.worth(pictures), abs=1e-5)
    net = loaded(kibitz.agent("zsy", "deep").judge.file)
    assert next(net.parameters()).shape == (768, pictures.shape[1])


def test_who_has_no_network_stays_where_it_is():
    player = kibitz.agent("zsy", "rollout:worlds=4,policy=greedy")
    trial = player.trial
    assert moved(player, "cpu").trial is trial


def test_one_network_plays_all_seats():
    with pytest.raises(BadAgentSpec, match="one network"):
        moved(kibitz.agent("zsy", "rollout:worlds=4,policy=deep,others=greedy"), "cpu")


def test_a_compiled_player_tries_many_positions_as_each_alone():
    player = kibitz.agent("cribbage", "rollout:policy=schell,worlds=9,width=3,redeals=3")
    views, moves, counts = some_positions("cribbage", 6)
    rows = np.repeat(np.arange(len(views)), 2)
    tried = np.concatenate([moves[i, [0, counts[i] - 1]] for i in range(len(views))])
    alone = player.trial.results(views, rows, tried, 0, 9)
    assert can_be_moved(player.trial)
    assert Playouts(player.trial, "cpu").results(views, rows, tried, 0, 9) == pytest.approx(alone)
    assert len(np.unique(alone)) > 9
    assert not can_be_moved(kibitz.agent("racko", "rollout:policy=kyle,plies=3").trial)
