"""Temporal differences with a linear value, over the positions before and after a player's own move.

A player cannot know what the other will do, but it knows what its own move leaves. So it values the
position after its own move (an *afterstate*) and plays the move whose afterstate is worth most:
transitions are then certain wherever a choice is made. While a game is played each seat keeps the
features of its positions; when it has ended they are walked backwards, each pulled towards the value of
the one behind it and the last towards the result, so that a result reaches the first move at once.

``features(view, seat, extras, index, value) -> n`` gives the sparse features of a position for a seat, whoever is to
move. `extras` is a number that the game reads as it likes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.kernel import OVER, UNBOUND, draw, mix, uniform
from kibitz.learn.linear import LinearLearner

LONGEST = 256
"""The most positions of one seat that one game can have."""


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


deal = player = legal = step = view = score = features = decide = remember = worth = UNBOUND


def _learn(
    weights, options, seed, start, games, steps, states, moves, scores, notes, params,
    scale, offset, normalised, extras, self_play, explore, index, value, length,
):  # fmt: skip
    """Play games and learn from each; `index`, `value` and `length` hold both seats' histories."""
    s, v = states[0], states[1]
    for g in range(start, start + games):
        deal(s, options, mix(seed + np.uint64(2 * g)))
        chance = mix(seed + np.uint64(2 * g + 1))
        notes[0] = notes[1]
        seen = (0, 0)
        while player(s) != OVER:
            p = player(s)
            n = legal(s, moves)
            view(s, p, v)
            chance = mix(chance)
            v.rng = chance
            if not self_play and p != g % 2:
                move = decide(v, moves, n, notes[0], params[0])
                remember(v, move, notes[0], params[0])
                step(s, move)
                continue
            t = seen[p]
            length[p, t] = features(v, p, extras, index[p, t], value[p, t])
            best, move = -np.inf, moves[0]
            if uniform(v) < explore:
                move = moves[draw(v, n)]
            else:
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


class Learner(LinearLearner):
    """A linear value, and the games it has learned from."""

    loop, worth = _learn, _worth

    def more(self) -> tuple[Any, ...]:
        o, size = self.settings, (2, LONGEST, self.problem.active)
        how = o.scale, o.offset, o.normalised, o.extras, o.self_play, o.explore
        return *how, np.zeros(size, np.int32), np.zeros(size), np.zeros(size[:2], np.int32)
