"""Chances in bins, and how sure they are."""

import numpy as np
import pytest

from kibitz.lab.reliability import reliability, tally


def test_one_position_per_game_has_the_usual_standard_error():
    chance = np.random.default_rng(0)
    said = chance.uniform(0.4, 0.5, 5000)
    won = (chance.random(5000) < said).astype(float)
    (found,) = reliability(tally(said, won, np.arange(5000)))
    assert found.said == pytest.approx(said.mean()) and found.won == pytest.approx(won.mean())
    assert found.error == pytest.approx((won - said).std(ddof=1) / np.sqrt(5000))


def test_more_positions_of_the_same_games_make_nothing_surer():
    chance = np.random.default_rng(1)
    said = np.full(1000, 0.45)
    won = (chance.random(1000) < 0.45).astype(float)
    (once,) = reliability(tally(said, won, np.arange(1000)))
    (often,) = reliability(tally(np.repeat(said, 9), np.repeat(won, 9), np.repeat(np.arange(1000), 9)))
    assert often.positions == 9 * once.positions and often.games == once.games
    assert often.error == pytest.approx(once.error)


def test_bins_of_right_chances_hold_the_truth_as_often_as_two_standard_errors_do():
    held = []
    for seed in range(60):
        chance = np.random.default_rng(seed)
        # Games of one to nine positions, that all say the game's chance.
        games = np.repeat(np.arange(2000), chance.integers(1, 10, 2000))
        true = chance.random(2000)
        won = (chance.random(2000) < true).astype(float)
        held += [b.within for b in reliability(tally(true[games], won[games], games))]
    assert 0.92 < np.mean(held) < 0.98


def test_tallies_of_parts_add_up():
    chance = np.random.default_rng(2)
    said, games = chance.random(600), np.arange(600) // 3
    won = (chance.random(200) < 0.5).astype(float)[games]
    parts = tally(said[:300], won[:300], games[:300]) + tally(said[300:], won[300:], games[300:])
    for whole, added in zip(reliability(tally(said, won, games)), reliability(parts), strict=True):
        assert whole.error == pytest.approx(added.error) and whole.said == pytest.approx(added.said)


def test_a_bin_without_a_surprise_is_not_certain():
    (found,) = reliability(tally(np.full(50, 0.999), np.ones(50), np.arange(50)))
    assert found.error >= 1 / 50
