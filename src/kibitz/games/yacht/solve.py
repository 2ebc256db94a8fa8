"""The exact solution of the solitaire game, backwards from the full board.

What is to come depends on which boxes are full, on the upper total (63 and more are alike) and, in
yahtzee, on whether the yacht box holds 50, since only then is another yahtzee worth 100. A *board* is
the first and last of these; all 64 upper totals of a board are solved side by side, as lanes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np

from kibitz.errors import BadOption
from kibitz.game import game
from kibitz.games.yacht import rules
from kibitz.games.yacht.dice import DICE, FIVE, KEEPS, ROLL, average, best_of_six, choose
from kibitz.games.yacht.rules import BONUS_FROM, BOXES, NO_JOKER, OPEN, SIXES, STATE, YACHT, YAHTZEE
from kibitz.kernel import kernel, record
from kibitz.present.shown import Shown

LANES = 64
"""Upper totals 0 to 63."""
REACH = LANES + 30
"""As far as one box can carry the upper total; rows of a table are so long, the last value repeated."""
SCORES = 51
"""A box holds 0 to 50."""


def work_fields(lanes: int) -> list[tuple]:
    """The fields of the working space that the kernels below need, for so many upper totals side by side."""
    return [
        ("written", "f8", (BOXES * SCORES, lanes)),  # what a score in a box is worth, with all to come
        ("picks", "i2", (18,)),  # rows of `written`
        ("picked", "i8"),
        ("row", "f8", (lanes,)),
        ("board", STATE),
    ]


WORK = record(work_fields(LANES))


def solve(**options: Any) -> Solution:
    """The solution of a rule set: of the game for one player, in which the mean score is all that counts."""
    chosen: Any = game("yacht").options(**options)
    if chosen.players > 1:
        raise BadOption(f"yacht: players is {chosen.players}; only the game for 1 player is solved, for its mean score")
    return _solved(chosen.rules, chosen.joker if chosen.rules == "yahtzee" else "free")


@cache
def _solved(rules: str, joker: str) -> Solution:
    options = game("yacht").options(rules=rules, joker=joker)
    return Solution(options, best_table(options.encoded()))


@dataclass(frozen=True, repr=False)
class Solution(Shown):
    """Optimal play of the solitaire game: what it scores, and the worth of every position."""

    options: Any
    table: np.ndarray
    """What is still to come at the start of a turn, by yacht flag, full boxes (as bits) and upper total."""

    @property
    def value(self) -> float:
        """The expected score of a whole game."""
        return float(self.table[0, 0, 0])

    @cached_property
    def final_scores(self) -> Any:
        from kibitz.games.yacht.distribution import final_scores

        return final_scores(self.options, self.table)

    @cached_property
    def remaining(self) -> Any:
        """How likely each score still to come is, from every board."""
        from kibitz.games.yacht.remaining import remaining_scores

        return remaining_scores(self.options, self.table)

    @property
    def distribution(self) -> np.ndarray:
        """The probability of each final score, by score."""
        return self.final_scores.chances

    @property
    def deviation(self) -> float:
        """The standard deviation of the score of a game."""
        return self.final_scores.deviation

    @property
    def means(self) -> dict[str, float]:
        """The mean score of each box, and of what comes on top."""
        return self.final_scores.means

    def shown(self) -> str:
        return self.summary()

    def plot(self) -> str:
        from kibitz.present.plots import distribution

        return distribution(self.distribution, self.value, "how likely each final score is under optimal play")

    def summary(self) -> str:
        """All of it in words."""
        cumulative = np.cumsum(self.distribution)
        quantiles = [int(np.searchsorted(cumulative, q)) for q in (0.05, 0.25, 0.5, 0.75, 0.95)]
        lines = [
            f"{self.options}",
            f"expected score      {self.value:.10f}",
            f"standard deviation  {self.deviation:.6f}",
            "scores at 5, 25, 50, 75, 95%: " + ", ".join(map(str, quantiles)),
            "mean by box:",
            *(f"  {name:16}{mean:8.4f}" for name, mean in self.means.items()),
        ]
        return "\n".join(lines)


def best_table(o, bonus: bool = True) -> np.ndarray:
    """The table of optimal play; without `bonus`, of the game that has none."""
    table = empty_table(o)
    if bonus:
        table[:, -1, :] = [rules.bonus_of(o.rules, upper) for upper in range(REACH)]
    _solve(table, o, score_table(o), np.zeros(1, WORK), np.zeros((KEEPS, LANES)))
    return table


def empty_table(o) -> np.ndarray:
    """A table that expects nothing."""
    flags = 2 if o.rules == YAHTZEE and o.joker != NO_JOKER else 1
    return np.zeros((flags, 1 << rules.boxes_of(o.rules), REACH))


def score_table(o) -> np.ndarray:
    """What each roll scores in each box of an empty board."""
    return _score_table(int(o.rules)).copy()


@cache
def _score_table(played: int) -> np.ndarray:
    scores = np.zeros((KEEPS - ROLL, BOXES), np.int16)
    for r, dice in enumerate(DICE[ROLL:]):
        counts = sum(1 << (4 * face) for face in dice)
        for box in range(rules.boxes_of(played)):
            scores[r, box] = rules.box_score(played, box, counts, False)
    return scores


@kernel
def _solve(table, o, scores, scratch, values):
    work = scratch[0]
    for full in range((1 << rules.boxes_of(o.rules)) - 2, -1, -1):
        first = hopeless(full)
        lanes = lanes_of(full) - first
        for flag in range(flags_of(table, full)):
            fill_values(table, o, scores, full, flag, first, lanes, work, values)
            average(values, lanes)
            choose(values, lanes, work.row)
            average(values, lanes)
            choose(values, lanes, work.row)
            average(values, lanes)
            row = table[flag, full]
            for u in range(REACH):
                row[u] = values[0, min(max(u - first, 0), lanes - 1)]


@kernel
def hopeless(full):
    """The highest upper total from which the bonus is out of reach, so that all below are worth the same; or 0."""
    left = 0
    for box in range(SIXES + 1):
        if (full >> box) & 1 == 0:
            left += 5 * (box + 1)
    return max(BONUS_FROM - 1 - left, 0)


@kernel
def flags_of(table, full):
    """How many ways the yacht box of a board may be full, as far as it matters."""
    return len(table) if (full >> YACHT) & 1 else 1


@kernel
def lanes_of(full):
    """How many upper totals a board can have."""
    most = 0
    for box in range(SIXES + 1):
        if (full >> box) & 1:
            most += 5 * (box + 1)
    return min(most + 1, LANES)


@kernel
def fill_values(table, o, scores, full, flag, first, lanes, work, values):
    """Into the rows of the rolls: what writing each roll into its best box is worth, in `lanes` lanes from `first`."""
    write_rows(table, o, full, flag, first, lanes, work.written)
    set_board(work.board, o, full, flag)
    picks, row = work.picks, work.row
    for roll in range(KEEPS - ROLL):
        extra = pick_boxes(o, scores, full, roll, work)
        here = values[ROLL + roll]
        best_of_six(work.written, picks, 0, lanes, here)
        for start in range(6, work.picked, 6):
            best_of_six(work.written, picks, start, lanes, row)
            for u in range(lanes):
                here[u] = max(here[u], row[u])
        if extra > 0:
            for u in range(lanes):
                here[u] += extra


@kernel
def write_rows(table, o, full, flag, first, lanes, written):
    """What each open box and score is worth: the score, and what is to come."""
    for box in range(rules.boxes_of(o.rules)):
        if (full >> box) & 1:
            continue
        most = 5 * (box + 1) if box <= SIXES else 50
        for points in range(0, most + 1, box + 1 if box <= SIXES else 1):
            after = table[flag_after(table, flag, box, points), full | (1 << box)]
            shift = first + (points if box <= SIXES else 0)
            row = written[box * SCORES + points]
            for u in range(lanes):
                row[u] = points + after[u + shift]


@kernel
def pick_boxes(o, scores, full, roll, work):
    """List the rows of `written` a roll may go to, in sixes, the last repeated; what the roll earns besides."""
    s, picks, n = work.board, work.picks, 0
    second = -1
    if FIVE[roll] >= 0:
        for i in range(5):
            s.dice[i] = FIVE[roll] + 1
        second = rules.second_yahtzee(s)
    for box in range(rules.boxes_of(o.rules)):
        if (full >> box) & 1:
            continue
        points = int(scores[roll, box])
        if second >= 0:
            if not rules.may_fill(s, box, second):
                continue
            points = rules.dice_score(s, box)
        picks[n] = box * SCORES + points
        n += 1
    work.picked = n
    while n % 6 > 0:
        picks[n] = picks[n - 1]
        n += 1
    return 100 if second >= 0 and s.boxes[0, YACHT] == 50 else 0


@kernel
def set_board(s, o, full, flag):
    """A position with these boxes full, for the rules to say what a second yahtzee may do."""
    s.rules, s.joker, s.to_move = o.rules, o.joker, 0
    for box in range(BOXES):
        s.boxes[0, box] = 0 if (full >> box) & 1 else OPEN
    if flag:
        s.boxes[0, YACHT] = 50


@kernel
def flag_after(table, flag, box, points):
    """The yacht flag once a box is filled."""
    return 1 if len(table) == 2 and (flag or (box == YACHT and points == 50)) else 0
