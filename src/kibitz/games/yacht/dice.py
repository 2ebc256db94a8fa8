"""The 462 ways to keep dice, and how a roll is averaged and a keep chosen one die at a time.

A *keep* is a multiset of zero to five dice; the 252 keeps of five dice are the rolls. Keeps are
numbered by size, so that a die less is a lower number. A table of values has a row a keep and a
column a lane; lanes are worked on side by side and mean whatever the caller likes.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np

from kibitz.kernel import kernel

DICE = [dice for size in range(6) for dice in combinations_with_replacement(range(6), size)]
"""The faces (from 0) of each keep, ascending."""
KEEPS = len(DICE)
ROLL = 210
"""The number of the first roll: keeps below hold fewer than five dice."""

_number = {dice: k for k, dice in enumerate(DICE)}
ADD = np.array([[_number[tuple(sorted((*dice, face)))] for face in range(6)] for dice in DICE[:ROLL]], np.int16)
"""The keep with one more die, by face."""
LESS = np.zeros((KEEPS, 6), np.int16)
"""The keep with one die less, by face; where no die shows the face, one with a die less of another."""
for _keep, _dice in enumerate(DICE[1:], 1):
    for _face in range(6):
        _position = _dice.index(_face) if _face in _dice else 0
        LESS[_keep, _face] = _number[_dice[:_position] + _dice[_position + 1 :]]
CHANCE = np.array(
    [factorial(5) / prod(factorial(dice.count(face)) for face in range(6)) / 6**5 for dice in DICE[ROLL:]]
)
"""How likely each roll of five dice is."""
FIVE = np.array([dice[0] if len(set(dice)) == 1 else -1 for dice in DICE[ROLL:]], np.int8)
"""The face all dice of a roll show, or -1."""


@kernel
def number_of(dice):
    """The number of a roll."""
    keep = 0
    for i in range(5):
        keep = ADD[keep, dice[i] - 1]
    return int(keep)


@kernel
def average(table, lanes):
    """Give every keep of fewer than five dice the mean over the dice that are rolled to fill it."""
    for k in range(ROLL - 1, -1, -1):
        a, b, c = table[ADD[k, 0]], table[ADD[k, 1]], table[ADD[k, 2]]
        d, e, f = table[ADD[k, 3]], table[ADD[k, 4]], table[ADD[k, 5]]
        here = table[k]
        for u in range(lanes):
            here[u] = (a[u] + b[u] + c[u] + d[u] + e[u] + f[u]) / 6.0


@kernel
def choose(table, lanes, row):
    """Give every keep the best value among itself and the keeps inside it. `row` is scratch.

    Written through `row`, since the compiler does not vectorise a maximum in place.
    """
    for k in range(1, KEEPS):
        a, b, c = table[LESS[k, 0]], table[LESS[k, 1]], table[LESS[k, 2]]
        d, e, f = table[LESS[k, 3]], table[LESS[k, 4]], table[LESS[k, 5]]
        here = table[k]
        for u in range(lanes):
            row[u] = max(max(max(a[u], b[u]), max(c[u], d[u])), max(max(e[u], f[u]), here[u]))
        for u in range(lanes):
            here[u] = row[u]


@kernel
def best_of_six(table, rows, start, lanes, out):
    """The best of six rows, lane by lane."""
    a, b, c = table[rows[start]], table[rows[start + 1]], table[rows[start + 2]]
    d, e, f = table[rows[start + 3]], table[rows[start + 4]], table[rows[start + 5]]
    for u in range(lanes):
        out[u] = max(max(max(a[u], b[u]), max(c[u], d[u])), max(e[u], f[u]))
