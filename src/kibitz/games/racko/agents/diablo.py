"""diablo: a network scores every rack it could have; trained by TD learning in self-play.

A rack is worth the best score among its usable sequences. Diablo takes the discard when its best slot
raises the score by more than a margin, and keeps a drawn card when that raises it at all.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.games.racko.features import DESK, FEATURES, describe, look, survey
from kibitz.games.racko.rules import CHOOSE, DISCARD, DRAW, TAKE, top_discard
from kibitz.games.racko.sequences import next_sequence
from kibitz.kernel import kernel
from kibitz.learn.td_network import evaluate
from kibitz.weights import load_tables

TRAINED_BY = "racko.diablo_learning"
UNITS = 256
"""More units than any network here has."""


class Player(Agent):
    unit = "score"

    def __init__(self, game, options, weights: str = "", margin: float = 0.0) -> None:
        super().__init__(game, options)
        # Features are shares of the rack and deck, so what was learned on ten slots or five serves the others.
        tables = load_tables(game, weights or f"diablo-{10 if options.slots > 7 else 5}.safetensors")
        self.weights, self.sizes = tables["weights"], tables["sizes"]
        self.margin = margin or float(tables["margin"][0]) / options.slots

    @classmethod
    def of(cls, game, options, weights: np.ndarray, sizes: np.ndarray, margin: float) -> Player:
        """The player of a network that is not in a file."""
        made = cls.__new__(cls)
        Agent.__init__(made, game, options)
        made.weights, made.sizes, made.margin = weights.copy(), sizes, margin
        return made

    def values(self, views, moves, counts, *memory):
        values = np.empty(moves.shape)
        desk, units = np.zeros(1, DESK)[0], np.zeros(UNITS)
        desk.margin = self.margin
        score_moves(views, moves, counts, self.weights, self.sizes, units, desk, values)
        return values


@kernel
def score_moves(views, moves, counts, weights, sizes, units, desk, values):
    for k in range(len(views)):
        score_position(views[k], moves[k], counts[k], weights, sizes, units, desk, values[k])


@kernel
def score_position(v, moves, count, weights, sizes, units, desk, values):
    """What each move is worth: the score of the rack it leaves."""
    look(v, int(v.to_move), desk)
    now = rate(desk, weights, sizes, units)
    card = top_discard(v) if v.phase == CHOOSE else int(v.held)
    for m in range(count):
        if moves[m] == DRAW:
            values[m] = now + desk.margin
        elif moves[m] == DISCARD:
            values[m] = now
        elif moves[m] == TAKE:
            values[m] = 0.0
            for slot in range(v.slots):
                values[m] = max(values[m], rate_with(desk, slot, card, weights, sizes, units))
        else:
            values[m] = rate_with(desk, moves[m] - 1, card, weights, sizes, units)


@kernel
def rate_with(desk, slot, card, weights, sizes, units):
    """The score of the rack with another card in one slot."""
    before = desk.racked[slot]
    desk.racked[slot] = card
    score = rate(desk, weights, sizes, units)
    desk.racked[slot] = before
    return score


@kernel
def rate(desk, weights, sizes, units):
    """The score of the rack on the desk; the inputs of its best sequence stay in ``desk.best``."""
    survey(desk)
    slots, best = int(desk.slots), -1.0
    sequence = next_sequence(desk.links, slots, 0)
    while True:
        describe(desk, sequence)
        score = evaluate(weights, sizes, desk.inputs, units)
        if score > best:
            best = score
            for j in range(FEATURES):
                desk.best[j] = desk.inputs[j]
        sequence = next_sequence(desk.links, slots, sequence) if sequence else 0
        if sequence == 0:
            return best
