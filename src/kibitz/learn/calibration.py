"""Chances that come true: log odds fitted to what really happened.

`logistic` weighs terms of a position. `fit_curve` corrects chances that someone else says: something is added to
their log odds, a little at each of a few `KNOTS` and in between in proportion, so that the order of moves stays.
"""

from __future__ import annotations

import numpy as np

SURE = 1e-12
"""Nearer to 0 or 1 than this is as good as certain."""


def log_odds(chances: np.ndarray) -> np.ndarray:
    inside = np.clip(np.asarray(chances, float), SURE, 1 - SURE)
    return np.log(inside / (1 - inside))


def chances_of(odds: np.ndarray) -> np.ndarray:
    """The chances of log odds."""
    return 1 / (1 + np.exp(-odds))


KNOTS = log_odds(np.array([0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.98]))
"""Where a correction is told, in log odds; beyond the last it stays what it is there."""

SLOWEST = 0.05
"""Corrected log odds rise at least so much as those said, so that a better move stays better."""


def logistic(
    terms: np.ndarray, won: np.ndarray, *, known: np.ndarray | float = 0.0, steadiness: float = 1.0
) -> np.ndarray:
    """The weights of the terms under which these results are likeliest, by Newton's steps.

    `known` are log odds to which the terms add; `steadiness` holds weights near zero where little was seen.
    """
    weights = np.zeros(terms.shape[1])
    hold = steadiness * np.eye(terms.shape[1])

    def surprise(tried: np.ndarray) -> float:
        odds = known + terms @ tried
        return float((np.logaddexp(0.0, odds) - won * odds).sum() + tried @ hold @ tried / 2)

    for _ in range(30):
        expected = chances_of(known + terms @ weights)
        slope = terms.T @ (won - expected) - hold @ weights
        curve = (terms * (expected * (1 - expected))[:, None]).T @ terms + hold
        change = np.linalg.solve(curve, slope)
        # A whole step may go too far where many were sure and wrong: then half of it, until it is no worse.
        while abs(change).max() > 1e-9 and surprise(weights + change) > surprise(weights):
            change /= 2
        weights += change
        if abs(change).max() < 1e-9:
            break
    return weights


def fit_curve(said: np.ndarray, won: np.ndarray) -> np.ndarray:
    """What to add to the log odds at each knot, from chances that were said and what came of them."""
    found = log_odds(said)
    shares = np.stack([np.interp(found, KNOTS, knot) for knot in np.eye(len(KNOTS))], axis=1)
    added = logistic(shares, won, known=found)
    # A fit that falls anywhere is held nearly level there.
    level = SLOWEST * KNOTS
    return np.maximum.accumulate(KNOTS + added - level) + level - KNOTS


def corrected(said: np.ndarray, curve: np.ndarray) -> np.ndarray:
    """Chances as they come true, in the order of those said; certainties stay."""
    found = log_odds(said)
    return np.where((said <= 0) | (said >= 1), np.clip(said, 0, 1), chances_of(found + np.interp(found, KNOTS, curve)))
