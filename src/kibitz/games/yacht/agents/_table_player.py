"""Playing by a table: what this turn brings, averaged exactly, and what the table says is to come."""

from __future__ import annotations

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.game import Game
from kibitz.games.yacht.turn import TURN, best_move, turn_params, value_moves
from kibitz.kernel import kernel, record
from kibitz.options import GameOptions


@kernel
def best_by_table(v, moves, count, memory, params):
    value_moves(v, moves, count, memory.scratch, params)
    return best_move(moves, count, memory.scratch.moves)


class TablePlayer(CompiledAgent):
    """Takes the move of the highest expected final score, as far as its table knows the future."""

    unit = "points"
    decide = best_by_table
    memory = record([("scratch", TURN)])

    def __init__(self, game: Game, options: GameOptions, table: np.ndarray) -> None:
        super().__init__(game, options)
        self.params = turn_params(options, table)

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        out = np.zeros(moves.shape)
        _values(views, moves, counts, np.zeros(1, TURN), self.params, out)
        return out


@kernel
def _values(views, moves, counts, turn, params, out):
    for i in range(len(views)):
        value_moves(views[i], moves[i], counts[i], turn[0], params[0])
        for j in range(counts[i]):
            out[i, j] = turn[0].moves[j]
