"""The chance to win a round of two from a whole position: both racks are scored, and the better one wins oftener.

What goes in are diablo's scores of the rack that the player to move can have at best and of the other's rack, and
how many turns were taken. It is for positions that a player imagines, where all cards are known; the weights are a fit
to how such positions of diablo against itself ended (`racko.outlook`).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from kibitz.agent import Agent, build
from kibitz.arena.trial import looks
from kibitz.game import game
from kibitz.games.racko.features import DESK, look
from kibitz.games.racko.scoring import rate
from kibitz.kernel import kernel
from kibitz.learn.calibration import chances_of
from kibitz.weights import load_tables

FILE = "outlook.safetensors"
TRAINED_BY = "racko.outlook"
TERMS = 18
OWN = [0, 1, 3, 4, 7, 9, 10, 11, 12, 13]
"""The terms that do not look at the other rack."""


def stand(states: np.ndarray, streams: np.ndarray) -> np.ndarray:
    """What positions of two players are worth to each, as chances to win."""
    chance = chances_of(terms_of(states) @ _weights(int(states["slots"][0])))
    worth = np.repeat(1 - chance[:, None], 2, axis=1)
    worth[np.arange(len(states)), states["to_move"]] = chance
    return worth


def terms_of(states: np.ndarray) -> np.ndarray:
    """What the chance of the player to move depends on."""
    racko, diablo = game("racko"), _diablo(int(states["slots"][0]))
    _, views, moves, counts = looks(racko, states, np.zeros(len(states), np.uint64))
    values = diablo.values(views, moves, counts)
    own = np.where(np.arange(moves.shape[1]) < counts[:, None], values, -np.inf).max(axis=1)
    terms = np.zeros((len(states), TERMS))
    params: Any = diablo
    describe(states, own, params.params, np.zeros(1, DESK), terms)
    return terms


@kernel
def describe(states, own, params, desks, out):
    desk, network = desks[0], params[0].scores
    for i in range(len(states)):
        look(states[i], 1 - int(states[i].to_move), desk)
        other = rate(desk, network.weights, network.sizes[: network.layers], desk.units)
        fill(own[i], other, states[i], out[i])


@kernel
def fill(own, other, s, out):
    turns = s.turns / (2.0 * s.slots)
    out[0], out[1], out[2], out[3] = 1.0, own, other, turns
    out[4], out[5], out[6] = own * own, other * other, own * other
    out[7], out[8], out[9] = turns * own, turns * other, turns * turns
    for k in range(4):
        bend = 0.5 + 0.14 * k
        out[10 + k], out[14 + k] = max(own - bend, 0.0), max(other - bend, 0.0)


@cache
def _weights(slots: int) -> np.ndarray:
    part = "10" if slots > 7 else "5"
    return load_tables(game("racko"), FILE, part=part, needs={"weights": ("f", TERMS)})["weights"]


@cache
def _diablo(slots: int) -> Agent:
    racko = game("racko")
    return build(racko, racko.options(slots=slots), "diablo")
