"""greedy: keeps the four cards that count most by themselves, and plays the card that scores most at once."""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.games.cribbage.agents._player import fill_claims, fill_greedy
from kibitz.games.cribbage.counting import NONE, count
from kibitz.games.cribbage.rules import DISCARD, DISCARDING, PLAYING
from kibitz.kernel import kernel


class Player(Agent):
    unit = "points"

    def values(self, views, moves, counts, *memory):
        values = np.zeros(moves.shape)
        fill(views, moves, counts, values)
        return values


@kernel
def fill(views, moves, counts, values):
    for row in range(len(views)):
        v = views[row]
        if v.phase == DISCARDING:
            for i in range(counts[row]):
                values[row, i] = count_kept(v, moves[row, i])
        elif v.phase == PLAYING:
            fill_greedy(v, moves[row], counts[row], values[row])
        else:
            fill_claims(v, moves[row], counts[row], values[row])


@kernel
def count_kept(v, move):
    """What the four cards that a throw leaves count without a starter."""
    i, j = (move - DISCARD) // 10, (move - DISCARD) % 10
    kept = 0  # six bits a card
    for k in range(6):
        if k != i and k != j:
            kept = kept << 6 | int(v.cards[v.to_move, k])
    return count(kept & 63, kept >> 6 & 63, kept >> 12 & 63, kept >> 18 & 63, NONE, False)
