"""What the players with a linear value share."""

from __future__ import annotations

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.game import Game
from kibitz.games.zsy.features.afterstate import ACTIVE, SIZE, features
from kibitz.games.zsy.rules import MOVES, PASS, STATE, Options, step, view
from kibitz.kernel import best_of, kernel, record
from kibitz.weights import load_tables

PARAMS = record([("weights", "f8", (SIZE,)), ("extras", "i8"), ("may_pass", "i1")])
SCRATCH = record([("after", STATE), ("index", "i4", (ACTIVE,)), ("value", "f8", (ACTIVE,)), ("worth", "f8", (MOVES,))])


@kernel
def best_afterstate(v, moves, count, memory, params):
    judge_afterstates(v, moves, count, memory, params, memory.scratch.worth)
    return best_but_pass(moves, count, memory.scratch.worth, params.may_pass)


@kernel
def judge_afterstates(v, moves, count, memory, params, values):
    for j in range(count):
        values[j] = worth(v, moves[j], memory.scratch, params)


@kernel
def worth(v, move, work, params):
    """What a move leaves is worth to its player, from -1 (lost) to 1 (won) and a little beyond."""
    seat = v.to_move
    view(v, seat, work.after)  # a view's view is a copy of it
    step(work.after, move)
    if work.after.left[seat] == 0:
        return 1.0
    found = 0.0
    for i in range(features(work.after, seat, params.extras, work.index, work.value)):
        found += params.weights[work.index[i]] * work.value[i]
    return found


@kernel
def best_but_pass(moves, count, worth, may_pass):
    """The move worth most, the first of equals; a pass, which is listed first, only if allowed or alone."""
    skip = 1 if count > 1 and moves[0] == PASS and not may_pass else 0
    return moves[skip + best_of(worth[skip:], count - skip)]


class LinearPlayer(CompiledAgent):
    """Plays the move whose afterstate is worth most, by a linear value.

    As the paper's players seem to, it passes only when it must, except where it `may_pass`.
    """

    unit = "chance to win"
    decide, judge = best_afterstate, judge_afterstates
    memory = record([("scratch", SCRATCH)])

    def __init__(
        self, game: Game, options: Options, weights: np.ndarray, extras: int = 0, may_pass: bool = False
    ) -> None:
        super().__init__(game, options)
        self.params = np.zeros(1, PARAMS)
        self.params["weights"], self.params["extras"], self.params["may_pass"] = weights, extras, may_pass

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        # Clipped for a hint alone: beyond its ends the value still tells moves apart.
        return np.clip((1 + super().values(views, moves, counts)) / 2, 0, 1)


def load_weights(game: Game, name: str) -> np.ndarray:
    """The weights of a file."""
    return load_tables(game, name, needs={"weights": ("f", SIZE)})["weights"]
