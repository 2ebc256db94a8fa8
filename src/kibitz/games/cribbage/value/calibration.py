"""From the chances that `value` finds to chances that come true.

The search lets the other play by a quick rule, which is weaker than the other really is, and counts the
other's hand without flush and nobs, whose suits it does not know. So it is too hopeful by one or two
percent, and more so the more cards are still to be played. Compared with how games of `value` against itself
went on (`cribbage.calibration`), the odds need a factor and a power by kind of decision, and a little more or less
on the way from lost to won, which is what `calibrated` applies. The order of moves stays the same, so the player does.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kibitz.game import Game
from kibitz.games.cribbage.rules import DISCARDING, SHOWING
from kibitz.learn.calibration import KNOTS, chances_of, corrected, log_odds
from kibitz.weights import load_tables

FILE = "value-chances.safetensors"
KINDS = ("throw as pone", "throw as dealer", "card as pone", "card as dealer")

Fit = Mapping[str, np.ndarray]
"""By kind of decision: log odds that come true = shift + per_card * cards still to be played + slope * those found;
whatever the kind, `curve` is what is added to these at each of the `KNOTS` of `learn/calibration.py`.
"""
NEEDS = {**{name: ("f", len(KINDS)) for name in ("shift", "per_card", "slope")}, "curve": ("f", len(KNOTS))}


def load(game: Game) -> Fit:
    """The fit that ships."""
    return load_tables(game, FILE, needs=NEEDS)


def kinds(views: np.ndarray) -> np.ndarray:
    """The kind of decision of the player to move, a number into `KINDS`."""
    return 2 * (views["phase"] != DISCARDING) + (views["to_move"] == views["dealer"])


def calibrated(found: np.ndarray, views: np.ndarray, fit: Fit) -> np.ndarray:
    """Chances that come true, for the moves of each view; certainties stay, and counts under muggins are as found."""
    kind, cards = kinds(views), views["left"].sum(axis=1)
    odds = (fit["shift"][kind] + fit["per_card"][kind] * cards)[:, None] + fit["slope"][kind][:, None] * log_odds(found)
    as_found = (found <= 0) | (found >= 1) | (views["phase"] == SHOWING)[:, None]
    return np.where(as_found, np.clip(found, 0, 1), corrected(chances_of(odds), fit["curve"]))
