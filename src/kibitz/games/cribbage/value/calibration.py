"""From the chances that `value` finds to chances that come true.

The search lets the other play by a quick rule, which is weaker than the other really is, and counts the
other's hand without flush and nobs, whose suits it does not know. So it is too hopeful by one or two
percent, and more so the more cards are still to be played. Compared with how games of `value` against itself
went on (`cribbage.calibration`), the odds need a factor and a power by kind of decision, and a little more or less
on the way from lost to won, which is what `calibrated` applies. The order of moves stays the same, so the player does.
"""

from __future__ import annotations

import numpy as np

from kibitz.games.cribbage.rules import DISCARDING, SHOWING
from kibitz.learn.calibration import chances_of, corrected, log_odds

KINDS = ("throw as pone", "throw as dealer", "card as pone", "card as dealer")

SHIFT = np.array([-0.043, 0.011, -0.082, -0.042])
PER_CARD = np.array([0.0, 0.0, -0.0037, -0.0071])
SLOPE = np.array([1.052, 1.059, 1.031, 1.020])
"""By kind of decision: log odds that come true = SHIFT + PER_CARD * cards still to be played + SLOPE * those found."""

CURVE = np.array([0.003, -0.039, -0.020, 0.016, 0.013, -0.039, -0.227])
"""What is added to these at each of the `KNOTS` of `learn/calibration.py`, whatever the kind."""


def kinds(views: np.ndarray) -> np.ndarray:
    """The kind of decision of the player to move, a number into `KINDS`."""
    return 2 * (views["phase"] != DISCARDING) + (views["to_move"] == views["dealer"])


def calibrated(found: np.ndarray, views: np.ndarray) -> np.ndarray:
    """Chances that come true, for the moves of each view; certainties stay, and counts under muggins are as found."""
    kind, cards = kinds(views), views["left"].sum(axis=1)
    odds = (SHIFT[kind] + PER_CARD[kind] * cards)[:, None] + SLOPE[kind][:, None] * log_odds(found)
    as_found = (found <= 0) | (found >= 1) | (views["phase"] == SHOWING)[:, None]
    return np.where(as_found, np.clip(found, 0, 1), corrected(chances_of(odds), CURVE))
