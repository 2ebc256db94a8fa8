"""Counterfactual regret minimisation by outcome sampling (Lanctot, Waugh, Zinkevich and Bowling, 2009).

One game a time is played to its end. The player being taught explores a little; its regrets, by
information set and action, move by what the outcome says of the line played, weighed by how unlikely
the line was. The other plays by its present strategy, which is added to the average strategy: that
average is what converges.

The loop knows no game. It is bound to a game's kernels and to two of its abstraction:
``infoset(s, seat, code)``, the number of what a seat knows (`code` is whatever arrays that needs), and
``actions(s, seat, moves)``, which lists the moves that stand for the abstract actions and says how many.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from kibitz.kernel import OVER, UNBOUND, bind, draw, mix

EXPLORE = 0.3
"""How often the player being taught tries any action."""
LONGEST = 512
"""The most decisions of a game that are learned from."""


@cache
def trainer(game: Any, infoset: Any, actions: Any) -> Any:
    """The compiled loop for one game and one abstraction of it."""
    return bind(_train, **game.kernels, infoset=infoset, actions=actions)


class Regrets:
    """Regrets and average strategy, by information set and action."""

    def __init__(self, infosets: int, actions: int) -> None:
        self.regrets = np.zeros((infosets, actions))
        self.average = np.zeros((infosets, actions))

    def policy(self) -> np.ndarray:
        """The average strategy; even where nothing was learned."""
        total = self.average.sum(axis=1, keepdims=True)
        even = np.full_like(self.average, 1 / self.average.shape[1])
        return np.divide(self.average, total, out=even, where=total > 0)


def train(
    loop: Any, game: Any, options: Any, table: Regrets, code: Any, first: int, iterations: int, seed: int, scale: float
) -> None:
    """Run iterations `first` and on, in place; chance depends on the seed and the iteration's number alone."""
    states = np.zeros(2, game.state)  # the game, and a record whose stream the players draw from
    most = table.regrets.shape[1]
    scratch = (
        np.zeros(game.moves, np.int32), np.zeros(game.seats), np.zeros((LONGEST, 3), np.int64),
        np.zeros((LONGEST, most)), np.zeros((LONGEST, 3)),
    )  # fmt: skip
    loop(
        states,
        options.encoded(),
        table.regrets,
        table.average,
        code,
        first,
        iterations,
        np.uint64(seed),
        scale,
        *scratch,
    )


deal = player = step = score = infoset = actions = UNBOUND


def _train(
    states, options, regrets, average, code, first, iterations, seed, scale, moves, scores, path, odds, reach
):  # fmt: skip
    s, chance = states[0], states[1]
    for iteration in range(first, first + iterations):
        taught = iteration % 2
        deal(s, options, mix(mix(seed) + np.uint64(iteration)))
        chance.rng = mix(mix(seed + np.uint64(1)) + np.uint64(iteration))
        n = 0
        own, others, sampled = 1.0, 1.0, 1.0  # chances of the line so far: by the taught, by the other, as played
        seat = player(s)
        while seat != OVER:
            count = actions(s, seat, moves)
            if count == 1 or n >= LONGEST:
                step(s, moves[draw(chance, count)])
                seat = player(s)
                continue
            info = infoset(s, seat, code)
            total = 0.0
            for a in range(count):
                odds[n, a] = max(regrets[info, a], 0.0)
                total += odds[n, a]
            for a in range(count):
                odds[n, a] = odds[n, a] / total if total > 0 else 1.0 / count
            # The taught player explores; the other plays as it is.
            left = draw(chance, 1 << 30) / (1 << 30)
            action = count - 1
            for a in range(count):
                left -= (EXPLORE / count + (1 - EXPLORE) * odds[n, a]) if seat == taught else odds[n, a]
                if left < 0:
                    action = a
                    break
            path[n, 0], path[n, 1], path[n, 2] = info, action, count if seat == taught else -count
            reach[n, 0], reach[n, 1], reach[n, 2] = own, others, sampled
            p = odds[n, action]
            if seat == taught:
                own *= p
                sampled *= EXPLORE / count + (1 - EXPLORE) * p
            else:
                others *= p
                sampled *= p
            n += 1
            step(s, moves[action])
            seat = player(s)
        score(s, scores)
        utility = (scores[taught] - scores[1 - taught]) / scale
        # Backwards: `tail` is the chance, by its strategies, of the line from a decision to the end.
        tail = 1.0
        for i in range(n - 1, -1, -1):
            info, action, count = path[i, 0], path[i, 1], path[i, 2]
            p = odds[i, action]
            if count > 0:
                weight = utility * reach[i, 1] / sampled
                for a in range(count):
                    regrets[info, a] += weight * tail * ((1.0 if a == action else 0.0) - p)
            else:
                for a in range(-count):
                    average[info, a] += odds[i, a] * reach[i, 1] / reach[i, 2]
            tail *= p
