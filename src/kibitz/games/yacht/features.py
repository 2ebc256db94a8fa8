"""Yacht in numbers, for networks."""

from __future__ import annotations

import numpy as np

from kibitz.games.yacht import rules
from kibitz.games.yacht.rules import BONUS_FROM, OPEN
from kibitz.kernel import kernel

# --- a board: which of twelve boxes are open, and the upper total ---------------------------------

UPPER = BONUS_FROM + 1
"""Upper totals 0 to 63; more is the same."""
OPEN_BOXES = (np.arange(1 << 12)[:, None] >> np.arange(12) & 1 == 0).astype(np.float32)
REACHED = (np.arange(UPPER)[:, None] > np.arange(BONUS_FROM)).astype(np.float32)
BOARD = OPEN_BOXES.shape[1] + REACHED.shape[1]


@kernel
def write_board(full, upper, row):
    """A 1 for each open box, and one for each upper point that is made."""
    for box in range(12):
        row[box] = 1.0 - ((full >> box) & 1)
    for point in range(BONUS_FROM):
        row[12 + point] = 1.0 if upper > point else 0.0


# --- the paper's position: nineteen numbers -------------------------------------------------------

NUMBERS, ACTIONS = 19, 44
LARGEST_REWARD = 65.0
"""Five sixes that bring the bonus."""
FIXED = -1.0
"""What stands for a full box."""


@kernel
def observe(v, order, scores, scale, out):
    """Twelve boxes, the upper total, rolls left, and five dice in the order they lie.

    With `scores` an open box shows what it would score now, otherwise 0; full ones are marked. With
    `scale` all numbers are brought to 0 to 1.
    """
    for box in range(12):
        if v.boxes[v.to_move, box] != OPEN:
            out[box] = FIXED
        elif scores:
            out[box] = rules.dice_score(v, box) / (LARGEST_REWARD if scale else 1.0)
        else:
            out[box] = 0.0
    out[12] = min(rules.upper_total(v, v.to_move), BONUS_FROM) / (BONUS_FROM if scale else 1.0)
    out[13] = v.rolls / (rules.ROLLS if scale else 1.0)
    for i in range(5):
        out[14 + i] = v.dice[order[i]] / (6.0 if scale else 1.0)
