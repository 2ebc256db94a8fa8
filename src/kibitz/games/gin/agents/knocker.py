"""Plays as simple, but knocks only when a classifier says that the knock will win.

The classifier (section 1 of the paper) knows the turn, how many melds the hand has and its deadwood; with
``inputs=more`` also how many cards the other has taken, the paper's left-out sign of its melds; with ``inputs=melds``
how many melds the other is likely to have, by what it was seen to do (`belief.py`). Its answers over all such small
numbers are shipped as a table. Gin is laid down at once.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.errors import BadAgentSpec, suggest
from kibitz.game import Game
from kibitz.games.gin.agents.simple import NOTES, choose, remember
from kibitz.games.gin.belief import likely_melds
from kibitz.games.gin.melds import count as count_cards
from kibitz.games.gin.melds import deadwood, meld_count
from kibitz.games.gin.rules import KNOCK
from kibitz.kernel import kernel, record
from kibitz.options import GameOptions, within
from kibitz.weights import load_tables

FILE, MELDS_FILE = "knocker.safetensors", "knocker-melds.safetensors"
TRAINED_BY = "gin.knocker"
TURNS, MELDS, DEAD, TAKEN = 40, 4, 11, 4
"""How far the table tells turns, melds, deadwood and taken cards apart."""
LIKELY, PER_MELD = 8, 4
"""Likely melds are told apart by a quarter of a meld."""
HANDS = 32
"""That the other may hold: over so many its melds are counted."""
PARAMS = record([("table", "f8", (TURNS, MELDS, DEAD, LIKELY)), ("threshold", "f8"), ("hands", "i8")])


@kernel
def decide(v, moves, count, memory, params):
    move = choose(v, memory)
    if KNOCK <= move < 2 * KNOCK:
        kept = int(v.hands[v.to_move]) ^ (1 << move - KNOCK)
        dead = deadwood(kept)
        if dead > 0 and params.table[situation(v, kept, dead, params.hands)] < params.threshold:
            move -= KNOCK
    return move


@kernel
def situation(v, kept, dead, hands):
    """What the classifier is told of a hand to knock with: turn, melds, deadwood, and of the other.

    That is how many cards it took or, where its `hands` are guessed, its likely melds.
    """
    seat = int(v.to_move)
    if hands > 0:
        other = min(int(PER_MELD * likely_melds(v, seat, hands)), LIKELY - 1)
    else:
        other = min(count_cards(int(v.known[1 - seat])), TAKEN - 1)
    return min(int(v.turn), TURNS - 1), min(meld_count(kept), MELDS - 1), min(dead, DEAD - 1), other


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
        weights: str = "",
    ) -> None:
        super().__init__(game, options)
        by_melds = inputs == "melds"
        file = weights or (MELDS_FILE if by_melds else FILE)
        name = {"paper": data, "melds": inputs}.get(inputs, f"{data}-{inputs}")
        known = [part for part in load_tables(game, file) if part != "threshold"]
        if name not in known:
            raise BadAgentSpec(f"knocker has no table {name!r}; {suggest(name, known)}")
        told = LIKELY if by_melds else TAKEN
        tables = load_tables(game, file, needs={name: ("f", TURNS, MELDS, DEAD, told), "threshold": ("f", 1)})
        self.params = np.zeros(1, PARAMS)
        self.params["table"][..., :told] = tables[name]
        self.params["threshold"] = threshold or tables["threshold"][0]
        self.params["hands"] = HANDS if by_melds else 0
