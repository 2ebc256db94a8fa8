"""schell: keeps what counts most on average with Schell's crib table added or taken off, and looks one card ahead.

In the play a card is worth its points at once less the mean of the other player's best reply.

The table is Michael Schell's average count of the crib by the two ranks thrown (cribbageforum.com,
SchellDiscard). Each line adds a rank, from ace to king, to the ranks before it: the first is A-A, the second
A-2 and 2-2, the third A-3, 2-3, 3-3.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.games.cribbage import stats
from kibitz.games.cribbage.agents._alike import fill_claims
from kibitz.games.cribbage.counting import rank_of
from kibitz.games.cribbage.pegging import fill_worth_after_reply, play_columns
from kibitz.games.cribbage.rules import DISCARDING, MOVES, PLAYING
from kibitz.kernel import kernel, record

OWN_CRIB = """
    5.38
    4.23 5.72
    4.52 7.00 5.94
    5.43 4.52 4.91 5.63
    5.45 5.45 5.97 6.48 8.79
    3.85 3.93 3.81 3.85 6.63 5.76
    3.85 3.81 3.58 3.72 6.01 4.98 5.92
    3.80 3.66 3.92 3.83 5.48 4.63 6.53 5.45
    3.40 3.71 3.78 3.72 5.43 5.13 4.04 4.72 5.16
    3.42 3.55 3.57 3.59 6.66 3.17 3.23 3.80 4.29 4.76
    3.65 3.84 3.90 3.88 7.00 3.41 3.53 3.52 3.97 4.61 5.33
    3.42 3.58 3.59 3.59 6.63 3.23 3.23 3.19 2.99 3.31 4.81 4.79
    3.41 3.52 3.67 3.60 6.66 3.13 3.26 3.16 3.06 2.84 3.96 3.46 4.58
"""

OTHERS_CRIB = """
    6.02
    5.07 6.38
    5.07 7.33 6.68
    5.72 5.33 5.96 6.53
    6.01 6.11 6.78 7.26 9.37
    4.91 4.97 4.87 5.34 7.47 7.08
    4.89 4.97 5.01 4.88 7.00 6.42 7.14
    4.85 4.94 5.05 4.94 6.30 5.86 7.63 6.82
    4.55 4.70 4.87 4.68 6.15 6.26 5.26 5.83 6.39
    4.48 4.59 4.63 4.53 7.41 4.31 4.31 5.10 5.43 6.08
    4.68 4.81 4.86 4.85 7.76 4.57 4.68 4.59 4.96 5.63 6.42
    4.33 4.56 4.59 4.46 7.34 4.22 4.32 4.31 4.11 4.61 5.46 5.79
    4.30 4.45 4.48 4.36 7.25 4.14 4.27 4.20 4.03 3.88 4.77 4.49 5.65
"""

PARAMS = record([("tables", stats.TABLES), ("crib", "f8", (2, stats.PAIRS))])
"""The crib's average is by owner (0: the other player's crib, 1: one's own) and the pair of ranks thrown."""


def params() -> np.ndarray:
    found = np.zeros(1, PARAMS)
    found["tables"] = stats.tables()
    found["crib"] = [[float(number) for number in text.split()] for text in (OTHERS_CRIB, OWN_CRIB)]
    return found


@kernel
def fill_throws(params, keeps, v, values):
    """The mean of the hand, with the crib's added where it is one's own, and taken off where it is not."""
    is_dealer = v.to_move == v.dealer
    stats.hand_statistics(params.tables, v.cards[v.to_move], keeps)
    for k in range(stats.KEEPS):
        thrown = keeps[k].thrown
        crib = params.crib[int(is_dealer), stats.pair_index(rank_of(thrown[0]), rank_of(thrown[1]))]
        values[k] = keeps[k].average + (crib if is_dealer else -crib)


@kernel
def judge(v, moves, count, memory, params, values):
    if v.phase == DISCARDING:
        fill_throws(params, memory.scratch_keeps, v, values)
    elif v.phase == PLAYING:
        fill_worth_after_reply(v, moves, count, values)
    else:
        fill_claims(v, moves, count, values)


class Player(CompiledAgent):
    style = "Throws by a champion’s table, and thinks one card ahead."
    learned = "From Michael Schell’s statistics of the crib."
    unit = "points"
    memory = record([("scratch_keeps", stats.KEEP, (stats.KEEPS,)), ("scratch_values", "f8", (MOVES,))])
    judge = judge

    def __init__(self, game, options) -> None:
        super().__init__(game, options)
        self.params = params()

    def details(self, view, moves):
        if view.phase == PLAYING:
            return play_columns(view, moves)
        if view.phase != DISCARDING:
            return {}
        keeps, values = np.zeros(stats.KEEPS, stats.KEEP), np.zeros(stats.KEEPS)
        fill_throws(self.params[0], keeps, view, values)
        return {"hand": keeps["average"], "crib": values - keeps["average"]}
