"""How likely a world is, by what the other was seen to do: took, threw, left lying, and did not knock.

A world is one way the hidden cards may lie. Its other hand is described by a few signs; the weights of the signs were
fitted so that the true hand stands out among hands dealt at random (`gin.belief`).
"""

from __future__ import annotations

import math

import numpy as np

from kibitz.game import game
from kibitz.games.gin.melds import beside, count, deadwood, meld_count, meldable, points, wanted
from kibitz.games.gin.rules import concealed, unseen
from kibitz.kernel import draw, kernel
from kibitz.weights import load_tables

FILE = "belief.safetensors"
TRAINED_BY = "gin.belief"
SIGNS = (
    "deadwood", "deadwood, later", "could knock", "could knock, later", "points",
    "would meld what it refused lately", "would meld what it refused before",
    "beside what it refused lately", "beside what it refused before",
    "taken and melded", "beside what it took", "cards that would help",
)  # fmt: skip
LATELY = 6
"""Turns for which what was refused still tells most."""


@kernel
def signs(s, seat):
    """What tells a likely hand of the other from an unlikely one."""
    other = 1 - seat
    hand, known = int(s.hands[other]), int(s.known[other])
    lately, before = 0, 0
    for card in range(52):
        when = max(s.threw[other, card], s.declined[other, card])
        if when > 0:
            if s.turn - when <= LATELY:
                lately |= 1 << card
            else:
                before |= 1 << card
    melds, wants, dead = meldable(hand), wanted(hand), deadwood(hand)
    hidden = hand & ~known
    late = s.turn / 20.0
    ready = 1.0 if dead <= s.limit else 0.0
    return (
        dead / 10.0, late * dead / 10.0, ready, late * ready, points(hidden) / 10.0,
        float(count(wants & lately)), float(count(wants & before)),
        float(count(beside(lately) & hidden)), float(count(beside(before) & hidden)),
        float(count(melds & known)), float(count(beside(known) & hidden)), count(wants & unseen(s, seat)) / 4.0,
    )  # fmt: skip


@kernel
def likely(s, seat):
    """How likely a world is against others, for the seat that imagines it."""
    found = signs(s, seat)
    total = 0.0
    for i in range(len(WEIGHTS)):
        total += WEIGHTS[i] * found[i]
    return math.exp(total)


@kernel
def likely_melds(v, seat, hands):
    """How many melds the other has: the mean over so many hands it may hold, each weighed by how likely it is."""
    other = 1 - seat
    shown, hidden, many = int(v.hands[other]), unseen(v, seat), concealed(v, seat)
    melds, weights = 0.0, 0.0
    for _ in range(hands):
        v.hands[other] = int(v.known[other]) | some_of(v, hidden, many)
        weight = likely(v, seat)
        melds += weight * meld_count(int(v.hands[other]))
        weights += weight
    v.hands[other] = shown
    return melds / weights


@kernel
def some_of(v, cards, many):
    """So many of the cards, drawn at random."""
    left, chosen = count(cards), 0
    while many > 0:
        card = cards & -cards
        cards ^= card
        if draw(v, left) < many:
            chosen |= card
            many -= 1
        left -= 1
    return chosen


WEIGHTS = load_tables(game("gin"), FILE, needs={"weights": ("f", len(SIGNS))})["weights"].astype(np.float64)
