"""Plays by two networks that learned from their own games; it neither rolls dice ahead nor averages them."""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.game import Game
from kibitz.games.yacht import rules
from kibitz.games.yacht.dice import KEEPS
from kibitz.games.yacht.features import BOARD, write_board
from kibitz.games.yacht.rules import BONUS_FROM, CHOICE, FILL, Options
from kibitz.games.yacht.turn import board_of, keep_of, upper_of
from kibitz.kernel import kernel
from kibitz.weights import Network

TRAINED_BY = "yacht.net"

BOXES = 12
"""On the sheets that the networks know."""


class Player(Agent):
    """Asks one network what each keep is worth, and the other what the board is worth after each box."""

    called = "Network"
    style = "Judges dice and sheet at a glance."
    learned = "From its own games, without rolling ahead."
    unit = "points"

    def __init__(self, game: Game, options: Options, weights: str = "") -> None:
        super().__init__(game, options)
        folder = f"{weights}/" if weights else ""
        trained_for = game.options(rules=options.rules)
        self.turns = Network(game, f"{folder}net-turns.onnx", trained_for, takes=(BOARD,), gives=1)
        self.keeps = Network(game, f"{folder}net-keeps.onnx", trained_for, takes=(BOARD,), gives=2 * KEEPS)

    def values(self, views, moves, counts, *memory):
        out, index = np.zeros(moves.shape), np.zeros(moves.shape, np.int32)
        turns, keeps = (np.empty((rows, BOARD), np.float32) for rows in (BOXES * len(views), len(views)))
        filled, rolling = _look(views, moves, counts, out, index, turns, keeps)
        worth = self.turns(turns[:filled]) if filled else turns[:0]
        worth_kept = self.keeps(keeps[:rolling]) if rolling else keeps[:0]
        _add(views, moves, counts, index, worth, worth_kept, out)
        return out


FULL = (1 << BOXES) - 1
"""All boxes of the sheet are filled."""


@kernel
def _look(views, moves, counts, out, index, turns, keeps):
    """What is written and what each move writes, into `out`; for the networks, boards and keep numbers.

    How many boards there are after a box is filled, and how many before the dice are rolled again.
    """
    filled = rolling = 0
    for i in range(len(views)):
        v = views[i]
        full, points = board_of(v, v.to_move)
        upper = upper_of(v, v.to_move)
        for j in range(counts[i]):
            out[i, j] = points
            if moves[i, j] < FILL:
                index[i, j] = keep_of(v, moves[i, j]) + (KEEPS if v.rolls == 2 else 0)
                continue
            box = moves[i, j] - FILL
            made = rules.dice_score(v, box)
            out[i, j] += made
            upper_after = min(upper + (made if box < CHOICE else 0), BONUS_FROM)
            if full | (1 << box) == FULL:
                out[i, j] += rules.bonus_of(v.rules, upper_after)
            else:
                write_board(full | (1 << box), upper_after, turns[filled])
                filled += 1
        if moves[i, 0] < FILL:
            write_board(full, upper, keeps[rolling])
            rolling += 1
    return filled, rolling


@kernel
def _add(views, moves, counts, index, worth, worth_kept, out):
    """Add to what each move writes what comes later, as the networks say."""
    filled = rolling = 0
    for i in range(len(views)):
        full, _ = board_of(views[i], views[i].to_move)
        for j in range(counts[i]):
            if moves[i, j] < FILL:
                out[i, j] += worth_kept[rolling, index[i, j]]
            elif full | (1 << (moves[i, j] - FILL)) != FULL:
                out[i, j] += worth[filled, 0]
                filled += 1
        rolling += moves[i, 0] < FILL
