"""How likely a world is, by what the other has passed on and by what it has laid down.

A world is one way the unseen cards may lie. The other's hand in it is described by a few signs; the weights of the
signs were fitted so that the true hand stands out among hands dealt at random (`zsy.belief`).
"""

from __future__ import annotations

import math

import numpy as np

from kibitz.game import game
from kibitz.games.zsy.rules import ACE, BOMB, DOUBLE, NEVER, RANKS, SINGLE, TRIPLE, count
from kibitz.kernel import kernel
from kibitz.weights import load_tables

FILE = "belief.safetensors"
TRAINED_BY = "zsy.belief"
SIGNS = (
    "singles that beat what it passed", "doubles that beat what it passed", "triples that beat what it passed",
    "bombs", "bombs, later", "ranks", "ranks, later", "cards above ace", "cards above ace, later",
    "sum of ranks", "sum of ranks, later", "lone low cards", "lone low cards, later",
    "chain links", "chain links, later", "bombs though it passed",
)  # fmt: skip
LOW = 6
"""Ranks below this one are low."""


@kernel
def signs(s, seat):
    """What tells a likely hand of the other from an unlikely one."""
    other = 1 - seat
    hand = int(s.hands[other])
    late = 1.0 - s.left[other] / s.hand
    beats1 = beats2 = beats3 = bombs = ranks = high = total = lone = links = 0
    passed = False
    before = 0
    for rank in range(RANKS):
        n = count(hand, rank)
        passed |= s.passed[other, 0] < NEVER or s.passed[other, 1] < NEVER or s.passed[other, 2] < NEVER
        beats1 += n >= SINGLE and rank > s.passed[other, 0]
        beats2 += n >= DOUBLE and rank > s.passed[other, 1]
        beats3 += n >= TRIPLE and rank > s.passed[other, 2]
        bombs += n == BOMB
        ranks += n > 0
        high += n if rank > ACE else 0
        total += n * rank
        lone += n == 1 and rank < LOW
        links += rank <= ACE and n >= DOUBLE and before >= DOUBLE
        before = n
    return (
        min(beats1, 3) / 1.0, min(beats2, 3) / 1.0, min(beats3, 2) / 1.0,
        bombs / 1.0, late * bombs, ranks / 4.0, late * ranks / 4.0, high / 2.0, late * high / 2.0,
        total / 20.0, late * total / 20.0, lone / 1.0, late * lone, links / 1.0, late * links,
        bombs * (1.0 if passed else 0.0),
    )  # fmt: skip


@kernel
def likely(s, seat):
    """How likely a world is against others, for the seat that imagines it."""
    if s.open:
        return 1.0
    found = signs(s, seat)
    total = 0.0
    for i in range(len(WEIGHTS)):
        total += WEIGHTS[i] * found[i]
    return math.exp(total)


WEIGHTS = load_tables(game("zsy"), FILE, needs={"weights": ("f", len(SIGNS))})["weights"].astype(np.float64)
