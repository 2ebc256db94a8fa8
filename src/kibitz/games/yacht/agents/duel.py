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
    judge(v, moves, count, memory.scratch, params)
    return best_move(moves, count, memory.scratch.turn.moves)


@kernel
def judge(v, moves, count, work, params):
    if v.players == 1:
        value_moves(v, moves, count, work.turn, params)
    else:
        chance_of_moves(v, moves, count, work, params)


class Player(CompiledAgent):
    """Takes the move of the highest chance to win; alone, of the highest expected score."""

    called = "Duellist"
    style = "Plays to beat you: safe when ahead, bold when behind."
    learned = "Worked out exactly, with your sheet in view."
    decide = best_to_win
    memory = record([("scratch", CONTEST)])

    def __init__(self, game: Game, options: Options) -> None:
        super().__init__(game, options)
        solution = solve(rules=options.rules, joker=options.joker)
        alone = options.players == 1
        self.unit = "points" if alone else "chance to win"
        remaining = NO_OTHERS if alone else solution.remaining
        self.params = turn_params(options, solution.table, **vars(remaining))

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        out = np.zeros(moves.shape)
        _values(views, moves, counts, np.zeros(1, CONTEST), self.params, out)
        return out


@kernel
def _values(views, moves, counts, work, params, out):
    for i in range(len(views)):
        judge(views[i], moves[i], counts[i], work[0], params[0])
        for j in range(counts[i]):
            out[i, j] = work[0].turn.moves[j]
