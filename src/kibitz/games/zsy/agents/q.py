"""Q-learning with the paper's features of position and move: its first attempt, and its weakest."""

from __future__ import annotations

import numpy as np

from kibitz.agent import CompiledAgent
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
    work = memory.scratch
    for j in range(count):
        work.worth[j] = worth(v, moves[j], work, params)
    return best_but_pass(moves, count, work.worth, params.may_pass)


@kernel
def worth(v, move, work, params):
    found = 0.0
    for i in range(move_features(v, v.to_move, move, work.index)):
        found += params.weights[work.index[i]]
    return found


class TablePlayer(CompiledAgent):
    """Plays the move of the highest value; like the paper's other players it passes only when it must, except where it
    `may_pass`."""

    unit = "reward of 10000"
    decide = best_coupled
    memory = record([("scratch", SCRATCH)])

    def __init__(self, game: Game, options: Options, weights: np.ndarray, may_pass: bool = False) -> None:
        super().__init__(game, options)
        self.params = np.zeros(1, PARAMS)
        self.params["weights"], self.params["may_pass"] = weights, may_pass

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        found = np.zeros(moves.shape)
        _values(views, moves, counts, np.zeros(1, SCRATCH), self.params, found)
        return found


@kernel
def _values(views, moves, counts, work, params, found):
    for i in range(len(views)):
        for j in range(counts[i]):
            found[i, j] = worth(views[i], moves[i, j], work[0], params[0])


class Player(TablePlayer):
    """The weights learned with the deck that is played."""

    called = "Novice"
    style = "Has a feeling for single moves, and little plan."
    learned = "By reward, in its own games."

    def __init__(self, game: Game, options: Options, weights: str = "") -> None:
        kept = load_tables(game, weights or f"q{options.deck}.safetensors")
        table = np.zeros(SIZE)
        table[kept["index"]] = kept["value"]
        super().__init__(game, options, table)
