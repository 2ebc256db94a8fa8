"""What a position in the middle of a hand is worth when all cards are known.

How many points the hand will bring is read off both hands: their deadwood, the cards in the stock that would help them
or make them gin, and the turn. The weights are a fit to how hands of `allrounder` against itself ended (`gin.outlook`);
the chance to win the game follows from the points (``standing.py``).
"""

from __future__ import annotations

from functools import cache

import numpy as np

from kibitz.game import game
from kibitz.games.gin.choices import gin_outs, lowest_left
from kibitz.games.gin.melds import count, deadwood, wanted
from kibitz.games.gin.rules import DISCARDING
from kibitz.games.gin.standing import starter_wins, worth_of_a_point
from kibitz.kernel import kernel
from kibitz.weights import load_tables

FILE = "outlook.safetensors"
TRAINED_BY = "gin.outlook"
TERMS = 17
READY = 20
"""Who has more deadwood than this is not one card from gin."""


def stand(states: np.ndarray, streams: np.ndarray) -> np.ndarray:
    """What positions are worth to each player, as chances to win the game."""
    worth = np.zeros((len(states), 2))
    stand_all(states, _weights(), np.zeros(TERMS), worth)
    return worth


def terms_of(states: np.ndarray) -> np.ndarray:
    """What the points of the player to move, less the other's, depend on."""
    terms = np.zeros((len(states), TERMS))
    describe_all(states, terms)
    return terms


@kernel
def stand_all(states, weights, terms, worth):
    for i in range(len(states)):
        s = states[i]
        describe(s, terms)
        margin = 0.0
        for k in range(len(terms)):
            margin += weights[k] * terms[k]
        mover = int(s.to_move)
        own, other = s.target - s.scores[mover], s.target - s.scores[1 - mover]
        level = (starter_wins(own, other) + 1 - starter_wins(other, own)) / 2
        chance = min(max(level + margin * worth_of_a_point(s, mover), 0.0), 1.0)
        worth[i, mover], worth[i, 1 - mover] = chance, 1 - chance


@kernel
def describe_all(states, terms):
    for i in range(len(states)):
        describe(states[i], terms[i])


@kernel
def describe(s, out):
    mover = int(s.to_move)
    stock = 0
    for i in range(s.next, 52):
        stock |= 1 << int(s.deck[i])
    own, other = int(s.hands[mover]), int(s.hands[1 - mover])
    late, throws = s.turn / 20.0, 1.0 if s.phase == DISCARDING else 0.0
    dead = deadwood(own)
    if throws > 0:
        card, dead = lowest_left(own, own)
        own ^= 1 << card
    against = deadwood(other)
    out[0], out[1], out[2], out[3], out[4] = 1.0, throws, late, late * throws, dead / 10.0
    out[5], out[6], out[7], out[8] = against / 10.0, late * dead / 10.0, late * against / 10.0, dead * against / 100.0
    out[9], out[10] = count(wanted(own) & stock) / 5.0, count(wanted(other) & stock) / 5.0
    out[11], out[12] = 1.0 if dead <= s.limit else 0.0, 1.0 if against <= s.limit else 0.0
    out[13], out[14] = 1.0 if dead == 0 else 0.0, 1.0 if against == 0 else 0.0
    out[15] = float(gin_outs(own, stock)) if dead <= READY else 0.0
    out[16] = float(gin_outs(other, stock)) if against <= READY else 0.0


@cache
def _weights() -> np.ndarray:
    return load_tables(game("gin"), FILE, needs={"weights": ("f", TERMS)})["weights"].astype(np.float64)
