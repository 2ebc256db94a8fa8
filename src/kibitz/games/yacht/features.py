"""Yacht in numbers, for networks."""

from __future__ import annotations

import numpy as np

from kibitz.games.yacht import rules
from kibitz.games.yacht.rules import BONUS_FROM, NO_JOKER, OPEN, YAHTZEE
from kibitz.kernel import kernel

# --- a board: which boxes are open, and the upper total -------------------------------------------
#
# Its marks are bits: the boxes that are full, and where a second yahtzee is worth more, whether its box holds 50.

UPPER = BONUS_FROM + 1
"""Upper totals 0 to 63; more is the same."""
REACHED = (np.arange(UPPER)[:, None] > np.arange(BONUS_FROM)).astype(np.float32)


@kernel
def marks_of(rules_, joker):
    """How many marks a board has: its boxes, and in yahtzee one more."""
    return rules.boxes_of(rules_) + (rules_ == YAHTZEE and joker != NO_JOKER)


def board_size(marks: int) -> int:
    """How many numbers a board is."""
    return marks + REACHED.shape[1]


def unmarked(marks: int) -> np.ndarray:
    """A row for every way to mark a board, in which 1 stands for no mark."""
    return (np.arange(1 << marks)[:, None] >> np.arange(marks) & 1 == 0).astype(np.float32)


@kernel
def write_board(marked, upper, marks, row):
    """A 1 for each mark that is not made, and one for each upper point that is."""
    for mark in range(marks):
        row[mark] = 1.0 - ((marked >> mark) & 1)
    for point in range(BONUS_FROM):
        row[marks + point] = 1.0 if upper > point else 0.0


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
