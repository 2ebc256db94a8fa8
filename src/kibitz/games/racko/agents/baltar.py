"""baltar: Q-learning on a table whose states say little about a rack, one sign per card (see ``signs.py``).

``baltar`` plays the best model kept, ``baltar:vote`` lets all kept models vote, each with the weight of
its win rate against random. ``baltar:fine``, for racks of five, knows in which sixth of the deck each card lies: the
best of the states tried. Equal values are decided at random. One sign per card does not tell the order
of two low cards, so the longer the rack, the less there is to learn: with nine slots and ten he hardly
ever finishes.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.game import Game
from kibitz.games.racko.restless import is_restless
from kibitz.games.racko.rules import DRAW, MOVES, TAKE
from kibitz.games.racko.signs import METRICS, state_of, states
from kibitz.kernel import any_best, best_of, draw, kernel, record
from kibitz.options import among
from kibitz.weights import load_tables

TRAINED_BY = ("racko.baltar", "racko.rack_sizes")
FILE = "baltar.safetensors"
ACTIONS = DRAW + 1
FINEST = "sixths"
"""What the finest table that is shipped looks at."""
ROOM = 1 << 18, 1 << 21
"""Numbers that fit: so that players who differ in their tables alone are compiled once. The shipped ones are small."""
MOST_MODELS = 64


@cache
def params_type(room: int) -> np.dtype:
    return record(
        [
            ("table", "f4", (room,)),  # by model, state and move
            ("shares", "f8", (MOST_MODELS,)),  # of each model's vote
            ("models", "i8"),
            ("states", "i8"),
            ("metric", "i8"),
            ("first", "i8"),  # whether the first of equal moves is played, or any of them
            ("restless", "i8"),
        ]
    )


@kernel
def decide(v, moves, count, memory, params):
    if params.restless and is_restless(v):
        return moves[draw(v, count)]
    judge(v, moves, count, memory, params, memory.scratch_values)
    if params.first:
        return moves[best_of(memory.scratch_values, count)]
    return moves[any_best(v, memory.scratch_values, count)]


@kernel
def judge(v, moves, count, memory, params, values):
    """The values of a single model, or what each move gets in votes."""
    state, table = state_of(v, params.metric), params.table
    for m in range(count):
        values[m] = 0.0
    for model in range(params.models):
        row = (model * params.states + state) * ACTIONS
        best = table[row + moves[0]]
        for m in range(count):
            best = max(best, table[row + moves[m]])
        for m in range(count):
            value = table[row + moves[m]]
            if params.models == 1:
                values[m] = value
            elif value == best:
                values[m] += params.shares[model]


class Models(CompiledAgent):
    """Plays by one learned table, or by the vote of several."""

    unit = "value"
    decide, judge = decide, judge
    memory = record([("scratch_values", "f8", (MOVES,))])

    def __init__(
        self,
        game: Game,
        options: Any,
        models: np.ndarray,
        shares: np.ndarray,
        metric: str = "likelier",
        restless: bool = False,
        first: bool = False,
    ) -> None:
        super().__init__(game, options)
        self.params = np.zeros(1, params_type(ROOM[0] if models.size <= ROOM[0] else ROOM[1]))
        params = self.params[0]
        params.table[: models.size] = models.ravel()
        params.shares[: len(shares)] = shares
        params.models, params.states = models.shape[:2]
        params.metric, params.restless, params.first = METRICS.index(metric), restless, first


class Player(Models):
    style = "Looks at one sign per card, and loses the thread of a long rack."
    learned = "By reward, from random games."

    def __init__(
        self,
        game: Game,
        options: Any,
        mode: Annotated[str, among("one", "vote", "fine")] = "one",
        restless: bool = False,
    ) -> None:
        slots = options.slots
        if mode == "fine":
            fine = {"table": ("f", states(FINEST, slots), slots + 1)}
            table = load_tables(game, FILE, part=f"{slots}.fine", needs=fine)["table"]
            super().__init__(game, options, spread(table)[None], np.ones(1), FINEST, restless)
            return
        needs = {"models": ("f", None, states("likelier", slots), ACTIONS), "shares": ("f", None)}
        tables = load_tables(game, FILE, part=str(slots), needs=needs)
        count = 1 if mode == "one" else len(tables["models"])
        super().__init__(game, options, tables["models"][:count], tables["shares"][:count], restless=restless)


def folded(table: np.ndarray, slots: int) -> np.ndarray:
    """A table without the moves that a state cannot have, in half precision: for a file."""
    draws, plays = np.split(table, 2)
    half = np.zeros((len(draws), slots + 1), "f2")
    half[:, :2] = draws[:, TAKE : DRAW + 1]
    return np.concatenate([half, plays[:, : slots + 1].astype("f2")])


def spread(table: np.ndarray) -> np.ndarray:
    """A folded table by state and move again."""
    draws, plays = np.split(table, 2)
    whole = np.zeros((len(table), ACTIONS), "f4")
    whole[: len(draws), TAKE : DRAW + 1] = draws[:, :2]
    whole[len(draws) :, : table.shape[1]] = plays
    return whole
