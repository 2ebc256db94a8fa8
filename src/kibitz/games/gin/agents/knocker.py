"""Plays as simple, but knocks only when a classifier says that the knock will win.

The classifier (section 1 of the paper) knows the turn, how many melds the hand has and its deadwood; with
``inputs=more`` also how many cards the other has taken, the paper's left-out sign of its melds. Its
answers over all such small numbers are shipped as a table. Gin is laid down at once.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.errors import BadAgentSpec, suggest
from kibitz.games.gin.agents.simple import NOTES, choose
from kibitz.games.gin.melds import COLUMN, best_sets, count, deadwood, runs, triples
from kibitz.games.gin.rules import KNOCK
from kibitz.kernel import kernel
from kibitz.weights import load_tables

FILE = "knocker.safetensors"
TRAINED_BY = "gin.knocking"
TURNS, MELDS, DEAD, TAKEN = 40, 4, 11, 4
"""How far the table tells turns, melds, deadwood and taken cards apart."""


class Player(Agent):
    """Waits for a knock that wins: by the learned threshold, unless one is given."""

    memory = NOTES

    def __init__(
        self, game, options, threshold: float = 0.0, data: str = "1m", inputs: str = "paper", weights: str = FILE
    ) -> None:
        super().__init__(game, options)
        tables = load_tables(game, weights)
        name = data if inputs == "paper" else f"{data}-{inputs}"
        known = [key for key in tables if key != "threshold"]
        if name not in known:
            raise BadAgentSpec(f"knocker has no table {name!r}; {suggest(name, known)}")
        self.table = tables[name].astype(np.float64)
        self.threshold = threshold or float(tables["threshold"][0])

    def act(self, views, moves, counts, notes):
        chosen = np.empty(len(views), np.int32)
        choose_all(views, notes, self.table, self.threshold, chosen)
        return chosen


@kernel
def choose_all(views, notes, table, threshold, chosen):
    for i in range(len(views)):
        v = views[i]
        move = choose(v, notes[i])
        if KNOCK <= move < 2 * KNOCK:
            kept = int(v.hands[v.to_move]) ^ (1 << move - KNOCK)
            dead = deadwood(kept)
            if dead > 0 and table[situation(v, kept, dead)] < threshold:
                move -= KNOCK
        chosen[i] = move


@kernel
def situation(v, kept, dead):
    """What the classifier is told of a hand to knock with: turn, melds, deadwood, cards the other took."""
    taken = count(int(v.known[1 - int(v.to_move)]))
    return min(int(v.turn), TURNS - 1), min(melds_of(kept), MELDS - 1), min(dead, DEAD - 1), min(taken, TAKEN - 1)


@kernel
def melds_of(cards):
    """How many melds a hand lays down."""
    sets = best_sets(cards, 0, 0)
    laid = runs(cards ^ sets)
    first = laid & ~(laid << 1 & ~COLUMN)  # the lowest card of each run
    return count(triples(sets)) + count(first)
