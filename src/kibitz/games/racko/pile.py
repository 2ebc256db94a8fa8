"""The draw pile as a seat can know it: a set of cards, bit `card` for each."""

from __future__ import annotations

from kibitz.games.racko.rules import pile_is_open, unseen
from kibitz.kernel import kernel

EVERY = 62
"""Higher than any card: ``below(cards, EVERY)`` counts them all."""


@kernel
def drawable(v, seat):
    """The cards that may lie in the draw pile."""
    cards = 0
    if pile_is_open(v):
        for i in range(v.piled):
            cards |= 1 << int(v.pile[i])
        return cards
    cards = unseen(v, seat)
    for card in range(1, v.cards + 1):
        if v.shuffled[card - 1] != v.shuffle:
            cards &= ~(1 << card)
    return cards


@kernel
def below(cards, card):
    """How many cards of a set are lower."""
    count, rest = 0, cards & ((1 << card) - 1)
    while rest:
        rest &= rest - 1
        count += 1
    return count
