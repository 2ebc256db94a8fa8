"""Plays as simple, but knocks only when a classifier says that the knock will win.

The classifier (section 1 of the paper) knows the turn, how many melds the hand has and its deadwood; with
``inputs=more`` also how many cards the other has taken, the paper's left-out sign of its melds. Its
answers over all such small numbers are shipped as a table. Gin is laid down at once.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.errors import BadAgentSpec, suggest
from kibitz.game import Game
from kibitz.games.gin.agents.simple import NOTES, choose, remember
from kibitz.games.gin.melds import count as count_cards
from kibitz.games.gin.melds import deadwood, meld_count
from kibitz.games.gin.rules import KNOCK
from kibitz.kernel import kernel, record
from kibitz.options import GameOptions, within
from kibitz.weights import load_tables

FILE = "knocker.safetensors"
TRAINED_BY = "gin.knocker"
TURNS, MELDS, DEAD, TAKEN = 40, 4, 11, 4
"""How far the table tells turns, melds, deadwood and taken cards apart."""
PARAMS = record([("table", "f8", (TURNS, MELDS, DEAD, TAKEN)), ("threshold", "f8")])


@kernel
def decide(v, moves, count, memory, params):
    move = choose(v, memory)
    if KNOCK <= move < 2 * KNOCK:
        kept = int(v.hands[v.to_move]) ^ (1 << move - KNOCK)
        dead = deadwood(kept)
        if dead > 0 and params.table[situation(v, kept, dead)] < params.threshold:
            move -= KNOCK
    return move


@kernel
def situation(v, kept, dead):
    """What the classifier is told of a hand to knock with: turn, melds, deadwood, cards the other took."""
    taken = count_cards(int(v.known[1 - int(v.to_move)]))
    return min(int(v.turn), TURNS - 1), min(meld_count(kept), MELDS - 1), min(dead, DEAD - 1), min(taken, TAKEN - 1)


class Player(CompiledAgent):
    """Waits for a knock that wins, by the learned threshold or (where it is above 0) a given one."""

    style = "Lowers its deadwood, and knocks when a knock should win."
    learned = "From many games which knocks won."
    decide, remember, memory = decide, remember, NOTES

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        threshold: Annotated[float, within(0, 1)] = 0.0,
        data: str = "1m",
        inputs: str = "paper",
        weights: str = FILE,
    ) -> None:
        super().__init__(game, options)
        name = data if inputs == "paper" else f"{data}-{inputs}"
        known = [part for part in load_tables(game, weights) if part != "threshold"]
        if name not in known:
            raise BadAgentSpec(f"knocker has no table {name!r}; {suggest(name, known)}")
        needs = {name: ("f", TURNS, MELDS, DEAD, TAKEN), "threshold": ("f", 1)}
        tables = load_tables(game, weights, needs=needs)
        self.params = np.zeros(1, PARAMS)
        self.params["table"] = tables[name]
        self.params["threshold"] = threshold or tables["threshold"][0]
