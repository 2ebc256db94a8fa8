"""The chance to win the game between two hands, by what both still need and who starts.

It follows from how hands end: the measured chances that the starter, or the other, wins so many points (`racer`
against itself, a void hand is played again). Playouts can then stop at the end of a hand. The chances hold for a game
without a limit of hands in reach; where more than 100 points are needed, both needs are scaled down to 100.
"""

from __future__ import annotations

import numpy as np

from kibitz.game import game
from kibitz.games.gin.rules import ENDED
from kibitz.kernel import kernel
from kibitz.weights import load_tables

FILE = "standing.safetensors"
TRAINED_BY = "gin.standing"
NEED = 100
"""The most points that are needed, in the table."""
MOST = 200
"""A hand brings fewer points than this."""


def chances(hands: np.ndarray) -> np.ndarray:
    """The starter's chance to win, by what it needs and what the other needs, both from 1 (rows and columns from 0).

    `hands` are the shares of hands that bring the starter (row 0) or the other (row 1) so many points; what is
    missing to 1 is void. The next hand is started by the other, unless this one was void.
    """
    won = np.zeros((NEED + 1, NEED + 1))
    ended = hands.sum()
    for total in range(2, 2 * NEED + 1):
        for own in range(max(1, total - NEED), min(NEED, total - 1) + 1):
            other = total - own
            ahead = hands[0, own:].sum() + hands[0, 1:own] @ (1 - won[other, own - 1 : 0 : -1])
            behind = hands[1, 1:other] @ (1 - won[other - 1 : 0 : -1, own])
            won[own, other] = (ahead + behind) / ended
    return won[1:, 1:]


TABLE = chances(load_tables(game("gin"), FILE, needs={"hands": ("f", 2, MOST)})["hands"]).astype(np.float32)
"""In single precision, since a graphics card has 64 kB for all constants of a kernel."""


@kernel
def between(s, begun):
    """Whether the hand in which a playout began is over: where it may stop."""
    return s.phase == ENDED or s.hand != begun.hand


@kernel
def settled(s, out):
    """Each seat's chance to win the game from between two hands."""
    for p in range(2):
        if s.phase == ENDED:
            ahead = int(s.scores[p]) - int(s.scores[1 - p])
            out[p] = 1.0 if ahead > 0 else 0.0 if ahead < 0 else 0.5
        else:
            starts = starter_wins(s.target - s.scores[s.starter], s.target - s.scores[1 - s.starter])
            out[p] = starts if p == s.starter else 1 - starts


@kernel
def starter_wins(own, other):
    """The starter's chance when it needs `own` points and the other needs `other`."""
    scale = NEED / max(own, other, NEED)
    return TABLE[max(int(own * scale), 1) - 1, max(int(other * scale), 1) - 1]


@kernel
def worth_of_a_point(s, seat):
    """By how much one point more in this hand raises the chance to win, near the present scores."""
    own, other = s.target - s.scores[seat], s.target - s.scores[1 - seat]
    step = 25
    more = 1.0 if own <= step else 1 - starter_wins(other, own - step)
    less = 0.0 if other <= step else 1 - starter_wins(other - step, own)
    return (more - less) / (2 * step)
