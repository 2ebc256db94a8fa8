"""What a move leaves in Rack-O, as ones and zeros: the picture a network looks at. For two players, up to 40 cards.

Slot by slot the card that is there: in the own rack as the move leaves it, and as far as it is known in the
other's. Then the card in hand, the top of the discards as the other will find it, all discards, how far the round has
come, and of the own rack how many cards could stay together and which neighbours ascend.
"""

from __future__ import annotations

from kibitz.games.racko.rules import DISCARD, DRAW, SLOTS, TAKE
from kibitz.games.racko.sequences import length_after
from kibitz.kernel import kernel
from kibitz.picture import bar

MOST_CARDS = 40
DRAWN = MOST_CARDS + 1
"""Stands for a card in hand that is not known yet."""

RACK = SLOTS * MOST_CARDS
OWN, THEIRS, HAND = (i * RACK for i in range(3))
TOP = HAND + MOST_CARDS + 2
LAID = TOP + MOST_CARDS + 1
PILE = LAID + MOST_CARDS
PILE_STEPS, TURN_STEPS = 10, 12
TURNS = PILE + PILE_STEPS
TOGETHER = TURNS + TURN_STEPS
ASCENDS = TOGETHER + SLOTS
CHOOSES = ASCENDS + SLOTS
SIZE = CHOOSES + 1


@kernel
def picture(v, seat, move, out):
    own, other = SLOTS * seat, SLOTS * (1 - seat)
    held, slot, hand = int(v.held), -1, 0
    top = int(v.discards[v.discarded - 1]) if v.discarded > 0 else 0
    below = int(v.discards[v.discarded - 2]) if v.discarded > 1 else 0
    if move == TAKE:
        hand, top = top, below
    elif move == DRAW:
        hand = DRAWN
    elif move == DISCARD:
        top = held
    else:
        slot = move - 1
        top = int(v.racks[own + slot])
    before = 0
    for i in range(v.slots):
        card = held if i == slot else int(v.racks[own + i])
        out[OWN + i * MOST_CARDS + card - 1] = 1
        out[ASCENDS + i] = card > before
        before = card
        if v.shown[other + i] != 0:
            out[THEIRS + i * MOST_CARDS + int(v.racks[other + i]) - 1] = 1
    out[HAND + hand] = 1
    out[TOP + top] = 1
    for i in range(v.discarded):
        out[LAID + int(v.discards[i]) - 1] = 1
    bar(out, PILE, PILE_STEPS, int(v.piled) // 2)
    bar(out, TURNS, TURN_STEPS, int(v.turns) // 4)
    bar(out, TOGETHER, SLOTS, length_after(v, move))
    out[CHOOSES] = move == TAKE or move == DRAW
