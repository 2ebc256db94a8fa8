"""Plays by two networks that learned from their own games; it neither rolls dice ahead nor averages them."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.agent import Agent
from kibitz.game import Game
from kibitz.games.yacht import rules
from kibitz.games.yacht.dice import KEEPS
from kibitz.games.yacht.features import board_size, marks_of, write_board
from kibitz.games.yacht.rules import BONUS_FROM, CHOICE, FILL, YACHT, Options
from kibitz.games.yacht.turn import board_of, keep_of, upper_of
from kibitz.kernel import kernel
from kibitz.weights import Network

TRAINED_BY = "yacht.net"


def file_of(part: str, rules: str) -> str:
    """Where a network lies: what turns are worth, or keeps, on the board of a rule set."""
    return f"net-{part}.onnx" if rules == "nintendo" else f"net-{rules}-{part}.onnx"


class Player(Agent):
    """Asks one network what each keep is worth, and the other what the board is worth after each box."""

    called = "Network"
    style = "Judges dice and sheet at a glance."
    learned = "From its own games, without rolling ahead."
    unit = "points"
    turns: Network
    keeps: Network

    def __init__(self, game: Game, options: Options, weights: str = "") -> None:
        super().__init__(game, options)
        folder = f"{weights}/" if weights else ""
        encoded: Any = options.encoded()
        self.marks = int(marks_of(encoded.rules, encoded.joker))
        self.size, self.boxes = board_size(self.marks), int(rules.boxes_of(encoded.rules))
        joker = options.joker if options.rules == "yahtzee" else "free"
        trained_for = game.options(rules=options.rules, joker=joker)
        for part, gives in (("turns", 1), ("keeps", 2 * KEEPS)):
            name = f"{folder}{file_of(part, options.rules)}"
            setattr(self, part, Network(game, name, trained_for, takes=(self.size,), gives=gives))

    def values(self, views, moves, counts, *memory):
        out, index = np.zeros(moves.shape), np.zeros(moves.shape, np.int32)
        turns, keeps = (np.empty((rows, self.size), np.float32) for rows in (self.boxes * len(views), len(views)))
        filled, rolling = _look(views, moves, counts, self.marks, out, index, turns, keeps)
        worth = self.turns(turns[:filled]) if filled else turns[:0]
        worth_kept = self.keeps(keeps[:rolling]) if rolling else keeps[:0]
        _add(views, moves, counts, index, worth, worth_kept, out)
        return out


SECOND = 100
"""What another yahtzee brings once its box holds 50."""


@kernel
def is_full(v, full):
    """Whether all boxes of the board are full."""
    return full == (1 << rules.boxes_of(v.rules)) - 1


@kernel
def _look(views, moves, counts, marks, out, index, turns, keeps):
    """What is written and what each move writes, into `out`; for the networks, boards and keep numbers.

    How many boards there are after a box is filled, and how many before the dice are rolled again.
    """
    filled = rolling = 0
    for i in range(len(views)):
        v = views[i]
        full, points = board_of(v, v.to_move)
        upper, boxes = upper_of(v, v.to_move), rules.boxes_of(v.rules)
        held = 1 << boxes if marks > boxes and v.boxes[v.to_move, YACHT] == 50 else 0
        extra = SECOND if held and rules.second_yahtzee(v) >= 0 else 0
        for j in range(counts[i]):
            out[i, j] = points
            if moves[i, j] < FILL:
                index[i, j] = keep_of(v, moves[i, j]) + (KEEPS if v.rolls == 2 else 0)
                continue
            box = moves[i, j] - FILL
            made = rules.dice_score(v, box)
            out[i, j] += made + extra
            upper_after = min(upper + (made if box < CHOICE else 0), BONUS_FROM)
            if is_full(v, full | (1 << box)):
                out[i, j] += rules.bonus_of(v.rules, upper_after)
            else:
                holds = 1 << boxes if marks > boxes and box == YACHT and made == 50 else held
                write_board(full | (1 << box) | holds, upper_after, marks, turns[filled])
                filled += 1
        if moves[i, 0] < FILL:
            write_board(full | held, upper, marks, keeps[rolling])
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
            elif not is_full(views[i], full | (1 << (moves[i, j] - FILL))):
                out[i, j] += worth[filled, 0]
                filled += 1
        rolling += moves[i, 0] < FILL
