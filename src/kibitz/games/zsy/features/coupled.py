"""The paper's features of a position and a move, for Q-learning.

Four facts about the position, each coupled with the move (so that every pair is a feature of its own):

- how many cards more the seat holds than the other;
- how many doubles, triples and bombs it holds;
- which half of the game it is, with the number of its high cards (jack and above);
- which half of the game it is, with the number of its low cards.

The first half lasts while the seat holds more than half of the cards it was dealt.
"""

from __future__ import annotations

import numpy as np

from kibitz.games.zsy.rules import BOMB, DOUBLE, JACK, RANKS, TRIPLE, count
from kibitz.kernel import kernel, mix

ACTIVE = 4
SIZE = 1 << 20


@kernel
def move_features(v, seat, move, index):
    """Where the four features stand in the table of weights."""
    hand = v.hands[seat]
    high = low = doubles = triples = bombs = 0
    for rank in range(RANKS):
        held = count(hand, rank)
        doubles += held == DOUBLE
        triples += held == TRIPLE
        bombs += held == BOMB
        if rank >= JACK:
            high += held
        else:
            low += held
    half = 1 if 2 * v.left[seat] > v.hand else 0
    index[0] = place(0, v.left[seat] - v.left[1 - seat] + 18, move)
    index[1] = place(1, doubles * 100 + triples * 10 + bombs, move)
    index[2] = place(2, half * 100 + high, move)
    index[3] = place(3, half * 100 + low, move)
    return ACTIVE


@kernel
def one_feature(v, seat, move, index):
    """Only the first fact, coupled with the move: a space of features a tenth of the size."""
    index[0] = place(0, v.left[seat] - v.left[1 - seat] + 18, move)
    return 1


@kernel
def place(fact, number, move):
    """A fact's number and a move, hashed."""
    return np.int64(mix(np.uint64(((move * 4) + fact) * 1024 + number)) & np.uint64(SIZE - 1))
