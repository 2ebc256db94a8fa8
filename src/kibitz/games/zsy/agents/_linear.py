"""What the players with a linear value share."""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.games.zsy.agents.greedy import lowest
from kibitz.games.zsy.features import ACTIVE, SIZE, features
from kibitz.games.zsy.rules import PASS
from kibitz.kernel import kernel
from kibitz.learn.td_linear import Problem, values


@kernel
def greedy(v, moves, n):
    """The paper's baseline, as a learner's rival."""
    return lowest(moves, n, False, False)


def problem(game) -> Problem:
    """ZSY for the generic learner."""
    return Problem(game, features, SIZE, ACTIVE, greedy)


class LinearPlayer(Agent):
    """Plays the move whose afterstate is worth most, by a linear value from -1 (lost) to 1 (won).

    As the paper's players seem to, it passes only when it must, unless it `may_pass`.
    """

    unit = "win probability"

    def __init__(self, game, options, weights: np.ndarray, extras: int = 0, may_pass: bool = False) -> None:
        super().__init__(game, options)
        self.problem, self.weights, self.extras, self.may_pass = problem(game), weights, extras, may_pass

    def act(self, views, moves, counts, *memory):
        worth = values(self.problem, self.weights, self.extras, views, moves, counts)
        chosen = np.empty(len(views), np.int32)
        choose_best(moves, counts, worth, self.may_pass, chosen)
        return chosen

    def values(self, views, moves, counts, *memory):
        # Clipped for a hint alone: beyond its ends the value still tells moves apart.
        worth = values(self.problem, self.weights, self.extras, views, moves, counts)
        return np.clip((1 + worth) / 2, 0, 1)


@kernel
def choose_best(moves, counts, worth, may_pass, chosen):
    """The move worth most, the first of equals; a pass, which is listed first, only if allowed or alone."""
    for i in range(len(moves)):
        best = 1 if counts[i] > 1 and moves[i, 0] == PASS and not may_pass else 0
        for j in range(best + 1, counts[i]):
            if worth[i, j] > worth[i, best]:
                best = j
        chosen[i] = moves[i, best]
