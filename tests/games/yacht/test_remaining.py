"""What is still to come, in distribution: against the exact values and the exact course of games."""

import numpy as np
import pytest

import kibitz
from kibitz.games.yacht import remaining as r
from kibitz.games.yacht.solve import flags_of, hopeless, lanes_of


@pytest.fixture(scope="module", params=["nintendo", "classic"])
def solution(request):
    return kibitz.solve("yacht", rules=request.param)


@pytest.fixture(scope="module")
def rows(solution):
    return solution.remaining


def row(rows, full, upper, flag=0):
    """The points and their chances."""
    start = r.row_of(rows.begin, rows.length, flag, full, upper)
    n = rows.length[flag, full]
    return np.arange(n) * r.step_of(full, rows.begin.shape[1]), rows.chances[start : start + n].astype(np.float64)


def test_every_row_is_a_distribution_with_the_mean_of_the_table(solution, rows):
    chance = np.random.default_rng(1)
    for full in [0, 4095, *chance.integers(0, 4096, 500)]:
        for upper in {
            int(hopeless(full)),
            int(chance.integers(hopeless(full), lanes_of(full))),
            int(lanes_of(full)) - 1,
        }:
            points, chances = row(rows, int(full), upper)
            assert chances.min() >= 0 and chances.sum() == pytest.approx(1, abs=2e-5)
            assert points @ chances == pytest.approx(solution.table[0, full, upper], abs=2e-3)


def test_a_whole_game_is_spread_as_the_exact_distribution_is(solution, rows):
    points, chances = row(rows, 0, 0)
    exact = solution.distribution
    assert points @ chances == pytest.approx(solution.value, abs=1e-3)
    deviation = np.sqrt((points - solution.value) ** 2 @ chances)
    assert solution.deviation < deviation < 1.02 * solution.deviation, "sharing between steps widens it a little"
    for score in range(0, len(exact), 25):
        share = np.clip((score + 0.5 - points) / r.STEP + 0.5, 0, 1) @ chances  # a step stands for what lies around it
        assert share == pytest.approx(exact[: score + 1].sum(), abs=0.02)


def test_the_last_box_is_exact(rows):
    _, chances = row(rows, 4095 - (1 << 11), 0)  # only the yacht is open
    assert chances[50] == pytest.approx(0.0460, abs=1e-4)  # well known: five of a kind in three rolls
    assert chances[0] == pytest.approx(1 - chances[50], abs=1e-6)


def test_a_second_yahtzee_is_among_what_may_come():
    solution = kibitz.solve("yacht", rules="yahtzee")
    rows = solution.remaining
    full = (1 << 13) - 1 - (1 << 6)  # all but chance is full
    assert flags_of(solution.table, full) == 2
    points, chances = row(rows, full, 0, flag=1)
    assert chances[100:].sum() > 0.01 > row(rows, full, 0, flag=0)[1][100:].sum()
    assert points @ chances == pytest.approx(solution.table[1, full, 0], abs=2e-3)
