"""What a move leaves, as a grid of ranks by counts: the picture a convolutional network looks at.

A picture has `PLANES` rows of 15 ranks, zeros and ones:

- four each for the seat's own cards, the cards it has not seen, those the other has played, and those
  now on the table: row `k` says of which ranks there are more than `k`;
- for singles, doubles, triples and chains: the ranks from the lowest that the other has passed on;
- how many cards each side holds, as a bar.
"""

from __future__ import annotations

import numpy as np

from kibitz.games.zsy.rules import BOMB, KINDS, PASS, RANKS, TRIPLE, cards_of, count, step, unseen
from kibitz.kernel import kernel

PLANES = 4 * BOMB + 4 + 2


@kernel
def write_picture(v, seat, picture):
    """The picture of a position for a seat."""
    other = 1 - seat
    hidden = unseen(v, seat)
    table = 0 if v.top == PASS else cards_of(v.top)
    for rank in range(RANKS):
        for k in range(BOMB):
            picture[k, rank] = count(v.hands[seat], rank) > k
            picture[BOMB + k, rank] = count(hidden, rank) > k
            picture[2 * BOMB + k, rank] = count(v.played[other], rank) > k
            picture[3 * BOMB + k, rank] = count(table, rank) > k
        plane = 4 * BOMB
        for k in range(TRIPLE):
            picture[plane + k, rank] = v.passed[other, k] <= rank
        chains = False
        for k in range(BOMB, KINDS):
            chains = chains or v.passed[other, k] <= rank
        picture[plane + 3, rank] = chains
        picture[plane + 4, rank] = v.left[seat] > rank
        picture[plane + 5, rank] = v.left[other] > rank


@kernel
def write_pictures(views, moves, counts, pictures, after):
    """Pictures of what every legal move leaves, one view after the other; `after` is scratch."""
    row = 0
    v = after[0]
    for i in range(len(views)):
        for j in range(counts[i]):
            after[0] = views[i]
            step(v, moves[i, j])
            write_picture(v, views[i].to_move, pictures[row])
            row += 1


@kernel
def spread(worth, views, moves, counts, values):
    """The worth of each row of `write_pictures`, put where its move stands; the last cards surely win."""
    row = 0
    for i in range(len(views)):
        for j in range(counts[i]):
            wins = moves[i, j] != PASS and cards_of(moves[i, j]) == views[i].hands[views[i].to_move]
            values[i, j] = 1.0 if wins else worth[row]
            row += 1


def pictures_of(views: np.ndarray, moves: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Pictures of what every legal move leaves, one view after the other."""
    pictures = np.empty((int(counts.sum()), PLANES, RANKS), np.uint8)
    write_pictures(views, moves, counts, pictures, np.zeros(1, views.dtype))
    return pictures
