"""Playing by a table: what this turn brings, averaged exactly, and what the table says is to come."""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.game import Game
from kibitz.games.yacht import rules
from kibitz.games.yacht.dice import ADD, KEEPS, ROLL, average, choose, number_of
from kibitz.games.yacht.rules import BOXES, FILL, OPEN, YACHT
from kibitz.games.yacht.solve import LANES, SCORES, WORK, fill_values, pick_boxes, score_table
from kibitz.kernel import kernel
from kibitz.options import GameOptions


class TablePlayer(Agent):
    """Takes the move of the highest expected final score, as far as its table knows the future."""

    unit = "points"

    def __init__(self, game: Game, options: GameOptions, table: np.ndarray) -> None:
        super().__init__(game, options)
        self.table = table
        self.encoded = options.encoded()
        self.scores = score_table(self.encoded)

    def act(self, views, moves, counts, *memory):
        """The best move; of equals the first box, for a player who would keep all dice may as well write them."""
        listed = np.arange(moves.shape[1]) < counts[:, None]
        values = np.where(listed, self.values(views, moves, counts), -np.inf)
        best = values == values.max(axis=1, keepdims=True)
        chosen = np.where(best, 1 + (moves >= FILL), 0).argmax(axis=1)
        return moves[np.arange(len(moves)), chosen]

    def values(self, views, moves, counts, *memory):
        out = np.zeros(moves.shape)
        work, values = np.zeros(1, WORK), np.zeros((KEEPS, 1))
        _values(self.table, self.encoded, self.scores, views, moves, counts, work, values, out)
        return out


@kernel
def _values(table, o, scores, views, moves, counts, scratch, values, out):
    work = scratch[0]
    for i in range(len(views)):
        v = views[i]
        full, points = board_of(v)
        flag = 1 if len(table) == 2 and v.boxes[v.to_move, YACHT] == 50 else 0
        upper = min(rules.upper_total(v, v.to_move), LANES - 1)
        fill_values(table, o, scores, full, flag, upper, 1, work, values)
        for rolls in range(v.rolls):
            if rolls > 0:
                choose(values, 1, work.row)
            average(values, 1)
        roll = number_of(v.dice) - ROLL
        extra = pick_boxes(o, scores, full, roll, work)
        for j in range(counts[i]):
            if moves[i, j] < FILL:
                out[i, j] = points + values[keep_of(v, moves[i, j]), 0]
        for n in range(work.picked):
            box = work.picks[n] // SCORES
            for j in range(counts[i] - 1, -1, -1):
                if moves[i, j] == FILL + box:
                    out[i, j] = points + extra + work.written[work.picks[n], 0]
                    break


@kernel
def board_of(v):
    """Which boxes of the player to move are full, as bits, and what they hold, bonus apart."""
    full, points = 0, int(v.extra[v.to_move])
    for box in range(BOXES):
        if v.boxes[v.to_move, box] != OPEN:
            full |= 1 << box
            points += v.boxes[v.to_move, box]
    return full, points


@kernel
def keep_of(v, mask):
    """The number of the keep a mask leaves on the table."""
    keep = 0
    for i in range(5):
        if rules.is_kept(mask, i):
            keep = ADD[keep, v.dice[i] - 1]
    return int(keep)
