"""Every way a roll can go, and how likely each is: for luck that is counted."""

from __future__ import annotations

from math import factorial, prod

import numpy as np

from kibitz.games.yacht.dice import DICE
from kibitz.games.yacht.rules import FILL, OVER, is_kept, player, step
from kibitz.kernel import kernel

FIRST = np.array([next(k for k, dice in enumerate(DICE) if len(dice) == size) for size in range(6)] + [len(DICE)])
"""Where in `FACES` the ways to roll so many dice begin."""
FACES = np.zeros((len(DICE), 5), np.int8)
SHARES = np.zeros(len(DICE))
for _way, _dice in enumerate(DICE):
    FACES[_way, : len(_dice)] = [face + 1 for face in _dice]
    _orders = factorial(len(_dice)) / prod(factorial(_dice.count(face)) for face in range(6))
    SHARES[_way] = _orders / 6 ** len(_dice)


@kernel
def ways(s, move):
    """How many ways the roll after a move can go."""
    size = rolled(move)
    return FIRST[size + 1] - FIRST[size]


@kernel
def go(s, move, way):
    """Play a move and let the dice fall this way; how likely that is."""
    size, kept = rolled(move), 0
    for i in range(5):
        if move < FILL and is_kept(move, i):
            s.dice[kept] = s.dice[i]
            kept += 1
    a, b, c, d, e = s.dice[0], s.dice[1], s.dice[2], s.dice[3], s.dice[4]
    step(s, move)
    if player(s) != OVER:
        s.dice[0], s.dice[1], s.dice[2], s.dice[3], s.dice[4] = a, b, c, d, e
        for i in range(size):
            put(s.dice, kept + i, FACES[FIRST[size] + way, i])
    return SHARES[FIRST[size] + way]


@kernel
def rolled(move):
    """How many dice are rolled after a move: those not kept, or all for the next turn."""
    size = 5
    for i in range(5):
        size -= move < FILL and is_kept(move, i)
    return size


@kernel
def put(dice, count, die):
    """Add a die to the first `count`, which ascend."""
    i = count
    while i > 0 and dice[i - 1] > die:
        dice[i] = dice[i - 1]
        i -= 1
    dice[i] = die
