"""Matches: duplicate pairs, honest intervals, a sequential test."""

import numpy as np
import pytest

import kibitz
from kibitz.arena.match import Sprt, duplicates, interval, outcomes
from kibitz.errors import BadOption, KibitzError


def test_equal_players_of_duplicate_deals_draw_every_pair():
    r = kibitz.match("duel", "thrifty", "thrifty", pairs=300, seed=2)
    assert r.win_rate == 0.5 and r.interval == (0.5, 0.5) and r.points[0] == r.points[1] and r.games == 600


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
    assert interval(np.array([0.0, 1.0])) == pytest.approx((0.5 - 0.98, 0.5 + 0.98), abs=1e-3)


def test_sprt_stops_early_and_decides_rightly():
    r = kibitz.match("duel", "thrifty", "random", pairs=20_000, seed=1, sprt=Sprt())
    assert r.verdict == "stronger" and r.games < 40_000
    r = kibitz.match("duel", "random", "thrifty", pairs=20_000, seed=1, sprt=Sprt())
    assert r.verdict == "not stronger" and r.games < 40_000
    wrong = 0
    rng = np.random.default_rng(0)
    for _ in range(300):  # equal players, looked at 20 times: the error stays near 5%
        draws = rng.choice([0, 0.5, 1], 4000, p=[0.25, 0.5, 0.25])
        verdicts = [Sprt().verdict(draws[: n * 200]) for n in range(1, 21)]
        decided = [v for v in verdicts if v != "undecided"]
        wrong += decided[:1] == ["stronger"]
    assert wrong <= 27  # 5% of 300, and three deviations


def test_mistakes_are_named():
    with pytest.raises(KibitzError, match="at least one"):
        kibitz.match("duel", "random", "random", pairs=0)
    with pytest.raises(BadOption, match="two players, not 3"):
        kibitz.match("yacht", "random", "random", players=3)
