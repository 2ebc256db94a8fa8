"""Matches: duplicate pairs, honest intervals, a sequential test."""

import numpy as np
import pytest

import kibitz
from kibitz.arena.match import Sprt, duplicates, outcomes
from kibitz.errors import BadCount, BadOption, BadSeed, Stopped
from tests.arena.test_drive import Failing


def test_equal_players_of_duplicate_deals_draw_every_pair():
    r = kibitz.match("duel", "thrifty", "thrifty", pairs=300, seed=2)
    assert r.win_rate == 0.5 and r.points[0] == r.points[1] and r.games == 600
    assert r.interval == pytest.approx((0.494, 0.506), abs=1e-3)  # 300 pairs are many, not all


def test_the_interval_covers_the_truth_about_19_times_in_20():
    inside = 0
    for seed in range(60):
        low, high = kibitz.match("duel", "random", "random", pairs=200, seed=seed, workers=1).interval
        inside += low <= 0.5 <= high
    assert 51 <= inside <= 60  # P(fewer than 51 of 60 at 95%) is below 0.001


def test_swapping_the_players_mirrors_the_result():
    one = kibitz.match("duel", "thrifty", "random", pairs=2000, seed=1)
    two = kibitz.match("duel", "random", "thrifty", pairs=2000, seed=1)
    assert one.win_rate > 0.55 and abs(one.win_rate + two.win_rate - 1) < 0.03
    assert one.margin[0] > 0 and one.decisions == 10


def test_deals_of_a_longer_match_begin_with_those_of_a_shorter():
    short, long = duplicates(0, 10, 3, [(0, 1), (1, 0)]), duplicates(0, 99, 3, [(0, 1), (1, 0)])
    later = duplicates(10, 99, 3, [(0, 1), (1, 0)])
    assert (long.seeds[:20] == short.seeds).all() and (long.streams[:20] == short.streams).all()
    assert (long.seeds[20:] == later.seeds).all() and (long.streams[20:] == later.streams).all()
    assert len(set(long.streams)) == 198 and (long.seeds[0::2] == long.seeds[1::2]).all()


def test_outcomes_count_a_draw_as_half():
    scores = np.array([[[1, 0], [0, 1]], [[1, 0], [1, 0]], [[1, 1], [0, 2]]], float)
    assert outcomes(scores).tolist() == [1.0, 0.5, 0.75]


def test_a_sequential_test_stops_early_and_names_the_stronger():
    r = kibitz.match("duel", "thrifty", "random", pairs=20_000, seed=1, sprt=Sprt())
    assert r.verdict == "thrifty is stronger than random" and r.games < 40_000
    assert r.players == ("thrifty", "random") and r.game == "duel" and r.seed == 1
    r = kibitz.match("duel", "random", "thrifty", pairs=20_000, seed=1, sprt=Sprt())
    assert r.verdict == "thrifty is stronger than random" and r.games < 40_000


def test_equal_players_are_seldom_told_apart():
    rng, found = np.random.default_rng(0), []
    for _ in range(300):  # looked at every 500 pairs, as a match does
        draws = rng.choice([0, 0.5, 1], 10_000, p=[0.25, 0.5, 0.25])
        verdicts = [Sprt().verdict(draws[: n * 500]) for n in range(1, 21)]
        found.append(next((v for v in verdicts if v != "undecided"), "undecided"))
    assert found.count("first") + found.count("second") <= 27  # 5% of 300, and three deviations
    assert found.count("neither") >= 240


def test_who_always_wins_is_called_stronger_and_who_always_draws_is_not():
    assert Sprt().verdict(np.ones(500)) == "first"
    assert Sprt().verdict(np.zeros(500)) == "second"
    assert Sprt().verdict(np.full(2000, 0.5)) == "neither"
    assert Sprt().verdict(np.ones(10)) == "undecided"


def test_a_stopped_match_tells_what_was_played():
    failing = Failing(kibitz.game("duel"), kibitz.game("duel").options(), after=300)
    with pytest.raises(Stopped, match="no more") as stopped:
        kibitz.match("duel", failing, "random", pairs=5000, batch=8, workers=2)
    assert 0 < stopped.value.result.games < 10_000
    failing.left = 0
    with pytest.raises(Stopped) as stopped:
        kibitz.match("duel", failing, "random", pairs=5000)
    assert stopped.value.result is None


def test_mistakes_are_named():
    for pairs in (0, -5):
        with pytest.raises(BadCount, match=f"pairs is {pairs}; it must be at least 1"):
            kibitz.match("duel", "random", "random", pairs=pairs)
    with pytest.raises(BadCount, match=r"pairs is 99999999999999: .* at most [\d,]+ fit"):
        kibitz.match("duel", "random", "random", pairs=99_999_999_999_999)
    with pytest.raises(BadSeed):
        kibitz.match("duel", "random", "random", seed=-1)
    with pytest.raises(BadOption, match="two players, not 3"):
        kibitz.match("yacht", "random", "random", players=3)
