"""What learners with a linear value share: the game as they need it, a rival, and their weights.

A learner plays two-player games whose scores sum to zero, against itself or against a rival. It gives its loop, in
plain Python over unbound names, and what that needs beside the game; everything else is here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from kibitz.agent import NOTHING, CompiledAgent, build
from kibitz.arena.turn import forget
from kibitz.game import Game
from kibitz.kernel import bind


@dataclass(frozen=True)
class Problem:
    """A game, as these learners need it."""

    game: Game
    features: Any
    """The kernel that describes a position or a move, see the learner."""
    size: int
    """How many features there are."""
    active: int
    """The most of them that are not zero at once."""
    rival: str
    """The player to train against: a compiled one."""


class LinearLearner:
    """Weights, and the games they were learned from."""

    loop: Callable
    """``loop(weights, options, seed, first, games, steps, states, moves, scores, notes, params, *more) -> steps``"""
    worth: Callable
    """What a move is worth; bound to the same kernels."""

    def __init__(self, problem: Problem, options: Any, settings: Any, seed: int) -> None:
        rival = build(problem.game, options, problem.rival)
        assert isinstance(rival, CompiledAgent), f"{problem.rival} is not compiled"
        self.problem, self.options, self.settings, self.seed, self.rival = problem, options, settings, seed, rival
        self.weights = np.zeros(problem.size)
        self.games = self.steps = 0

    def train(self, games: int) -> None:
        """Learn from so many games more."""
        game, own, rival = self.problem.game, type(self), type(self.rival)
        learn = _bound(own.loop, own.worth, game, self.problem.features, rival.decide, rival.remember or forget)
        self.steps = learn(
            self.weights, self.options.encoded(), np.uint64(self.seed), self.games, games, self.steps,
            np.zeros(3, game.state), np.zeros(game.moves, np.int32), np.zeros(2),
            np.zeros(2, self.rival.memory or NOTHING), self.rival.params, *self.more(),
        )  # fmt: skip
        self.games += games

    def more(self) -> tuple[Any, ...]:
        """What the loop takes beside: its settings and working space."""
        raise NotImplementedError


@cache
def _bound(loop: Callable, worth: Callable, game: Game, features: Any, decide: Any, remember: Any) -> Any:
    kernels = {"features": features, **game.kernels}
    return bind(loop, worth=bind(worth, **kernels), decide=decide, remember=remember, **kernels)
