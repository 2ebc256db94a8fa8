"""Plays by two networks that learned from their own games; it neither rolls dice ahead nor averages them."""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.game import Game
from kibitz.games.yacht import rules
from kibitz.games.yacht.dice import KEEPS
from kibitz.games.yacht.features import BOARD, boards
from kibitz.games.yacht.rules import BONUS_FROM, CHOICE, FILL, Options
from kibitz.games.yacht.turn import board_of, keep_of, upper_of
from kibitz.kernel import kernel
from kibitz.weights import Network

TRAINED_BY = "yacht.net"


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
        full, upper = np.zeros((2, len(views)), np.int64)
        full_after, upper_after = np.zeros((2, *moves.shape), np.int64)
        _look(views, moves, counts, full, upper, full_after, upper_after, out, index)
        listed = np.arange(moves.shape[1]) < counts[:, None]
        keep, fill = listed & (moves < FILL), listed & (moves >= FILL) & (full_after < 4095)
        out[fill] += self.turns(boards(full_after[fill], upper_after[fill]))[:, 0]
        rolling = np.flatnonzero(keep.any(axis=1))
        if len(rolling):
            worth = self.keeps(boards(full[rolling], upper[rolling]))
            keep = keep[rolling]
            out[rolling] += np.where(keep, np.take_along_axis(worth, index[rolling], axis=1), 0)
        return out


@kernel
def _look(views, moves, counts, full, upper, full_after, upper_after, out, index):
    """What is written and what each move writes, into `out`; for the networks, boards and keep numbers."""
    for i in range(len(views)):
        v = views[i]
        full[i], points = board_of(v, v.to_move)
        upper[i] = upper_of(v, v.to_move)
        for j in range(counts[i]):
            out[i, j] = points
            if moves[i, j] < FILL:
                index[i, j] = keep_of(v, moves[i, j]) + (KEEPS if v.rolls == 2 else 0)
                continue
            box = moves[i, j] - FILL
            made = rules.dice_score(v, box)
            out[i, j] += made
            full_after[i, j] = full[i] | (1 << box)
            upper_after[i, j] = min(upper[i] + (made if box < CHOICE else 0), BONUS_FROM)
            if full_after[i, j] == 4095:
                out[i, j] += rules.bonus_of(v.rules, upper_after[i, j])
