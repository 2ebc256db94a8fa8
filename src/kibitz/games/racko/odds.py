"""The chance to win, from what a rack is worth: a fit to how games of `diablo` against itself ended.

What goes in is what both know of the race: the score of the rack a move leaves, how many turns it has taken so
far, and, where rounds are played to a target, what both sides still need.
"""

from __future__ import annotations

import math

from kibitz.kernel import kernel

FILE = "odds.safetensors"
TERMS = 29
"""How many products of the inputs the fit weighs."""


def part_of(slots: int, target: int) -> str:
    """The part of the file that serves these options."""
    return f"{'match' if target else 'round'}-{10 if slots > 7 else 5}"


@kernel
def terms(v, value, out):
    """What the chance depends on: the value of a move, the turns taken, what both need, and some of their products."""
    me = int(v.to_move)
    turns = v.turns / (v.players * v.slots)
    out[0], out[1], out[2], out[3] = 1.0, value, turns, turns * value
    out[4], out[5], out[6] = turns * turns, turns * turns * value, turns * value * value
    # Bends: between two of them the chance goes straight (in log odds), and a rack in order is as good as won.
    out[7], out[8], out[9] = max(value - 0.4, 0.0), max(value - 0.55, 0.0), max(value - 0.7, 0.0)
    out[10], out[11] = max(value - 0.85, 0.0), max(value - 0.95, 0.0)
    out[12], out[13] = max(turns - 0.5, 0.0), max(turns - 0.5, 0.0) * value
    out[14], out[15] = max(turns - 1.0, 0.0), max(turns - 1.0, 0.0) * value
    for i in range(16, len(out)):
        out[i] = 0.0
    if v.target:
        best = 0
        for p in range(v.players):
            if p != me:
                best = max(best, int(v.points[p]))
        own, other = max(1.0 - v.points[me] / v.target, 0.0), max(1.0 - best / v.target, 0.0)
        out[16], out[17], out[18] = own, other, own * other
        out[19], out[20], out[21], out[22] = own * own, other * other, own * value, other * value
        out[23], out[24] = 1.0 / (0.15 + own), 1.0 / (0.15 + other)
        out[25], out[26] = value / (0.15 + own), value / (0.15 + other)
        out[27], out[28] = out[23] * out[24], turns / (0.15 + other)


@kernel
def chance(row, weights):
    """The fitted chance."""
    total = 0.0
    for i in range(len(row)):
        total += row[i] * weights[i]
    return 1.0 / (1.0 + math.exp(-total))


@kernel
def chances(views, counts, values, weights, row, out):
    """The chance to win after each legal move, from the values of the moves."""
    for i in range(len(views)):
        for j in range(counts[i]):
            terms(views[i], values[i, j], row)
            out[i, j] = chance(row, weights)


@kernel
def describe(views, values, out):
    """The terms of positions, one value each."""
    for i in range(len(views)):
        terms(views[i], values[i], out[i])
