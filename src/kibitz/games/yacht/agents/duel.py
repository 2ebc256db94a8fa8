"""Plays to win, not for the mean: with two to four players it looks at the others' boards.

Each turn is decided exactly for the chance to win, from the distributions of what everyone will still
score. Alone it plays as ``optimal`` does.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.game import Game
from kibitz.games.yacht.remaining import Remaining
from kibitz.games.yacht.rules import Options
from kibitz.games.yacht.solve import solve
from kibitz.games.yacht.turn import best_move, turn_params, value_moves
from kibitz.games.yacht.winning import CONTEST, chance_of_moves
from kibitz.kernel import kernel, record

NO_OTHERS = Remaining(np.zeros((1, 1), np.int32), np.zeros((1, 1), np.int32), np.zeros(1, np.float32))


@kernel
def best_to_win(v, moves, count, memory, params):
    value_all(v, moves, count, memory.scratch, params)
    return best_move(moves, count, memory.scratch.turn.moves)


@kernel
def judge(v, moves, count, memory, params, values):
    value_all(v, moves, count, memory.scratch, params)
    for j in range(count):
        values[j] = memory.scratch.turn.moves[j]


@kernel
def value_all(v, moves, count, work, params):
    if v.players == 1:
        value_moves(v, moves, count, work.turn, params)
    else:
        chance_of_moves(v, moves, count, work, params)


class Player(CompiledAgent):
    """Takes the move of the highest chance to win; alone, of the highest expected score."""

    called = "Duellist"
    style = "Plays to beat you: safe when ahead, bold when behind."
    learned = "Worked out exactly, with your sheet in view."
    decide, judge = best_to_win, judge
    memory = record([("scratch", CONTEST)])

    def __init__(self, game: Game, options: Options) -> None:
        super().__init__(game, options)
        solution = solve(rules=options.rules, joker=options.joker)
        alone = options.players == 1
        self.unit = "points" if alone else "chance to win"
        remaining = NO_OTHERS if alone else solution.remaining
        self.params = turn_params(options, solution.table, **vars(remaining))
