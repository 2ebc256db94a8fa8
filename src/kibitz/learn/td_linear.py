"""Temporal differences with a linear value, over the positions before and after a player's own move.

A player cannot know what the other will do, but it knows what its own move leaves. So it values the
position after its own move (an *afterstate*) and plays the move whose afterstate is worth most:
transitions are then certain wherever a choice is made. While a game is played each seat keeps the
features of its positions; when it has ended they are walked backwards, each pulled towards the value of
the one behind it and the last towards the result, so that a result reaches the first move at once.

The game gives its seven kernels, for two seats with scores that sum to zero, and
``features(view, seat, extras, index, value) -> n``: the sparse features of a position for a seat, whoever
is to move. `extras` is a number that the game reads as it likes. ``rival(view, moves, n) -> move`` is a
player to train against.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from kibitz.game import Game
from kibitz.kernel import OVER, UNBOUND, bind, mix

LONGEST = 256
"""The most positions of one seat that one game can have."""


@dataclass(frozen=True)
class Problem:
    """A game, as this learner needs it."""

    game: Game
    features: Any
    size: int
    """How many features there are."""
    active: int
    """The most of them that are not zero at once."""
    rival: Any


@dataclass(frozen=True)
class Settings:
    """How one learner learns."""

    scale: float = 5.0
    offset: float = 100.0
    """The step is ``scale / sqrt(t + offset)`` with `t` the updates made."""
    normalised: bool = True
    """Whether a step is divided by the squared length of the features; a large one diverges otherwise."""
    extras: int = 0
    self_play: bool = True
    """Else it plays the rival, from either seat by turns."""
    explore: float = 0.0
    """How often any legal move is played instead of the best."""


class Learner:
    """A linear value, and the games it has learned from."""

    def __init__(self, problem: Problem, options: Any, settings: Settings, seed: int) -> None:
        self.problem, self.options, self.settings, self.seed = problem, options, settings, seed
        self.weights = np.zeros(problem.size)
        self.games = self.steps = 0

    def train(self, games: int) -> None:
        """Learn from so many games more."""
        game, settings, size = self.problem.game, self.settings, (2, LONGEST, self.problem.active)
        self.steps = _loop(self.problem)(
            self.weights, self.options.encoded(), np.uint64(self.seed), self.games, games, self.steps,
            settings.scale, settings.offset, settings.normalised,
            settings.extras, settings.self_play, settings.explore,
            np.zeros(3, game.state), np.zeros(game.moves, np.int32), np.zeros(2),
            np.zeros(size, np.int32), np.zeros(size), np.zeros((2, LONGEST), np.int32),
        )  # fmt: skip
        self.games += games


@cache
def _loop(problem: Problem) -> Any:
    bound = {"features": problem.features, **problem.game.kernels}
    return bind(_learn, rival=problem.rival, worth=bind(_worth, **bound), **bound)


deal = player = legal = step = view = score = features = rival = worth = UNBOUND


def _learn(
    weights, options, seed, start, games, steps,
    scale, offset, normalised, extras, self_play, explore,
    states, moves, scores, index, value, length,
):  # fmt: skip
    """Play games and learn from each; `index`, `value` and `length` hold both seats' histories."""
    s, v = states[0], states[1]
    for g in range(start, start + games):
        deal(s, options, mix(seed + np.uint64(2 * g)))
        chance = mix(seed + np.uint64(2 * g + 1))
        seen = (0, 0)
        learning = g % 2
        while True:
            p = player(s)
            if p == OVER:
                break
            n = legal(s, moves)
            view(s, p, v)
            chance = mix(chance)
            v.rng = chance
            if not self_play and p != learning:
                step(s, rival(v, moves, n))
                continue
            t = seen[p]
            length[p, t] = features(v, p, extras, index[p, t], value[p, t])
            chance = mix(chance)
            if explore > 0 and (chance >> np.uint64(11)) < explore * 2.0**53:
                move = moves[int(mix(chance + np.uint64(1)) % np.uint64(n))]
            else:
                best = -np.inf
                move = moves[0]
                for j in range(n):
                    found = worth(weights, extras, v, p, moves[j], states, 2, index[p, t + 1], value[p, t + 1], scores)
                    if found > best:
                        best, move = found, moves[j]
            step(s, move)
            t += 1
            if player(s) != OVER:
                view(s, p, v)
                length[p, t] = features(v, p, extras, index[p, t], value[p, t])
                t += 1
            seen = (t, seen[1]) if p == 0 else (seen[0], t)
        score(s, scores)
        for p in range(2):
            target = scores[p]
            for t in range(seen[p] - 1, -1, -1):
                found, norm = 0.0, 0.0
                steps += 1
                rate = scale / np.sqrt(steps + offset)
                for i in range(length[p, t]):
                    found += weights[index[p, t, i]] * value[p, t, i]
                    norm += value[p, t, i] ** 2
                move_by = rate * (target - found) / (norm if normalised else 1.0)
                target = 0.0
                for i in range(length[p, t]):
                    weights[index[p, t, i]] += move_by * value[p, t, i]
                for i in range(length[p, t]):
                    target += weights[index[p, t, i]] * value[p, t, i]
    return steps


def _worth(weights, extras, v, p, move, states, place, index, value, scores):
    """What a move leaves is worth to the seat `p` that plays it; `states[place]` is scratch."""
    after = states[place]
    states[place] = v
    step(after, move)
    if player(after) == OVER:
        score(after, scores)
        return scores[p]
    found = 0.0
    for i in range(features(after, p, extras, index, value)):
        found += weights[index[i]] * value[i]
    return found
