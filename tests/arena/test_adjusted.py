"""Results less luck: right on average, and surer."""

import numpy as np
import pytest

import kibitz
from kibitz.agent import build
from kibitz.arena.adjusted import less_luck, play_adjusted
from kibitz.arena.match import Sprt
from kibitz.arena.schedule import duplicates
from kibitz.errors import BadOption

SEATINGS = [(0, 1), (1, 0)]


def test_the_games_are_those_of_a_plain_match():
    plain = kibitz.match("racko", "diablo", "kyle", pairs=60, seed=4, slots=5)
    adjusted = kibitz.match("racko", "diablo", "kyle", pairs=60, seed=4, slots=5, adjusted=True)
    assert adjusted.plain == (plain.win_rate, plain.interval)
    assert (adjusted.points, adjusted.decisions) == (plain.points, plain.decisions)


@pytest.mark.parametrize("name", ["racko", "gin"])
def test_luck_is_nothing_on_average(name):
    game = kibitz.game(name)
    options = game.options(**({"slots": 5} if name == "racko" else {"target": 25}))
    players = [build(game, options, "kyle" if name == "racko" else spec) for spec in ("racer", "simple")]
    results, luck = play_adjusted(game, options, players, duplicates(0, 300, 5, SEATINGS), 5)
    assert results.ended.all() and luck.std() > 0.05
    assert np.allclose(luck.sum(axis=1), 0)
    pairs = luck[:, 0].reshape(-1, 2).mean(axis=1)
    assert abs(pairs.mean()) < 3.5 * pairs.std() / np.sqrt(len(pairs))


def test_it_is_surer_and_agrees_with_many_plain_games():
    adjusted = kibitz.match("racko", "diablo", "max", pairs=300, seed=6, slots=5, adjusted=True)
    assert adjusted.plain is not None
    low, high = adjusted.plain[1]
    assert adjusted.interval[1] - adjusted.interval[0] < (high - low) / 1.05
    truth = kibitz.match("racko", "diablo", "max", pairs=4000, seed=7, slots=5)
    error = (adjusted.interval[1] - adjusted.interval[0]) / 4
    assert abs(adjusted.win_rate - truth.win_rate) < 4 * error


def test_where_chance_decides_nothing_later_the_result_stays():
    adjusted = kibitz.match("zsy", "td", "greedy", pairs=50, seed=2, adjusted=True)
    assert adjusted.plain is not None and adjusted.win_rate == pytest.approx(adjusted.plain[0])


def test_each_half_learns_from_the_other():
    """A share learned from the pairs it is used on would follow their luck; here the mean stays right."""
    rng = np.random.default_rng(3)
    errors = []
    for _ in range(400):
        luck = rng.normal(size=60)
        won = 0.6 + 0.5 * luck + 0.2 * rng.normal(size=60)
        errors.append(less_luck(won, luck).mean() - 0.6)
    assert abs(np.mean(errors)) < 3.5 * np.std(errors) / 20
    assert np.std(errors) < 0.035  # plain means would have 0.07


def test_a_sequential_test_is_not_adjusted():
    with pytest.raises(BadOption, match="sequential"):
        kibitz.match("racko", "kyle", "max", pairs=10, adjusted=True, sprt=Sprt())
