"""Duel: five cards each, five tricks.

Twelve cards, 1 to 12: five to each player, two lie unseen. The leader plays a card, the other
answers, the higher card takes the trick and leads the next. Most tricks win; with ``lowest=on``,
fewest.

What to type: the number of a card.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from kibitz.kernel import OVER, draw, kernel, mix, record
from kibitz.options import GameOptions, flag

VERSION = 2
SEATS = 2
CARDS = 12
HAND = 5
MOVES = HAND
DECK = (1 << CARDS) - 1
"""A set of cards is an integer: bit i is card i + 1."""


@dataclass(frozen=True)
class Options(GameOptions):
    lowest: bool = flag(False, help="the fewest tricks win")


STATE = record(
    [
        ("rng", "u8"),
        ("hands", "i2", (SEATS,)),  # sets of cards; in a view the other's is blank
        ("played", "i2"),  # the set of cards played so far
        ("tricks", "i1", (SEATS,)),  # won so far
        ("led", "i1"),  # the card on the table, or 0
        ("to_move", "i1"),
        ("lowest", "i1"),
    ]
)


# --- the eight kernels ----------------------------------------------------------------------------


@kernel
def deal(s, o, seed):
    s.rng = mix(seed)
    s.lowest = o.lowest
    s.tricks[0] = s.tricks[1] = s.led = s.played = 0
    s.hands[0] = draw_cards(s, DECK, HAND)
    s.hands[1] = draw_cards(s, DECK - s.hands[0], HAND)
    s.to_move = draw(s, SEATS)


@kernel
def player(s):
    return int(s.to_move) if s.tricks[0] + s.tricks[1] < HAND else OVER


@kernel
def legal(s, moves):
    n = 0
    for card in range(1, CARDS + 1):
        if contains(s.hands[s.to_move], card):
            moves[n] = card
            n += 1
    return n


@kernel
def step(s, move):
    s.hands[s.to_move] -= 1 << (move - 1)
    s.played += 1 << (move - 1)
    if s.led == 0:
        s.led = move
        s.to_move = 1 - s.to_move
        return
    if s.led > move:
        s.to_move = 1 - s.to_move
    s.tricks[s.to_move] += 1
    s.led = 0


@kernel
def view(s, seat, v):
    v.rng = 0
    v.hands[seat], v.hands[1 - seat] = s.hands[seat], 0
    v.tricks[0], v.tricks[1] = s.tricks[0], s.tricks[1]
    v.played, v.led, v.to_move, v.lowest = s.played, s.led, s.to_move, s.lowest


@kernel
def redeal(v, seat, seed):
    v.rng = mix(seed)
    unseen = DECK - v.hands[seat] - v.played
    v.hands[1 - seat] = draw_cards(v, unseen, cards_left(v, 1 - seat))


@kernel
def reshuffle(s, seed):
    """All cards were dealt at the start, so chance has nothing left to decide."""
    s.rng = mix(seed)


@kernel
def score(s, out):
    for p in range(SEATS):
        out[p] = s.tricks[1 - p] if s.lowest else s.tricks[p]


# --- what they are made of ------------------------------------------------------------------------


@kernel
def contains(cards, card):
    return (cards >> (card - 1)) & 1 == 1


@kernel
def cards_left(s, seat):
    """How many cards a seat holds: whoever has led to this trick holds one less."""
    led = s.led > 0 and s.to_move != seat
    return HAND - s.tricks[0] - s.tricks[1] - (1 if led else 0)


@kernel
def draw_cards(s, pool, n):
    """`n` cards at random from a set, every choice equally likely."""
    left = 0
    for card in range(1, CARDS + 1):
        left += contains(pool, card)
    drawn = 0
    for card in range(1, CARDS + 1):
        if contains(pool, card):
            if draw(s, left) < n:
                drawn += 1 << (card - 1)
                n -= 1
            left -= 1
    return drawn


def hidden(s: np.record, seat: int) -> dict[str, Any]:
    """The other's hand. (The two cards aside follow from the rest, so the record need not hold them.)"""
    return {"hands": np.arange(SEATS) != seat}


@cache
def actions(options: Options) -> np.ndarray:
    """Every card."""
    return np.arange(1, CARDS + 1, dtype=np.int32)


def audit(s: np.record) -> None:
    """Raise when a card is lost or doubled."""
    places = [int(s.hands[0]), int(s.hands[1]), int(s.played)]
    assert sum(places) == places[0] | places[1] | places[2] <= DECK, "a card is in two places"
    for seat in range(SEATS):
        assert places[seat].bit_count() == cards_left(s, seat)
    assert places[2].bit_count() == 2 * int(s.tricks.sum()) + (s.led > 0)
