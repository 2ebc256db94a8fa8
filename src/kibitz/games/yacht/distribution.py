"""How likely each final score is when every move follows a table of values: forwards from the empty board.

The backward pass says what a position is worth; this one follows its decisions and says how likely
each score is. Between turns a board holds, for every upper total, how likely each score so far is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.games.yacht import rules
from kibitz.games.yacht.dice import ADD, CHANCE, KEEPS, LESS, ROLL, average, choose
from kibitz.games.yacht.rules import BOXES, NO_JOKER, SIXES, YACHT, YAHTZEE
from kibitz.games.yacht.solve import LANES, SCORES, WORK, fill_values, flag_after, lanes_of, pick_boxes, score_table
from kibitz.games.yacht.text import BOX_NAMES
from kibitz.kernel import kernel


@dataclass(frozen=True)
class Distribution:
    """The final scores of playing by a table."""

    chances: np.ndarray
    """The probability of each final score, by score."""
    means: dict[str, float]
    """The mean score of each box, and of what comes on top."""

    @property
    def mean(self) -> float:
        return float(np.arange(len(self.chances)) @ self.chances)

    @property
    def deviation(self) -> float:
        return float(np.sqrt((np.arange(len(self.chances)) - self.mean) ** 2 @ self.chances))


def final_scores(options: Any, table: np.ndarray) -> Distribution:
    """Follow the decisions of `table` through all games at once."""
    o = options.encoded()
    boxes, scores = rules.boxes_of(o.rules), score_table(o)
    work, values = np.zeros(1, WORK), np.zeros((4, KEEPS, LANES))
    flow = np.zeros((KEEPS, LANES))
    outcomes = np.zeros((2, BOXES * SCORES, LANES))
    means, layer = np.zeros(BOXES + 1), {(0, 0): np.ones((1, 1))}
    for _ in range(boxes):
        following: dict[tuple[int, int], np.ndarray] = {}
        while layer:
            (full, flag), ways = layer.popitem()
            turn_outcomes(table, o, scores, full, flag, 0, len(ways), work, values, flow, outcomes)
            reach = ways.sum(axis=1)
            for box in range(boxes):
                if full >> box & 1:
                    continue
                # A yacht of 50 may lead to another board than one of 0.
                for low, high in ((0, 50), (50, 51)):
                    after = (full | 1 << box, int(flag_after(table, flag, box, low)))
                    if after not in following:
                        following[after] = np.zeros((lanes_of(after[0]), 1 + most_points(o, *after)))
                    _carry(ways, reach, outcomes, box, low, high, following[after], means)
        layer = following
    return _end(o, list(layer.values()), means)


def _end(o: Any, boards: list[np.ndarray], means: np.ndarray) -> Distribution:
    """Add the bonus, and let go of scores that cannot be."""
    bonus = rules.bonus_of(o.rules, LANES - 1)
    distribution = np.zeros(max(board.shape[1] for board in boards) + bonus)
    on_top = means[BOXES]
    for board in boards:
        without, with_bonus = board[: LANES - 1].sum(axis=0), board[LANES - 1]
        distribution[: len(without)] += without
        distribution[bonus : bonus + len(with_bonus)] += with_bonus
        on_top += bonus * with_bonus.sum()
    named = {name: float(mean) for name, mean in zip(BOX_NAMES[: rules.boxes_of(o.rules)], means)}
    top = int(np.flatnonzero(distribution)[-1])
    return Distribution(distribution[: top + 1], {**named, "on top": float(on_top)})


def most_points(o: Any, full: int, flag: int) -> int:
    """The most a board can hold."""
    most = 0
    for box in range(BOXES):
        if full >> box & 1:
            most += 5 * (box + 1) if box <= SIXES else 50 if box == YACHT else 40 if o.rules == YAHTZEE else 30
    jokers = flag and o.joker != NO_JOKER
    return most + (100 * (full.bit_count() - 1) if jokers else 0)


@kernel
def turn_outcomes(table, o, scores, full, flag, first, lanes, scratch, values, flow, outcomes):
    """How likely a turn from this board ends in each box and score, for `lanes` upper totals from `first` on."""
    work = scratch[0]
    turn_values(table, o, scores, full, flag, first, lanes, work, values)
    for k in range(KEEPS):
        for u in range(lanes):
            flow[k, u] = CHANCE[k - ROLL] if k >= ROLL else 0.0
    run_turn(o, scores, full, rules.ROLLS, lanes, work, values, flow, outcomes)


@kernel
def turn_values(table, o, scores, full, flag, first, lanes, work, values):
    """What each keep is worth before (0) and after (1) choosing with one roll left, and with two (2 and 3)."""
    fill_values(table, o, scores, full, flag, first, lanes, work, values[0])
    average(values[0], lanes)
    _copy(values[0], values[1], lanes)
    choose(values[1], lanes, work.row)
    _copy(values[1], values[2], lanes)
    average(values[2], lanes)
    _copy(values[2], values[3], lanes)
    choose(values[3], lanes, work.row)


@kernel
def _copy(table, to, lanes):
    for k in range(KEEPS):
        for u in range(lanes):
            to[k, u] = table[k, u]


@kernel
def run_turn(o, scores, full, left, lanes, work, values, flow, outcomes):
    """Let chances of rolls, with so many rolls left, run into the boxes they end in."""
    for rolls in range(left, 0, -1):
        _keep(values[2 * rolls - 2], values[2 * rolls - 1], lanes, flow)
        roll_missing(lanes, flow)
    for box in range(rules.boxes_of(o.rules)):
        if (full >> box) & 1 == 0:
            for row in range(box * SCORES, (box + 1) * SCORES):
                for u in range(lanes):
                    outcomes[0, row, u] = outcomes[1, row, u] = 0.0
    for roll in range(KEEPS - ROLL):
        extra = pick_boxes(o, scores, full, roll, work) // 100
        for u in range(lanes):
            best = work.picks[0]
            for i in range(1, work.picked):
                if work.written[work.picks[i], u] > work.written[best, u]:
                    best = work.picks[i]
            outcomes[extra, best, u] += flow[ROLL + roll, u]


@kernel
def _keep(before, after, lanes, flow):
    """Let each roll run down to the keep that is best for it, one die at a time."""
    for k in range(KEEPS - 1, 0, -1):
        for u in range(lanes):
            if flow[k, u] > 0.0 and after[k, u] > before[k, u]:
                for face in range(6):
                    if after[LESS[k, face], u] == after[k, u]:
                        flow[LESS[k, face], u] += flow[k, u]
                        break
                flow[k, u] = 0.0


@kernel
def roll_missing(lanes, flow):
    """Roll what is missing, one die at a time."""
    for k in range(ROLL):
        for face in range(6):
            for u in range(lanes):
                flow[ADD[k, face], u] += flow[k, u] / 6.0
        for u in range(lanes):
            flow[k, u] = 0.0


@kernel
def _carry(ways, reach, outcomes, box, low, high, into, means):
    """Move the scores of a board on, to where `box` holds at least `low` and less than `high`."""
    for extra in range(2):
        for points in range(low, high):
            chances = outcomes[extra, box * SCORES + points]
            for u in range(len(ways)):
                if chances[u] * reach[u] == 0.0:
                    continue
                to = into[min(u + points, LANES - 1) if box <= SIXES else u]
                gained = points + 100 * extra
                for t in range(ways.shape[1]):
                    to[t + gained] += chances[u] * ways[u, t]
                means[box] += points * chances[u] * reach[u]
                means[BOXES] += 100 * extra * chances[u] * reach[u]
