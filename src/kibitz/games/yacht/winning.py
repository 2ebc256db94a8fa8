"""Chances to win at a table of two to four: what each move of a turn is worth when the others' scores count.

What the others will score is known in distribution (`remaining`), so for each of one's own final scores there is a
chance that it wins (a tie counts as a share). A turn is then decided exactly, as in `turn`, with one difference: a
board at its end is worth the chance to win from it, not the points to come. Everyone is taken to play the rest for the
mean.
"""

from __future__ import annotations

import numpy as np

from kibitz.games.yacht import rules
from kibitz.games.yacht.dice import KEEPS, ROLL, number_of
from kibitz.games.yacht.remaining import row_of, step_of
from kibitz.games.yacht.rules import BOXES, SIXES
from kibitz.games.yacht.solve import LANES, SCORES, flag_after, pick_boxes, set_board
from kibitz.games.yacht.turn import TURN, board_of, flag_of, keep_of, upper_of, value_keeps
from kibitz.kernel import kernel, mix, record

FINAL = 800
"""Final scores above this count as this."""
NODES = (0.5 - 0.5 / 3**0.5, 0.5 + 0.5 / 3**0.5)
"""Where two points stand for a whole interval in Gauss's integration, exactly so up to the third power."""

CONTEST = record(
    [
        ("turn", TURN),
        ("position", "u8"),  # what the following fields belong to
        ("below", "f8", (2, FINAL + 1)),  # the chance to be below each score, ties counted as NODES say
        ("scored", "f8", (FINAL + 1,)),  # the chance of each score of one of the others
        ("wins", "f8", (FINAL + 1,)),  # the chance that each score wins
    ]
)
"""Working space for one turn."""


@kernel
def chance_of_moves(v, moves, count, work, params):
    """Into ``work.turn.moves``: the chance to win after each legal move."""
    turn = work.turn
    full, points = board_of(v, v.to_move)
    flag, upper = flag_of(v, v.to_move, params.table), upper_of(v, v.to_move)
    position = position_of(v)
    if work.position != position:
        work.position = position
        weigh_scores(v, work, params)
        fill_chances(full, flag, upper, points, work, params)
        value_keeps(turn)
    roll = number_of(v.dice) - ROLL
    extra = pick_boxes(params, params.scores, full, roll, turn)
    for j in range(count - turn.picked):
        turn.moves[j] = turn.keeps[v.rolls, keep_of(v, moves[j])]
    for n in range(turn.picked):
        pick = turn.picks[n]
        turn.moves[count - turn.picked + n] = chance_after(full, flag, upper, points + extra, pick, work, params)


@kernel
def position_of(v):
    """A number for what is written on all boards; never 0."""
    position = mix(np.uint64(v.to_move))
    for p in range(v.players):
        for box in range(BOXES):
            position = mix(position + np.uint64(v.boxes[p, box] + 1))
        position = mix(position + np.uint64(v.extra[p]))
    return position | np.uint64(1)


@kernel
def weigh_scores(v, work, params):
    """Into ``work.wins``: the chance that each final score of the player to move wins.

    Where k of the others tie it is worth 1/(k+1), which is the mean of s to the power k over s from 0 to 1. So it is
    the mean over s of the product of each other's chance to be below, plus s times its chance to be level.
    """
    for score in range(FINAL + 1):
        work.below[0, score] = work.below[1, score] = 1.0
    for p in range(v.players):
        if p == v.to_move:
            continue
        foresee(v, p, work.scored, params)
        total = 0.0
        for score in range(FINAL + 1):
            for node in range(2):
                work.below[node, score] *= total + NODES[node] * work.scored[score]
            total += work.scored[score]
    for score in range(FINAL + 1):
        work.wins[score] = 0.5 * (work.below[0, score] + work.below[1, score])


@kernel
def foresee(v, seat, scored, params):
    """Into `scored`: the chance of each final score of a player."""
    for score in range(FINAL + 1):
        scored[score] = 0.0
    full, points = board_of(v, seat)
    flag = flag_of(v, seat, params.table)
    start, step = row_of(params.begin, params.length, flag, full, upper_of(v, seat)), row_step(full, params)
    for k in range(params.length[flag, full]):
        chance = params.chances[start + k]
        if chance > 0.0:
            # A step of several points stands for what lies around it, like a tent.
            for away in range(1 - step, step):
                score = min(max(points + k * step + away, 0), FINAL)
                scored[score] += chance * (step - abs(away)) / (step * step)


@kernel
def row_step(full, params):
    return step_of(full, params.begin.shape[1])


@kernel
def fill_chances(full, flag, upper, points, work, params):
    """Into the rows of the rolls: the chance to win once each roll is written into its best box."""
    turn = work.turn
    set_board(turn.board, params, full, flag)
    for box in range(rules.boxes_of(params.rules)):
        if (full >> box) & 1 == 0:
            for made in range(0, 1 + (5 * (box + 1) if box <= SIXES else 50), box + 1 if box <= SIXES else 1):
                pick = box * SCORES + made
                turn.written[pick, 0] = chance_after(full, flag, upper, points, pick, work, params)
    for roll in range(KEEPS - ROLL):
        extra = pick_boxes(params, params.scores, full, roll, turn)
        best = 0.0
        for n in range(turn.picked):
            pick = turn.picks[n]
            if extra == 0:
                best = max(best, turn.written[pick, 0])
            else:
                best = max(best, chance_after(full, flag, upper, points + extra, pick, work, params))
        turn.values[ROLL + roll, 0] = best


@kernel
def chance_after(full, flag, upper, points, pick, work, params):
    """The chance to win once a box is filled."""
    box, made = pick // SCORES, pick % SCORES
    after, flag_then = full | (1 << box), flag_after(params.table, flag, box, made)
    upper_then = min(upper + (made if box <= SIXES else 0), LANES - 1)
    start, step = row_of(params.begin, params.length, flag_then, after, upper_then), row_step(after, params)
    chance = 0.0
    for k in range(params.length[flag_then, after]):
        chance += params.chances[start + k] * work.wins[min(points + made + k * step, FINAL)]
    return chance
