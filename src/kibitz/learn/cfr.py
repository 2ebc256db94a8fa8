"""Counterfactual regret minimisation by outcome sampling (Lanctot, Waugh, Zinkevich and Bowling, 2009).

One game a time is played to its end, both sides by their present strategies, but at one decision, drawn
beforehand, the player being taught takes any action. The outcome, less what was expected there, moves the
regrets of that decision, weighed by how unlikely its own moves had made it. (Exploring at every decision, as
in the original, weighs a line of thirty decisions by a product of thirty ratios, and a single game
then outweighs all others.) The other side's strategy is added to its average, later ones more: that
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

FLOOR = 0.05
"""A decision its own player hardly ever comes to is not weighed as rarer than this: less noise, a little bias."""
PACE = 0.01
"""How fast the expected outcome of a decision follows what happens."""


@cache
def trainer(game: Any, infoset: Any, actions: Any) -> Any:
    """The compiled loop for one game and one abstraction of it."""
    return bind(_train, **game.kernels, infoset=infoset, actions=actions)


class Regrets:
    """Regrets and average strategy, by information set and action."""

    def __init__(self, infosets: int, actions: int) -> None:
        self.regrets = np.zeros((infosets, actions))
        self.average = np.zeros((infosets, actions))
        self.expected = np.zeros(infosets)
        """What a decision there brings; it only steadies the regrets."""

    def policy(self) -> np.ndarray:
        """The average strategy; even where nothing was learned."""
        total = self.average.sum(axis=1, keepdims=True)
        even = np.full_like(self.average, 1 / self.average.shape[1])
        return np.divide(self.average, total, out=even, where=total > 0)


def train(
    loop: Any,
    game: Any,
    options: Any,
    table: Regrets,
    code: Any,
    *,
    first: int,
    iterations: int,
    depth: int,
    scale: float,
    seed: int,
) -> None:
    """Run iterations `first` and on, in place; chance depends on the seed and the iteration's number alone.

    A player's first `depth` decisions of a game are learned from; outcomes are divided by `scale`.
    """
    states = np.zeros(2, game.state)  # the game, and a record whose stream the players draw from
    scratch = (np.zeros(game.moves, np.int32), np.zeros(game.seats), np.zeros((2, table.regrets.shape[1])))
    loop(
        states, options.encoded(), table.regrets, table.average, table.expected, code,
        first, iterations, depth, scale, np.uint64(seed), *scratch,
    )  # fmt: skip


deal = player = step = score = infoset = actions = UNBOUND


def _train(
    states, options, regrets, average, expected, code, first, iterations, depth, scale, seed, moves, scores, odds
):  # fmt: skip
    s, chance = states[0], states[1]
    now, tested = odds[0], odds[1]
    for iteration in range(first, first + iterations):
        taught = iteration % 2
        deal(s, options, mix(mix(seed) + np.uint64(iteration)))
        chance.rng = mix(mix(seed + np.uint64(1)) + np.uint64(iteration))
        left, reach = (
            np.int64(draw(chance, depth)),
            1.0,
        )  # own decisions until the test, and the chance of having come so far
        at, tried, among = -1, 0, 0
        seat = player(s)
        while seat != OVER:
            count = actions(s, seat, moves)
            info = infoset(s, seat, code)
            total = 0.0
            for a in range(count):
                now[a] = max(regrets[info, a], 0.0)
                total += now[a]
            for a in range(count):
                now[a] = now[a] / total if total > 0 else 1.0 / count
            if seat == taught and left == 0:
                action = np.int64(draw(chance, count))
                at, tried, among = info, action, count
                tested[:] = now
            else:
                spin = draw(chance, 1 << 30) / (1 << 30)
                action = count - 1
                for a in range(count):
                    spin -= now[a]
                    if spin < 0:
                        action = a
                        break
            if seat == taught:
                if left > 0:
                    reach *= now[action]
                left -= 1
            else:
                for a in range(count):
                    average[info, a] += now[a] * (iteration + 1)
            step(s, moves[action])
            seat = player(s)
        if at >= 0:
            score(s, scores)
            surprise = (scores[taught] - scores[1 - taught]) / scale - expected[at]
            weight = among * surprise / max(reach, FLOOR)
            for a in range(among):
                regrets[at, a] += weight * ((1.0 if a == tried else 0.0) - tested[tried])
            expected[at] += PACE * surprise
