"""Duel: five cards each, five tricks.

Twelve cards, 1 to 12: five to each player, two lie unseen. The leader plays a card, the other
answers, the higher card takes the trick and leads the next. Most tricks win; with ``lowest=on``,
fewest.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.kernel import OVER, draw, kernel, mix, record, shuffle
from kibitz.options import GameOptions, flag

VERSION = 1
SEATS = 2
CARDS = 12
HAND = 5
MOVES = HAND


@dataclass(frozen=True)
class Options(GameOptions):
    lowest: bool = flag(False, help="the fewest tricks win")


HIDDEN = -1
ASIDE, PLAYED = 2, 3
"""Where a card can be, besides the hand of seat 0 or 1."""

STATE = record(
    [
        ("rng", "u8"),
        ("place", "i1", (CARDS,)),  # of card i + 1: seat, ASIDE, PLAYED, or HIDDEN in a view
        ("tricks", "i1", (SEATS,)),
        ("led", "i1"),  # the card on the table, or 0
        ("to_move", "i1"),
        ("lowest", "i1"),
    ]
)


@kernel
def deal(s, o, seed):
    s.rng = seed
    s.lowest = o.lowest
    s.tricks[0] = s.tricks[1] = s.led = 0
    for i in range(CARDS):
        s.place[i] = 0 if i < HAND else 1 if i < 2 * HAND else ASIDE
    shuffle(s, s.place, CARDS)
    s.to_move = draw(s, 2)


@kernel
def player(s):
    return int(s.to_move) if s.tricks[0] + s.tricks[1] < HAND else OVER


@kernel
def legal(s, moves):
    n = 0
    for i in range(CARDS):
        if s.place[i] == s.to_move:
            moves[n] = i + 1
            n += 1
    return n


@kernel
def step(s, move):
    s.place[move - 1] = PLAYED
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
    for i in range(CARDS):
        known = s.place[i] == seat or s.place[i] == PLAYED
        v.place[i] = s.place[i] if known else HIDDEN
    v.tricks[0], v.tricks[1] = s.tricks[0], s.tricks[1]
    v.led, v.to_move, v.lowest = s.led, s.to_move, s.lowest
    v.rng = 0


@kernel
def redeal(v, seat, seed):
    v.rng = mix(seed)
    hidden = 0
    for i in range(CARDS):
        hidden += v.place[i] == HIDDEN
    theirs = hidden - (CARDS - 2 * HAND)
    for i in range(CARDS):
        if v.place[i] == HIDDEN:
            # Each hidden card is equally likely to be any of those still to be placed.
            if draw(v, hidden) < theirs:
                v.place[i] = 1 - seat
                theirs -= 1
            else:
                v.place[i] = ASIDE
            hidden -= 1


@kernel
def score(s, out):
    for p in range(SEATS):
        out[p] = s.tricks[1 - p] if s.lowest else s.tricks[p]


def audit(s) -> None:
    """Raise when a card is lost or doubled."""
    places = s.place.tolist()
    tricks, led = int(s.tricks.sum()), int(s.led > 0)
    assert places.count(PLAYED) == 2 * tricks + led
    assert places.count(ASIDE) == CARDS - 2 * HAND
    hands = [places.count(0), places.count(1)]
    assert sum(hands) == 2 * HAND - 2 * tricks - led and abs(hands[0] - hands[1]) == led
