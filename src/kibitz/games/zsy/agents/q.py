"""Q-learning with the paper's features of position and move: its first attempt, and its weakest."""

from __future__ import annotations

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.errors import BadWeights
from kibitz.game import Game
from kibitz.games.zsy.agents._linear import best_but_pass
from kibitz.games.zsy.features.coupled import ACTIVE, SIZE, move_features
from kibitz.games.zsy.rules import MOVES, Options
from kibitz.kernel import kernel, record
from kibitz.weights import load_tables

TRAINED_BY = "zsy.q_learning"

PARAMS = record([("weights", "f8", (SIZE,)), ("may_pass", "i1")])
SCRATCH = record([("index", "i4", (ACTIVE,)), ("worth", "f8", (MOVES,))])


@kernel
def best_coupled(v, moves, count, memory, params):
    judge_coupled(v, moves, count, memory, params, memory.scratch.worth)
    return best_but_pass(moves, count, memory.scratch.worth, params.may_pass)


@kernel
def judge_coupled(v, moves, count, memory, params, values):
    index = memory.scratch.index
    for j in range(count):
        values[j] = 0.0
        for i in range(move_features(v, v.to_move, moves[j], index)):
            values[j] += params.weights[index[i]]


class TablePlayer(CompiledAgent):
    """Plays the move of the highest value; like the paper's other players it passes only when it must, except where it
    `may_pass`."""

    unit = "reward of 10000"
    decide, judge = best_coupled, judge_coupled
    memory = record([("scratch", SCRATCH)])

    def __init__(self, game: Game, options: Options, weights: np.ndarray, may_pass: bool = False) -> None:
        super().__init__(game, options)
        self.params = np.zeros(1, PARAMS)
        self.params["weights"], self.params["may_pass"] = weights, may_pass


class Player(TablePlayer):
    """The weights learned with the deck that is played."""

    called = "Novice"
    style = "Has a feeling for single moves, and little plan."
    learned = "By reward, in its own games."

    def __init__(self, game: Game, options: Options, weights: str = "") -> None:
        file = weights or f"q{options.deck}.safetensors"
        kept = load_tables(game, file, needs={"index": ("u", None), "value": ("f", None)})
        if len(kept["index"]) != len(kept["value"]) or kept["index"].max(initial=0) >= SIZE:
            raise BadWeights(f"{file}: its index must name one of {SIZE:,} features for each value")
        table = np.zeros(SIZE)
        table[kept["index"]] = kept["value"]
        super().__init__(game, options, table)
