"""Q-learning with a linear value over binary features of a position and a move together.

A seat's own turns are the states, since it cannot know what the other may do in between. Whenever it is to
move again, the value of its last move is pulled towards the best value it sees now; when the game has
ended, towards the result times `reward`. There are far too many pairs of a position's feature and a move to
list, so the weights are a table that the game's feature kernel hashes into.

The game gives its seven kernels, for two seats with scores that sum to zero, and
``move_features(view, seat, move, index) -> n``: the indices of the features that are one. ``rival`` is a
player to train against.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from kibitz.game import Game
from kibitz.kernel import OVER, UNBOUND, bind, draw, kernel, mix


@dataclass(frozen=True)
class Problem:
    """A game, as this learner needs it."""

    game: Game
    move_features: Any
    size: int
    """How many weights the table has."""
    active: int
    """The most features that are one at once."""
    rival: Any


@dataclass(frozen=True)
class Settings:
    """How one learner learns; the discount is 1 and the step 1/√t, with `t` the updates made."""

    reward: float = 10_000.0
    explore: float = 0.1
    """How often any legal move is played instead of the best."""
    self_play: bool = True
    """Else it plays the rival, from either seat by turns."""


class Learner:
    """A table of weights, and the games it has learned from."""

    def __init__(self, problem: Problem, options: Any, settings: Settings, seed: int) -> None:
        self.problem, self.options, self.settings, self.seed = problem, options, settings, seed
        self.weights = np.zeros(problem.size)
        self.games = self.steps = 0

    def train(self, games: int) -> None:
        """Learn from so many games more."""
        game, settings, active = self.problem.game, self.settings, self.problem.active
        self.steps = _loop(self.problem)(
            self.weights, self.options.encoded(), np.uint64(self.seed), self.games, games, self.steps,
            settings.reward, settings.explore, settings.self_play, np.zeros(2, game.state),
            np.zeros(game.moves, np.int32), np.zeros(2), np.zeros((2, active), np.int32), np.zeros(active, np.int32),
        )  # fmt: skip
        self.games += games


@cache
def _loop(problem: Problem) -> Any:
    worth = bind(_worth, move_features=problem.move_features)
    kernels = {"move_features": problem.move_features, "worth": worth, **problem.game.kernels}
    return bind(_learn, rival=problem.rival, **kernels)


deal = player = legal = step = view = score = move_features = rival = worth = UNBOUND


def _learn(
    weights, options, seed, start, games, steps, reward, explore, self_play, states, moves, scores, last, index
):  # fmt: skip
    """Play games and learn from every transition; `last` holds the features of each seat's last move."""
    s, v = states[0], states[1]
    for g in range(start, start + games):
        deal(s, options, mix(seed + np.uint64(2 * g)))
        chance = mix(seed + np.uint64(2 * g + 1))
        known = (0, 0)  # how many features each seat's last move had; none before its first
        while player(s) != OVER:
            p = player(s)
            n = legal(s, moves)
            view(s, p, v)
            chance = mix(chance)
            v.rng = chance
            if not self_play and p != g % 2:
                step(s, rival(v, moves, n))
                continue
            best, choice = -np.inf, 0
            for j in range(n):
                found = worth(weights, v, p, moves[j], index)
                if found > best:
                    best, choice = found, j
            if known[p] > 0:
                steps += 1
                pull(weights, last[p], known[p], best, 1 / np.sqrt(steps))
            if draw(v, 1 << 20) < explore * (1 << 20):
                choice = np.int64(draw(v, n))
            features = move_features(v, p, moves[choice], last[p])
            known = (features, known[1]) if p == 0 else (known[0], features)
            step(s, moves[choice])
        score(s, scores)
        for p in range(2):
            if known[p] > 0:
                steps += 1
                pull(weights, last[p], known[p], reward * scores[p], 1 / np.sqrt(steps))
    return steps


def _worth(weights, v, p, move, index):
    """What a move is worth to the seat `p` that is to play it."""
    found = 0.0
    for i in range(move_features(v, p, move, index)):
        found += weights[index[i]]
    return found


@kernel
def pull(weights, index, n, target, rate):
    """Move the value of some features towards a target."""
    found = 0.0
    for i in range(n):
        found += weights[index[i]]
    for i in range(n):
        weights[index[i]] += rate * (target - found)
