"""What a score is worth between two rounds, against games drawn round by round."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.games.racko.race import WIN, stakes

MOST = 40
"""Fives to win, of a game to 200."""


def some_ends(first: float) -> np.ndarray:
    """Rounds that who begins wins so often; what losers get is drawn."""
    got = np.random.default_rng(1).dirichlet(np.ones(11), 2)
    got[:, 0] = 0.0  # who has a rack has its first card in order
    return np.array([[1 - first], [first]]) * got / got.sum(axis=1, keepdims=True)


def drawn(ends: np.ndarray, needs: tuple[int, int], began: int, wins: int, games: int) -> float:
    """The share that seat 0 wins of games drawn from here on; it began this round or not, and wins it or not."""
    rng, shares = np.random.default_rng(3), ends / ends.sum(axis=1, keepdims=True)
    total = 0.0
    for _ in range(games):
        need, starter, winner = list(needs), 0 if began else 1, 0 if wins else 1
        while True:
            need[winner] -= WIN
            need[1 - winner] -= rng.choice(11, p=shares[int(winner == starter)])
            if min(need) <= 0:
                break
            starter = 1 - starter
            winner = starter if rng.random() < ends[1].sum() else 1 - starter
        total += (need[0] < need[1]) + 0.5 * (need[0] == need[1])
    return total / games


@pytest.mark.parametrize(("needs", "began", "wins"), [((40, 40), 1, 1), ((30, 12), 0, 0), ((6, 20), 1, 0)])
def test_a_score_is_worth_what_games_drawn_from_it_come_to(needs, began, wins):
    ends = some_ends(0.56)
    said = stakes(ends, 5 * MOST)[began, needs[0], needs[1], wins]
    assert drawn(ends, needs, began, wins, 2_000) == pytest.approx(said, abs=0.04)


def test_a_round_won_is_never_worse_than_one_lost_and_what_one_has_the_other_lacks():
    found = stakes(some_ends(0.56), 5 * MOST)[:, 1:, 1:]
    assert (found >= 0).all() and (found <= 1 + 1e-12).all()
    assert (found[..., 1] >= found[..., 0] - 1e-12).all()
    # Who began and wins, and the other, who did not begin and loses, share the game.
    assert found[1, ..., 1] + found[0, ..., 0].T == pytest.approx(np.ones((MOST, MOST)))
    assert found[1, ..., 0] + found[0, ..., 1].T == pytest.approx(np.ones((MOST, MOST)))
    assert (np.diff(found, axis=1) <= 1e-12).all() and (np.diff(found, axis=2) >= -1e-12).all()
