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


@kernel
def judge_by_table(v, moves, count, memory, params, values):
    value_moves(v, moves, count, memory.scratch, params)
    for j in range(count):
        values[j] = memory.scratch.moves[j]


class TablePlayer(CompiledAgent):
    """Takes the move of the highest expected final score, as far as its table knows the future."""

    unit = "points"
    decide, judge = best_by_table, judge_by_table
    memory = record([("scratch", TURN)])

    def __init__(self, game: Game, options: GameOptions, table: np.ndarray) -> None:
        super().__init__(game, options)
        self.params = turn_params(options, table)
