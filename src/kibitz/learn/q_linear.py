"""Q-learning with a linear value over binary features of a position and a move together.

A seat's own turns are the states, since it cannot know what the other may do in between. Whenever it is to
move again, the value of its last move is pulled towards the best value it sees now; when the game has
ended, towards the result times `reward`. There are far too many pairs of a position's feature and a move to
list, so the weights are a table that the game's feature kernel hashes into.

``features(view, seat, move, index) -> n`` gives the indices of the features that are one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.kernel import OVER, UNBOUND, draw, kernel, mix, uniform
from kibitz.learn.linear import LinearLearner


@dataclass(frozen=True)
class Settings:
    """How one learner learns; the discount is 1 and the step 1/√t, with `t` the updates made."""

    reward: float = 10_000.0
    explore: float = 0.1
    """How often any legal move is played instead of the best."""
    self_play: bool = True
    """Else it plays the rival, from either seat by turns."""


deal = player = legal = step = view = score = features = decide = remember = worth = UNBOUND


def _learn(
    weights, options, seed, start, games, steps, states, moves, scores, notes, params,
    reward, explore, self_play, last, index,
):  # fmt: skip
    """Play games and learn from every transition; `last` holds the features of each seat's last move."""
    s, v = states[0], states[1]
    for g in range(start, start + games):
        deal(s, options, mix(seed + np.uint64(2 * g)))
        chance = mix(seed + np.uint64(2 * g + 1))
        notes[0] = notes[1]
        known = (0, 0)  # how many features each seat's last move had; none before its first
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
            best, move = -np.inf, moves[0]
            for j in range(n):
                found = worth(weights, v, p, moves[j], index)
                if found > best:
                    best, move = found, moves[j]
            if known[p] > 0:
                steps += 1
                pull(weights, last[p], known[p], best, 1 / np.sqrt(steps))
            if uniform(v) < explore:
                move = moves[draw(v, n)]
            count = features(v, p, move, last[p])
            known = (count, known[1]) if p == 0 else (known[0], count)
            step(s, move)
        score(s, scores)
        for p in range(2):
            if known[p] > 0:
                steps += 1
                pull(weights, last[p], known[p], reward * scores[p], 1 / np.sqrt(steps))
    return steps


def _worth(weights, v, p, move, index):
    """What a move is worth to the seat `p` that is to play it."""
    found = 0.0
    for i in range(features(v, p, move, index)):
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


class Learner(LinearLearner):
    """A table of weights, and the games it has learned from."""

    loop, worth = _learn, _worth

    def more(self) -> tuple[Any, ...]:
        o, active = self.settings, self.problem.active
        return o.reward, o.explore, o.self_play, np.zeros((2, active), np.int32), np.zeros(active, np.int32)
