"""The players: the paper's baseline number, and that each is as strong as claimed, within what few games show."""

import numpy as np
import pytest

import kibitz
from kibitz.coach.watch import watch
from kibitz.errors import BadAgentSpec
from kibitz.learn.calibration import KNOTS

from .test_rules import position


def test_greedy_beats_random_as_in_the_paper():
    result = kibitz.match("zsy", "greedy", "random", pairs=6000, seed=11, workers=1)
    assert 0.77 < result.win_rate < 0.81


def test_random_is_weaker_when_it_may_pass():
    result = kibitz.match("zsy", "greedy", "random:free", pairs=1500, seed=11, workers=1)
    assert 0.86 < result.win_rate < 0.92


def test_greedy_plays_the_lowest_and_shortest():
    s = position("33456", "4")
    assert s.move(kibitz.agent("zsy", "greedy").choose(s)).name == "single 3"
    assert s.move(kibitz.agent("zsy", "greedy:longest=true").choose(s)).name == "33"
    follow = position("35K", "4", "single 4")
    assert follow.move(kibitz.agent("zsy", "greedy").choose(follow)).name == "single 5"
    assert follow.move(kibitz.agent("zsy", "greedy:free").choose(follow)).name == "pass"


def test_random_passes_only_when_it_must():
    s = position("35K", "4", "single 4")
    views, moves, counts = s.asked()
    many = np.repeat(views, 400)
    many["rng"] = np.arange(400) * 12345
    forced = kibitz.agent("zsy", "random").act(many, np.repeat(moves, 400, 0), np.repeat(counts, 400))
    many["rng"] = np.arange(400) * 12345
    free = kibitz.agent("zsy", "random:free").act(many, np.repeat(moves, 400, 0), np.repeat(counts, 400))
    assert set(forced.tolist()) == set(moves[0, 1:3].tolist())
    assert set(free.tolist()) == set(moves[0, :3].tolist())


@pytest.mark.parametrize("spec", ["random:sometimes", "greedy:never"])
def test_other_readings_of_passing_are_refused(spec):
    with pytest.raises(BadAgentSpec, match="forced, free"):
        kibitz.agent("zsy", spec)


@pytest.mark.parametrize(("spec", "least"), [("td", 0.77), ("tdns", 0.79)])
def test_the_shipped_linear_players_beat_greedy(spec, least):
    assert kibitz.match("zsy", spec, "greedy", pairs=1500, seed=12, workers=1).win_rate > least


def test_q_loses_with_54_cards_and_wins_with_36():
    assert kibitz.match("zsy", "q", "greedy", pairs=1000, seed=13, workers=1).win_rate < 0.5
    assert kibitz.match("zsy", "q", "greedy", pairs=1000, seed=13, workers=1, deck=36).win_rate > 0.55


def test_the_network_beats_natural_selection():
    assert kibitz.match("zsy", "net", "tdns", pairs=120, seed=14, workers=1).win_rate > 0.55


def test_corrected_chances_leave_every_choice_as_the_network_makes_it():
    zsy = kibitz.game("zsy")
    watched = watch(zsy, zsy.options(), kibitz.agent("zsy", "greedy"), np.arange(40, dtype=np.uint64), 0.5)
    asked = watched.views, watched.moves, watched.counts
    said, plain = kibitz.agent("zsy", "deep"), kibitz.agent("zsy", "deep")
    said.curve, plain.curve = np.linspace(-0.6, 0.3, len(KNOTS)), np.zeros(len(KNOTS))
    assert (said.values(*asked) != plain.values(*asked)).any()
    np.testing.assert_array_equal(said.act(*asked), plain.act(*asked))


@pytest.mark.parametrize("spec", ["td", "tdns", "net", "deep"])
def test_hints_are_win_probabilities(spec):
    s = kibitz.new("zsy", seed=4)
    views, moves, counts = s.asked()
    agent = kibitz.agent("zsy", spec)
    values = agent.values(views, moves, counts)[0, : counts[0]]
    assert agent.unit == "chance to win" and (values >= 0).all() and (values <= 1).all() and values.std() > 0
    last = position("77", "3456")
    views, moves, counts = last.asked()
    assert agent.values(views, moves, counts)[0, 1] == 1, "the last cards win"
