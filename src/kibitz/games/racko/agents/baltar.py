"""baltar: Q-learning on a table whose states say little about a rack, one sign per card (see ``signs.py``).

``baltar`` plays the best model kept, ``baltar:vote`` lets all kept models vote, each with the weight of
its win rate against random. Equal values are decided at random. One sign per card does not tell the order
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
from kibitz.games.racko.rules import DRAW, MOVES
from kibitz.games.racko.signs import METRICS, state_of, states
from kibitz.kernel import any_best, draw, kernel, record
from kibitz.options import among
from kibitz.weights import load_tables

TRAINED_BY = ("racko.baltar", "racko.rack_sizes")
FILE = "baltar.safetensors"
ACTIONS = DRAW + 1
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
            ("restless", "i8"),
        ]
    )


@kernel
def decide(v, moves, count, memory, params):
    if params.restless and is_restless(v):
        return moves[draw(v, count)]
    value_moves(v, moves, count, params, memory.scratch_values)
    return moves[any_best(v, memory.scratch_values, count)]


@kernel
def value_moves(v, moves, count, params, values):
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


@kernel
def value_all(views, moves, counts, params, values):
    for k in range(len(views)):
        value_moves(views[k], moves[k], counts[k], params[0], values[k])


class Models(CompiledAgent):
    """Plays by one learned table, or by the vote of several."""

    unit = "value"
    decide = decide
    memory = record([("scratch_values", "f8", (MOVES,))])

    def __init__(
        self,
        game: Game,
        options: Any,
        models: np.ndarray,
        shares: np.ndarray,
        metric: str = "likelier",
        restless: bool = False,
    ) -> None:
        super().__init__(game, options)
        self.params = np.zeros(1, params_type(ROOM[0] if models.size <= ROOM[0] else ROOM[1]))
        params = self.params[0]
        params.table[: models.size] = models.ravel()
        params.shares[: len(shares)] = shares
        params.models, params.states = models.shape[:2]
        params.metric, params.restless = METRICS.index(metric), restless

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        values = np.zeros(moves.shape)
        value_all(views, moves, counts, self.params, values)
        return values


class Player(Models):
    style = "Looks at one sign per card, and loses the thread of a long rack."
    learned = "By reward, from random games."

    def __init__(
        self, game: Game, options: Any, mode: Annotated[str, among("one", "vote")] = "one", restless: bool = False
    ) -> None:
        shape = states("likelier", options.slots), ACTIONS
        needs = {"models": ("f", None, *shape), "shares": ("f", None)}
        tables = load_tables(game, FILE, part=str(options.slots), needs=needs)
        count = 1 if mode == "one" else len(tables["models"])
        super().__init__(game, options, tables["models"][:count], tables["shares"][:count], restless=restless)
