"""What baltar sees of a position: one sign per card, of the rack and of the card on offer, made into a number.

What the sign says is the *metric*:

- ``likelier``: is a higher or a lower draw likelier (with five slots 64 states to draw in, 64 to play in);
- ``sixths``: in which sixth of the deck the card lies;
- ``quarters``: the quarter of the probability that a draw is higher;
- ``rack``: the card itself, so that every rack with every card on offer is a state of its own.
"""

from __future__ import annotations

import math

from kibitz.games.racko.pile import EVERY, below, drawable
from kibitz.games.racko.rules import CHOOSE, SLOTS, card_on_offer
from kibitz.kernel import kernel

SIGNS = {"likelier": 2, "sixths": 6, "quarters": 4}
"""How many signs there are, by metric."""
METRICS = tuple(SIGNS)
LIKELIER, SIXTHS, QUARTERS = range(3)


def states(metric: str, slots: int, cards: int = 0) -> int:
    """How many states there are, to draw in and to play in together; of `rack` with so many cards."""
    return 2 * (math.perm(cards, slots + 1) if metric == "rack" else SIGNS[metric] ** (slots + 1))


@kernel
def state_of(v, metric):
    return likelier(v) if metric == LIKELIER else sixths(v) if metric == SIXTHS else quarters(v)


@kernel
def likelier(v):
    pile = drawable(v, int(v.to_move))
    total = below(pile, EVERY)
    state = 0 if v.phase == CHOOSE else 1
    for i in range(v.slots + 1):
        lower = below(pile, card_at(v, i))
        state = 2 * state + (total - lower > lower)
    return state


@kernel
def sixths(v):
    state = 0 if v.phase == CHOOSE else 1
    for i in range(v.slots + 1):
        state = 6 * state + (card_at(v, i) - 1) * 6 // int(v.cards)
    return state


@kernel
def quarters(v):
    pile = drawable(v, int(v.to_move))
    total = max(below(pile, EVERY), 1)
    state = 0 if v.phase == CHOOSE else 1
    for i in range(v.slots + 1):
        higher = total - below(pile, card_at(v, i))
        state = 4 * state + min(4 * higher // total, 3)
    return state


@kernel
def rack(v):
    """Cards numbered in the order in which they lie, each among those that are left."""
    state = 0 if v.phase == CHOOSE else 1
    for i in range(v.slots + 1):
        card = card_at(v, i)
        place = card - 1
        for j in range(i):
            place -= card_at(v, j) < card
        state = state * (int(v.cards) - i) + place
    return state


@kernel
def card_at(v, i):
    """The cards a state is made of: the rack, then the card on offer."""
    return int(v.racks[SLOTS * v.to_move + i]) if i < v.slots else card_on_offer(v)
