"""A turn, decided exactly: what each move of it is worth when a table says what is to come after it."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.games.yacht import rules
from kibitz.games.yacht.dice import ADD, KEEPS, ROLL, average, choose, number_of
from kibitz.games.yacht.rules import BOXES, FILL, MOVES, OPEN, YACHT
from kibitz.games.yacht.solve import LANES, fill_values, pick_boxes, score_table, work_fields
from kibitz.kernel import kernel, record

TURN = record(
    [
        ("begun", "i8"),  # the board and upper total that the following fields belong to
        *work_fields(1),
        ("values", "f8", (KEEPS, 1)),
        ("keeps", "f8", (rules.ROLLS + 1, KEEPS)),  # what each keep is worth, by how often one may roll again
        ("moves", "f8", (MOVES,)),  # what each legal move is worth
    ]
)
"""Working space for one turn: what was found out at its first decision serves the others."""


def turn_params(options: Any, table: np.ndarray, **more: np.ndarray) -> np.ndarray:
    """One record of all that playing by a table of what is to come needs, and of what more a player needs."""
    encoded = options.encoded()
    parts = {**more, "rules": encoded.rules, "joker": encoded.joker, "scores": score_table(encoded), "table": table}
    fields = [(name, np.asarray(part).dtype, np.shape(part)) for name, part in parts.items()]
    params = np.zeros(1, record(fields))
    for name, part in parts.items():
        params[name] = part
    return params


@kernel
def value_moves(v, moves, count, turn, params):
    """Into ``turn.moves``: the expected final score after each legal move."""
    full, points = board_of(v, v.to_move)
    flag, upper = flag_of(v, v.to_move, params.table), upper_of(v, v.to_move)
    begun = 1 + ((full * 2 + flag) * LANES + upper)
    if turn.begun != begun:
        turn.begun = begun
        fill_values(params.table, params, params.scores, full, flag, upper, 1, turn, turn.values)
        value_keeps(turn)
    extra = pick_boxes(params, params.scores, full, number_of(v.dice) - ROLL, turn)
    for j in range(count - turn.picked):
        turn.moves[j] = points + turn.keeps[v.rolls, keep_of(v, moves[j])]
    for n in range(turn.picked):  # the boxes stand last, in the same order as they are picked
        turn.moves[count - turn.picked + n] = points + (turn.written[turn.picks[n], 0] + extra)


@kernel
def value_keeps(turn):
    """From what each roll is worth once it is written: what each keep is worth with one roll left, and with two."""
    for rolls in range(1, rules.ROLLS + 1):
        if rolls > 1:
            choose(turn.values, 1, turn.row)
        average(turn.values, 1)
        for k in range(KEEPS):
            turn.keeps[rolls, k] = turn.values[k, 0]


@kernel
def best_move(moves, count, values):
    """The move of the highest value; of equals the first box: who would keep all dice may as well write them."""
    best = count - 1
    for j in range(count - 1, -1, -1):
        better = values[j] > values[best] or (values[j] == values[best] and (moves[j] >= FILL or moves[best] < FILL))
        best = j if better else best
    return moves[best]


@kernel
def board_of(v, seat):
    """Which boxes of a player are full, as bits, and what they hold, bonus apart."""
    full, points = 0, int(v.extra[seat])
    for box in range(BOXES):
        if v.boxes[seat, box] != OPEN:
            full |= 1 << box
            points += v.boxes[seat, box]
    return full, points


@kernel
def flag_of(v, seat, table):
    """The yacht flag of a player's board, where the table knows one."""
    return 1 if len(table) == 2 and v.boxes[seat, YACHT] == 50 else 0


@kernel
def upper_of(v, seat):
    """A player's upper total, as far as it matters."""
    return min(rules.upper_total(v, seat), LANES - 1)


@kernel
def keep_of(v, mask):
    """The number of the keep that a mask leaves on the table."""
    keep = 0
    for i in range(5):
        if rules.is_kept(mask, i):
            keep = ADD[keep, v.dice[i] - 1]
    return int(keep)


assert FILL + BOXES == MOVES  # boxes have the highest codes, so they stand last among the legal moves
