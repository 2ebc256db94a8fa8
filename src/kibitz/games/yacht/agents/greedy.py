"""Plays each turn for the most points in that turn, as if no other were to come."""

from __future__ import annotations

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.game import Game
from kibitz.games.yacht.agents._table_player import TablePlayer
from kibitz.games.yacht.single_turn import answer, answers
from kibitz.games.yacht.solve import empty_table
from kibitz.kernel import kernel, record
from kibitz.options import GameOptions


@kernel
def decide(v, moves, count, memory, params):
    return answer(v, params.answers)


class Player(CompiledAgent):
    """Takes the move of the most points this turn, averaged exactly."""

    style = "Takes the most points it can get this turn."
    learned = "Looks at one turn only."
    unit = "points"
    decide = decide

    def __init__(self, game: Game, options: GameOptions) -> None:
        super().__init__(game, options)
        found = answers(options)
        self.params = np.zeros(1, record([("answers", found.dtype, found.shape)]))
        self.params["answers"] = found
        self.judge_of_turns = TablePlayer(game, options, empty_table(options.encoded()))

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        return self.judge_of_turns.values(views, moves, counts)
