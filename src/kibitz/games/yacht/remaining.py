"""How likely each remaining score is, from every board, when the rest is played by a table: backwards.

What a player will still score depends on the full boxes, the upper total and the yacht flag, as the table does.
For each of these `Remaining` holds a row of chances. A row counts points in steps of 1 while few boxes are open,
so that the end of a game is exact, and in steps of 5 before: what falls between two steps is shared between them, which
keeps the mean exact, and nearly all large scores (15, 25, 30, 35, 50, 100) are whole steps anyway.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.games.yacht import rules
from kibitz.games.yacht.dice import KEEPS
from kibitz.games.yacht.distribution import most_points, turn_outcomes
from kibitz.games.yacht.rules import BONUS, BOXES, NO_JOKER, SIXES, YACHT, YAHTZEE
from kibitz.games.yacht.solve import (
    LANES,
    SCORES,
    WORK,
    flag_after,
    flags_of,
    hopeless,
    lanes_of,
    score_table,
)  # fmt: skip
from kibitz.kernel import kernel

EXACT = 3
"""With so many open boxes or fewer, points are counted one by one."""
STEP = 5
MOST = 400
"""Remaining scores above this count as this; only yahtzees at 100 points each lead there."""


@dataclass(frozen=True)
class Remaining:
    """The chances of all remaining scores, row after row."""

    begin: np.ndarray
    """Where the first row of a board begins, by yacht flag and full boxes; a row for each upper total that matters."""
    length: np.ndarray
    """How long its rows are."""
    chances: np.ndarray


def remaining_scores(options: Any, table: np.ndarray) -> Remaining:
    """Follow the decisions of `table` from every board to the end."""
    o = options.encoded()
    boards = 1 << rules.boxes_of(o.rules)
    begin, length = np.zeros((len(table), boards), np.int32), np.zeros((len(table), boards), np.int32)
    end = 0
    for full in range(boards):
        for flag in range(flags_of(table, full)):
            begin[flag, full] = end
            length[flag, full] = 2 + most_remaining(o, full, flag) // step_of(full, boards)
            end += length[flag, full] * (lanes_of(full) - hopeless(full))
    chances = np.zeros(end, np.float32)
    _fill(
        table, o, score_table(o), begin, length, chances,
        np.zeros(1, WORK), np.zeros((4, KEEPS, LANES)), np.zeros((KEEPS, LANES)),
        np.zeros((2, BOXES * SCORES, LANES)),
    )  # fmt: skip
    return Remaining(begin, length, chances)


def most_remaining(o: Any, full: int, flag: int) -> int:
    """The most that may still come, as far as it is counted."""
    everything = (1 << rules.boxes_of(o.rules)) - 1
    most = most_points(o, everything & ~full, 0) + BONUS
    if o.rules == YAHTZEE and o.joker != NO_JOKER and (flag or not full >> YACHT & 1):
        most = MOST
    return min(most, MOST)


@kernel
def step_of(full, boards):
    """In how large steps the remaining points of a board are counted."""
    left = (boards - 1) & ~full
    open_boxes = 0
    while left > 0:
        open_boxes += left & 1
        left >>= 1
    return 1 if open_boxes <= EXACT else STEP


@kernel
def row_of(begin, length, flag, full, upper):
    """Where the row of a board with an upper total begins."""
    first = hopeless(full)
    lane = min(max(upper - first, 0), lanes_of(full) - first - 1)
    return begin[flag, full] + lane * length[flag, full]


@kernel
def _fill(table, o, scores, begin, length, chances, scratch, values, flow, outcomes):
    boards = begin.shape[1]
    for full in range(boards - 1, -1, -1):
        first = hopeless(full)
        lanes = lanes_of(full) - first
        for flag in range(flags_of(table, full)):
            n = length[flag, full]
            if full == boards - 1:
                for u in range(lanes):
                    chances[begin[flag, full] + u * n + rules.bonus_of(o.rules, first + u)] = 1.0
                continue
            turn_outcomes(table, o, scores, full, flag, first, lanes, scratch, values, flow, outcomes)
            for u in range(lanes):
                to = chances[begin[flag, full] + u * n : begin[flag, full] + (u + 1) * n]
                for box in range(rules.boxes_of(o.rules)):
                    if (full >> box) & 1:
                        continue
                    for points in range(SCORES):
                        for extra in range(2):
                            chance = outcomes[extra, box * SCORES + points, u]
                            if chance > 0.0:
                                flag2, full2 = flag_after(table, flag, box, points), full | (1 << box)
                                upper = min(first + u + (points if box <= SIXES else 0), LANES - 1)
                                start = row_of(begin, length, flag2, full2, upper)
                                row = chances[start : start + length[flag2, full2]]
                                gained = points + 100 * extra
                                _add(row, step_of(full2, boards), gained, np.float32(chance), to, step_of(full, boards))


@kernel
def _add(row, row_step, gained, chance, to, step):
    """Add to a row what comes of scoring points now and going on with another row."""
    last = len(to) - 1
    if row_step == step:
        shift, rest = gained // step, gained % step
        above = chance * np.float32(rest / step)
        below = chance - above
        for k in range(min(len(row), last - shift)):
            to[k + shift] += below * row[k]
            to[k + shift + 1] += above * row[k]
        for k in range(max(last - shift, 0), len(row)):
            to[last] += chance * row[k]
        return
    for k in range(len(row)):
        if row[k] > 0.0:
            scored = gained + k * row_step
            place, rest = scored // step, scored % step
            above = chance * row[k] * np.float32(rest / step)
            to[min(place, last)] += chance * row[k] - above
            to[min(place + 1, last)] += above
