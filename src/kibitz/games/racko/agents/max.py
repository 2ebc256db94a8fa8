"""max: keeps the longest sequence of cards that could stay together in a rack in order.

It takes the discard when that makes the sequence longer. A drawn card it puts wherever the sequence
stays longest, one of the equally good slots at random, and discards it only if all would make the
sequence shorter. It looks at the room between the cards, not at the room below and above them: that is
its weakness, and the reading that agrees with the original program's results.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.games.racko.agents._choice import choose_best
from kibitz.games.racko.rules import CARDS, CHOOSE, DISCARD, DRAW, SLOTS, TAKE, top_discard
from kibitz.games.racko.sequences import longest
from kibitz.kernel import kernel


class Player(Agent):
    unit = "cards in sequence"

    def act(self, views, moves, counts, *memory):
        chosen = np.empty(len(views), np.int32)
        choose_best(views, moves, counts, self.values(views, moves, counts), chosen)
        return chosen

    def values(self, views, moves, counts, *memory):
        values = np.empty(moves.shape)
        sequence_lengths(views, moves, counts, np.empty(SLOTS, np.int64), -CARDS, CARDS, values)
        return values


@kernel
def sequence_lengths(views, moves, counts, levels, low, high, values):
    """The longest sequence after each move, half a card more for a draw and half a card less for a discard."""
    for k in range(len(views)):
        v = views[k]
        slots = int(v.slots)
        for i in range(slots):
            levels[i] = int(v.racks[SLOTS * v.to_move + i]) - 1 - i
        card = top_discard(v) if v.phase == CHOOSE else int(v.held)
        now = longest(levels, slots, low, high)
        for m in range(counts[k]):
            move = moves[k, m]
            if move == TAKE:
                value = 0.0
                for slot in range(slots):
                    value = max(value, length_with(levels, slots, low, high, slot, card))
            elif move == DRAW:
                value = now + 0.5  # only a longer sequence is worth a discard
            elif move == DISCARD:
                value = now - 0.5
            else:
                value = length_with(levels, slots, low, high, move - 1, card)
            values[k, m] = value


@kernel
def length_with(levels, slots, low, high, slot, card):
    """The longest sequence with another card in one slot."""
    before = levels[slot]
    levels[slot] = card - 1 - slot
    length = longest(levels, slots, low, high)
    levels[slot] = before
    return length
