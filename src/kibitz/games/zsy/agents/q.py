"""Q-learning with the paper's features of position and move: its first attempt, and its weakest."""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.games.zsy.agents._linear import choose_best, greedy
from kibitz.games.zsy.q_features import ACTIVE, SIZE, move_features
from kibitz.learn.q_linear import Problem, values
from kibitz.weights import load_tables

TRAINED_BY = "zsy.q_learning"


def problem(game) -> Problem:
    """ZSY for the generic learner."""
    return Problem(game, move_features, SIZE, ACTIVE, greedy)


class TablePlayer(Agent):
    """Plays the move of the highest value; like the paper's other players it passes only when it must."""

    unit = "reward of 10000"

    def __init__(self, game, options, weights: np.ndarray) -> None:
        super().__init__(game, options)
        self.problem, self.weights = problem(game), weights

    def act(self, views, moves, counts, *memory):
        chosen = np.empty(len(views), np.int32)
        choose_best(moves, counts, self.values(views, moves, counts), False, chosen)
        return chosen

    def values(self, views, moves, counts, *memory):
        return values(self.problem, self.weights, views, moves, counts)


class Player(TablePlayer):
    """The weights learned with the deck that is played."""

    def __init__(self, game, options, weights: str = "") -> None:
        kept = load_tables(game, weights or f"q{options.deck}.safetensors")
        table = np.zeros(SIZE)
        table[kept["index"]] = kept["value"]
        super().__init__(game, options, table)
