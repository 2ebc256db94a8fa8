"""Why a move is better, in the words of the table: what it brings in this turn, and what it leaves for the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.games.yacht import rules
from kibitz.games.yacht.dice import KEEPS
from kibitz.games.yacht.distribution import roll_missing, run_turn, turn_values
from kibitz.games.yacht.rules import BOXES, CHOICE, FILL, OPEN, Options
from kibitz.games.yacht.solve import LANES, SCORES, WORK, flag_after, score_table, solve
from kibitz.games.yacht.text import BOX_NAMES
from kibitz.games.yacht.turn import board_of, flag_of, keep_of, upper_of

CLOSE = 0.25
"""Differences of fewer points are not worth a word."""


def assumes(options: Options) -> str:
    """What the adviser takes for granted."""
    return "everyone, you included, plays on after this turn for the highest mean score"


@dataclass(frozen=True)
class Prospect:
    """What comes of a move when the turn is played on for the mean."""

    now: float
    """The mean score of this turn."""
    later: float
    """The mean of all that comes after it."""
    boxes: dict[int, float]
    """How likely the turn ends with points in each box."""

    @property
    def likely(self) -> str:
        """The box it aims at: ``full house (31%)``."""
        box = max(self.boxes, key=lambda box: self.boxes[box])
        return f"{BOX_NAMES[box]} ({self.boxes[box]:.0%})"


def reason(view: np.record, best: Any, other: Any) -> str:
    """Why the best move is better than another: the end of a sentence that begins with "because"."""
    one, two = prospect(view, best.move.code), prospect(view, other.move.code)
    now, later = one.now - two.now, one.later - two.later
    if now + later < -CLOSE:
        return _standing(view, now + later) if view.players > 1 else ""  # alone, only another taste explains it
    if max(now, later) < CLOSE:
        if view.players == 1:
            return ""
        return "on average both bring about the same, but this one comes closer to the score you need to win"
    if now >= later:
        aim = f", most often from {one.likely}" if best.move.code < FILL and one.boxes else ""
        loss = f", more than the {-later:.1f} it costs later" if later < -CLOSE else ""
        return f"{best.move.name} brings {now:.1f} points more in this turn{aim}{loss}"
    loss = f", more than the {-now:.1f} it costs now" if now < -CLOSE else ""
    if other.move.code >= FILL:
        return f"keeping {BOX_NAMES[other.move.code - FILL]} open is worth {later:.1f} points later{loss}"
    return f"{best.move.name} leaves better boxes open, which bring {later:.1f} points more later{loss}"


def _standing(view: np.record, points: float) -> str:
    """Why a move of fewer points is better: because of the others."""
    table = _table(view)
    expected = [_written(view, p) + _to_come(view, table, p) for p in range(view.players)]
    mine, best = expected[view.to_move], max(e for p, e in enumerate(expected) if p != view.to_move)
    gives = f"gives up {-points:.1f} points on average"
    if mine < best:
        return (
            f"you are about {best - mine:.0f} points behind and need a better chance of a high score, though it {gives}"
        )
    return f"you are about {mine - best:.0f} points ahead and need no more than a safe score, though it {gives}"


def prospect(view: np.record, code: int) -> Prospect:
    """What comes of a move of the player to move."""
    p, table = int(view.to_move), _table(view)
    full, _ = board_of(view, p)
    flag, upper = flag_of(view, p, table), upper_of(view, p)
    if code >= FILL:
        box, points = code - FILL, int(rules.dice_score(view, code - FILL))
        extra = 100 if rules.second_yahtzee(view) >= 0 and view.boxes[p, rules.YACHT] == 50 else 0
        return Prospect(points + extra, _after(table, full, flag, upper, box, points), {box: 1.0} if points else {})
    outcomes = _outcomes(view, table, full, flag, upper, keep_of(view, code))
    now = later = 0.0
    boxes: dict[int, float] = {}
    for extra, row in np.argwhere(outcomes > 0).tolist():
        chance, (box, points) = float(outcomes[extra, row]), divmod(row, SCORES)
        now += chance * (points + 100 * extra)
        later += chance * _after(table, full, flag, upper, box, points)
        if points:
            boxes[box] = boxes.get(box, 0.0) + chance
    return Prospect(now, later, boxes)


def _outcomes(view: np.record, table: np.ndarray, full: int, flag: int, upper: int, keep: int) -> np.ndarray:
    """How likely the turn ends in each box and score once these dice are kept."""
    work, values = np.zeros(1, WORK), np.zeros((4, KEEPS, LANES))
    flow, outcomes = np.zeros((KEEPS, LANES)), np.zeros((2, BOXES * SCORES, LANES))
    o = Options(rules=_name("rules", view.rules), joker=_name("joker", view.joker)).encoded()
    scores = score_table(o)
    turn_values(table, o, scores, full, flag, upper, 1, work[0], values)
    flow[keep, 0] = 1.0
    roll_missing(1, flow)
    run_turn(o, scores, full, int(view.rolls) - 1, 1, work[0], values, flow, outcomes)
    return outcomes[:, :, 0]


def _after(table: np.ndarray, full: int, flag: int, upper: int, box: int, points: int) -> float:
    """What is to come once a box is filled."""
    reached = upper + (points if box < CHOICE else 0)
    return float(table[flag_after(table, flag, box, points), full | 1 << box, reached])


def _to_come(view: np.record, table: np.ndarray, p: int) -> float:
    return float(table[flag_of(view, p, table), board_of(view, p)[0], upper_of(view, p)])


def _written(view: np.record, p: int) -> int:
    return int(view.extra[p]) + sum(int(points) for points in view.boxes[p] if points != OPEN)


def _table(view: np.record) -> np.ndarray:
    return solve(rules=_name("rules", view.rules), joker=_name("joker", view.joker)).table


def _name(option: str, number: int) -> str:
    """The name of an option's choice, from the number a record holds."""
    return Options.__dataclass_fields__[option].metadata["names"][int(number)]
