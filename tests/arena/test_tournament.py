"""Tournaments: every seating of each deal, and a rating."""

from itertools import permutations

import numpy as np
import pytest

import kibitz
from kibitz.arena.rating import SCALE, rate
from kibitz.errors import BadCount, KibitzError, Stopped
from tests.arena.test_drive import Failing


def test_standings_agree_with_a_match():
    t = kibitz.tournament("duel", ["random", "thrifty"], games=4000, seed=3)
    m = kibitz.match("duel", "thrifty", "random", pairs=2000, seed=3)
    assert [s.player for s in t.standings] == ["thrifty", "random"]
    assert t["thrifty"].win_share == pytest.approx(m.win_rate, abs=0.03)
    assert t["thrifty"].rating.low > t["random"].rating.high
    odds = t.beats[1, 0] / t.beats[0, 1]
    assert t["thrifty"].rating.value - t["random"].rating.value == pytest.approx(SCALE * np.log(odds), rel=0.02)


def test_three_seats_and_four_players():
    t = kibitz.tournament("yacht", ["random"] * 4, games=200, players=3, seed=1)
    assert t.games == 24 * 9 and all(s.games == 18 * 9 for s in t.standings)
    assert sum(s.win_share * s.games for s in t.standings) == pytest.approx(t.games)


def test_results_do_not_depend_on_batch_or_workers():
    one = kibitz.tournament("yacht", ["random"] * 3, games=60, seed=4, batch=5, workers=2)
    two = kibitz.tournament("yacht", ["random"] * 3, games=60, seed=4, workers=1)
    assert one.standings == two.standings


def test_ratings_recover_known_strengths():
    rng, strengths = np.random.default_rng(1), np.array([1.0, 0.2, -0.4, -0.8])
    wins = np.zeros((400, 4, 4))
    for i, j in permutations(range(4), 2):
        if i < j:
            won = rng.random((400, 10)) < 1 / (1 + np.exp(strengths[j] - strengths[i]))
            wins[:, i, j], wins[:, j, i] = won.sum(axis=1), 10 - won.sum(axis=1)
    for rating, strength in zip(rate(wins), SCALE * strengths, strict=True):
        assert rating.low - 10 < strength < rating.high + 10 and rating.high - rating.low < 40


def test_who_was_never_beaten_has_no_finite_rating():
    best, worst = rate(np.array([[[0.0, 50.0], [0.0, 0.0]]]))
    assert best.value == np.inf and str(best).startswith("unbeaten, above")
    assert worst.value == 0  # alone among those with a finite one
    assert 400 < best.low < 600  # 50 wins to 3 losses are 489 points


def test_a_group_that_always_beats_another_is_above_it():
    wins = np.zeros((1, 4, 4))
    wins[0, :2, 2:] = 10
    wins[0, 0, 1], wins[0, 1, 0], wins[0, 2, 3], wins[0, 3, 2] = 6, 4, 6, 4
    ratings = rate(wins)
    assert ratings[2].value > ratings[3].value and np.isfinite(ratings[2].value)
    assert [r.value for r in ratings[:2]] == [np.inf, np.inf]
    ratings = rate(wins[:, 1:, 1:] + np.array([[0, 0, 1], [1, 0, 0], [0, 0, 0]]))
    assert [r.value for r in ratings[:2]] != [np.inf, np.inf] and np.isfinite(ratings[2].value)
    wins[0, 3, :], wins[0, 0, 2], wins[0, 2, 0] = 0, 1, 1
    assert str(rate(wins)[3]).startswith("winless, below")


def test_a_stopped_tournament_tells_what_was_played():
    failing = Failing(kibitz.game("duel"), kibitz.game("duel").options(), after=300)
    with pytest.raises(Stopped, match="no more") as stopped:
        kibitz.tournament("duel", [failing, "random"], games=5000, batch=8, workers=2)
    played = stopped.value.result
    assert 0 < played.games < 5000 and played.players == ["test_drive", "random"]


def test_mistakes_are_named():
    with pytest.raises(BadCount, match="games is -5; it must be at least 1"):
        kibitz.tournament("duel", ["random", "random"], games=-5)
    with pytest.raises(BadCount, match="games is 99999999999999: "):
        kibitz.tournament("duel", ["random", "random"], games=99_999_999_999_999)
    with pytest.raises(KibitzError, match="at least two players"):
        kibitz.tournament("duel", ["random"])
    with pytest.raises(KibitzError, match="4 seats and 2 players"):
        kibitz.tournament("yacht", ["random", "random"], players=4)


def test_players_may_be_changed_before_they_sit_down():
    seen = []

    def seated(player):
        seen.append(player.name)
        return player

    kibitz.tournament("yacht", ["random", "greedy"], games=4, seated=seated)
    assert seen == ["random", "greedy"]
