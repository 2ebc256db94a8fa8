"""The chance to win the game between two rounds, by the score and who deals next: where playouts can stop.

It is what the player `value` learned of scores (`cribbage.value`).
"""

from __future__ import annotations

import numpy as np

from kibitz.game import game
from kibitz.games.cribbage.rules import is_won, spot_of
from kibitz.games.cribbage.value.chances import GOAL
from kibitz.kernel import kernel
from kibitz.weights import load_tables

WHOLE = 65_535
"""A sure win, in the table: whole numbers of two bytes, since a graphics card has 64 kB for all constants."""

WIN = load_tables(game("cribbage"), "value.safetensors", needs={"win": ("f", GOAL, GOAL)})["win"]
TABLE = np.rint(WHOLE * WIN).astype(np.uint16)
"""The dealer's chance before a deal, by dealer's and pone's points."""


@kernel
def between(s, begun):
    """Whether the round in which a playout began is over: where it may stop."""
    return is_won(s) or s.dealer != begun.dealer


@kernel
def settled(s, out):
    """Each seat's chance to win the game from between two rounds."""
    if is_won(s):
        for p in range(2):
            out[p] = 1.0 if s.points[p] >= s.target else 0.0
    else:
        dealer = int(s.dealer)
        out[dealer] = TABLE[spot_of(s, dealer), spot_of(s, 1 - dealer)] / WHOLE
        out[1 - dealer] = 1.0 - out[dealer]
