"""strategy: throws by one of the thesis' eight strategies, and plays the card that scores most at once.

``strategy:hand_max_avg`` names the strategy, and so does ``hand_max_avg`` alone.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.games.cribbage.agents._alike import judge_at_once
from kibitz.games.cribbage.rules import DISCARDING, MOVES
from kibitz.games.cribbage.stats import KEEPS
from kibitz.games.cribbage.weighted import pegging_records
from kibitz.games.cribbage.weighted.strategies import KNOWN, NAMES, ROOM, fill_desires_of_player, fill_known
from kibitz.kernel import kernel, record
from kibitz.options import among

PARAMS = record([*KNOWN, ("strategy", "i8")])


@kernel
def judge(v, moves, count, memory, params, values):
    room = memory.scratch
    if v.phase == DISCARDING:
        fill_desires_of_player(params, room, v)
        for k in range(KEEPS):
            values[k] = room.desires[params.strategy, k]
    else:
        judge_at_once(v, moves, count, values)


class Player(CompiledAgent):
    called = "Strategist"
    style = "Throws by one fixed plan for the hand."
    learned = "One of eight plans from a thesis."
    unit = "desirability"
    memory = record([("scratch", ROOM), ("scratch_values", "f8", (MOVES,))])
    judge = judge

    def __init__(self, game, options, by: Annotated[str, among(*NAMES)] = "hand_max_avg") -> None:
        super().__init__(game, options)
        self.params = np.zeros(1, PARAMS)
        fill_known(self.params, pegging_records.shipped(game))
        self.params["strategy"] = NAMES.index(by)
