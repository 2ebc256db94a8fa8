"""Luck: zero on average whoever judges, counted where it can be, and the same chance for what cancels."""

import numpy as np
import pytest

import kibitz
from kibitz.agent import build
from kibitz.coach import sampling
from kibitz.coach.judge import SampledJudge, judge_of
from kibitz.coach.luck import DEAL, luck_of, positions
from kibitz.kernel import OVER
from tests.coach.test_review import played

GAMES = {"cribbage": "greedy", "gin": "simple", "racko": "kyle", "yacht": "greedy"}


def lucks(name: str, player: str, games: int, ways: int, **options: object) -> tuple[np.ndarray, np.ndarray]:
    """The result and the luck of the first seat, by game."""
    rows = []
    for seed in range(games):
        s = played(name, seed, *[player] * int(options.get("players", 2)), **options)
        found = luck_of(s, judge_of(s.game, s.options), ways)
        assert sum(found.total) == pytest.approx(0) or len(found.total) == 1
        assert found.total == pytest.approx(np.sum([event.luck for event in found.events], axis=0).tolist())
        result = s.scores[0] if s.seats == 1 else float(s.scores[0] > s.scores[1])
        rows.append((result, found.total[0]))
    return np.array(rows).T


@pytest.mark.parametrize(
    ("name", "player", "options", "left"),
    [
        ("yacht", "greedy", {"players": 1}, 0.25),
        ("yacht", "greedy", {"players": 2}, 0.6),
        ("cribbage", "greedy", {}, 0.9),
        ("zsy", "greedy", {}, 0.95),
        ("gin", "racer", {"target": 40}, 0.8),
    ],
)
def test_its_mean_is_zero_and_less_variance_is_left(name, player, options, left):
    results, given = lucks(name, player, 50, 16, **options)
    assert abs(given.mean()) < 3.5 * given.std() / np.sqrt(len(given))
    assert (results - given).var() < left * results.var()


def test_of_very_many_events_each_is_taken_fewer_ways_and_its_error_is_told(monkeypatch):
    s = played("racko", 3, "kyle", "kyle")
    judge = judge_of(s.game, s.options)
    counted = luck_of(s, judge)
    monkeypatch.setattr("kibitz.coach.luck.LOOKED_AT", 10 * len(counted.events))
    drawn = luck_of(s, judge)
    assert [event.number for event in drawn.events] == [event.number for event in counted.events]
    assert all(event.error == 0 for event in counted.events[1:]) and any(event.error > 0 for event in drawn.events[1:])
    assert drawn.error > counted.error and abs(drawn.total[0] - counted.total[0]) < 4 * drawn.error
    assert luck_of(s, judge, 256) == counted, "who asks for so many ways gets them"


def test_every_roll_of_two_at_yacht_is_counted():
    """Also where both roll as often as they may."""
    s = kibitz.new("yacht", seed=3, players=2)
    while not s.is_over:
        s.push("keep none" if "keep none" in map(str, s.legal) else s.legal[0])
    found = luck_of(s, judge_of(s.game, s.options))
    assert len(found.events) == 2 * 12 * 3 and all(event.error == 0 for event in found.events[1:])


def test_a_deal_of_gin_is_lucky_or_not():
    games = [played("gin", seed, "racer", "racer", hands=1) for seed in range(8)]
    deals = [luck_of(s, judge_of(s.game, s.options), 32) for s in games]
    assert np.std([found.events[0].luck[0] for found in deals]) > 0.05
    assert all(found.events[0].number == DEAL and found.events[0].error > 0 for found in deals)


def test_where_all_play_as_the_policy_only_the_deal_has_an_error():
    """What one event led to and what the next begins with are the same playouts: a game within one hand cancels out."""
    s = played("gin", 7, "racer", "racer", hands=1)
    found = luck_of(s, SampledJudge(s.game, s.options, build(s.game, s.options, "racer")), 64)
    assert len(found.events) > 4
    result = float(np.sign(s.scores[0] - s.scores[1])) / 2 + 0.5
    usual = result - found.total[0]  # what other deals come to
    assert usual == pytest.approx(0.5, abs=4 * found.error) and found.error < 0.07


@pytest.mark.parametrize("name", GAMES)
def test_the_ways_that_are_counted_are_the_ways_there_are(name):
    """Drawn often enough, every way comes up, and none that is not counted; their chances add up to one."""
    s = played(name, 3, GAMES[name], GAMES[name], **({"players": 2} if name == "yacht" else {}))
    line, seeds = positions(s), np.arange(4_000, dtype=np.uint64)
    checked = 0
    for number, code in enumerate(s.moves):
        found = sampling.counted(s.game, line, number, code, 60)
        if found is None or checked > 5:
            continue
        after, shares = found
        drawn = looks(s, sampling.chances(s.game, line, number, code, seeds))
        counted = looks(s, after)
        assert set(drawn) == set(counted) and len(set(counted)) == len(counted)
        for look, share in zip(counted, shares):
            assert abs(drawn.count(look) / len(seeds) - share) < 5 * np.sqrt(share / len(seeds))
        assert shares.sum() == pytest.approx(1)
        checked += len(after) > 1
    assert checked > 2


def looks(s: kibitz.State, states: np.ndarray) -> list[bytes]:
    """What the seat to move sees of each."""
    movers, views, _, _ = sampling.asked(s.game, states, np.zeros(len(states), np.uint64))
    assert OVER not in movers
    return [view.tobytes() for view in views]


def test_a_game_whose_adviser_keeps_to_points_is_played_out():
    s = played("yacht", 1, "greedy", "greedy", "greedy", players=3)
    judge = judge_of(s.game, s.options)
    assert isinstance(judge, SampledJudge)
    found = luck_of(s, judge, 4)
    assert len(found.total) == 3 and sum(found.total) == pytest.approx(0)
