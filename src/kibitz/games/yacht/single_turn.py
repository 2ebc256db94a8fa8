"""A turn played for its own points alone: the best answer to every roll on every board, worked out beforehand.

With nothing to come after the turn, what is best depends on the open boxes alone, not on the points: few enough cases
to keep the answers instead of working out some hundred keeps at every turn.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from kibitz.games.yacht import rules
from kibitz.games.yacht.chance import FACES
from kibitz.games.yacht.dice import DICE, KEEPS, LESS, ROLL, number_of
from kibitz.games.yacht.rules import FILL, ROLLS
from kibitz.games.yacht.solve import SCORES, empty_table, fill_values, flags_of, pick_boxes
from kibitz.games.yacht.turn import TURN, board_of, flag_of, turn_params, value_keeps
from kibitz.kernel import kernel

ORDER = np.array([sum(dice.count(face) * 6 ** (5 - face) for face in range(6)) for dice in DICE], np.int32)
"""Keeps inside one roll in the order of their move codes: who keeps fewer of the lowest face comes first."""


def answers(options: Any) -> np.ndarray:
    """The best move by yacht flag, full boxes, rolls left and roll (of the 252)."""
    return _answers(options.rules, options.joker if options.rules == "yahtzee" else "free")


@cache
def _answers(played: str, joker: str) -> np.ndarray:
    options = rules.Options(rules=played, joker=joker)
    params = turn_params(options, empty_table(options.encoded()))
    flags, boards, _ = params["table"].shape[1:]
    found = np.zeros((flags, boards, ROLLS + 1, KEEPS - ROLL), np.int8)
    _answer_all(params[0], np.zeros(1, TURN)[0], np.zeros((ROLLS + 1, KEEPS), np.int16), found)
    return found


@kernel
def answer(v, answers):
    """The best move of the one to play."""
    full, _ = board_of(v, v.to_move)
    return int(answers[flag_of(v, v.to_move, answers), full, v.rolls, number_of(v.dice) - ROLL])


@kernel
def _answer_all(params, turn, best, answers):
    for full in range(answers.shape[1] - 1):
        for flag in range(flags_of(answers, full)):
            fill_values(params.table, params, params.scores, full, flag, 0, 1, turn, turn.values)
            value_keeps(turn)
            for left in range(1, answers.shape[2]):
                best_inside(turn.keeps[left], best[left])
            for roll in range(answers.shape[3]):
                extra = pick_boxes(params, params.scores, full, roll, turn)
                box = turn.picks[0]
                for n in range(1, turn.picked):
                    if turn.written[turn.picks[n], 0] > turn.written[box, 0]:
                        box = turn.picks[n]
                answers[flag, full, 0, roll] = FILL + box // SCORES
                for left in range(1, answers.shape[2]):
                    keep = best[left, ROLL + roll]
                    keeps = turn.keeps[left, keep] > turn.written[box, 0] + extra  # of equals the box: it ends the turn
                    answers[flag, full, left, roll] = mask_of(roll, keep) if keeps else FILL + box // SCORES


@kernel
def best_inside(values, best):
    """The best of each keep and the keeps inside it; of equals the first in `ORDER`."""
    best[0] = 0
    for k in range(1, KEEPS):
        here = k
        for face in range(6):
            other = int(best[LESS[k, face]])
            if values[other] > values[here] or (values[other] == values[here] and ORDER[other] < ORDER[here]):
                here = other
        best[k] = here


@kernel
def mask_of(roll, keep):
    """The move that keeps these dice of a roll."""
    mask = kept = 0
    for i in range(5):
        if FACES[keep, kept] == FACES[ROLL + roll, i]:
            mask |= 16 >> i
            kept += 1
    return mask
