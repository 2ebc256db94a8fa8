"""Counterfactual regret minimisation by sampling (Lanctot, Waugh, Zinkevich and Bowling, 2009).

One game after the other is played, both sides by their present strategies, up to one decision of the player being
taught, drawn beforehand. There its actions are tried and the game is played on:

- ``outcome``: one action, any, as in outcome sampling; what comes of it, less what was expected there,
  moves the regrets;
- ``all``: each action once, on the same cards and with the same luck, so that what comes of them differs
  by little else than the action.

Either way the regrets are weighed by how unlikely the player's own moves had made that decision. (Exploring
at every decision, as in the original, weighs a line of thirty decisions by a product of thirty ratios,
and a single game then outweighs all others.) The other side's strategy is added to its average, weighed
by the square of the iteration: that average is what converges.

The loop knows no game. It is bound to a game's kernels and to two of its abstraction:
``infoset(s, seat, code)``, the number of what a seat knows (`code` is whatever arrays that needs), and
``actions(s, seat, moves)``, which lists the moves that stand for the abstract actions and says how many.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from functools import cache
from typing import Any

import numpy as np

from kibitz.kernel import OVER, UNBOUND, bind, draw, mix, uniform

FLOOR = 0.05
"""The smallest probability of reaching a decision that regrets are divided by. Rarer decisions count as if they were
reached this often, which adds a little bias and removes much noise."""
PACE = 0.01
"""How fast the expected outcome of a decision follows what happens."""
CREWS, SITTING = 16, 1024
"""Sixteen copies of the table learn in parallel, each from 1024 games; then the changes to their regrets are averaged.

The changes are averaged, not added, because every copy makes much the same correction: the sum would overshoot. Both
numbers are fixed, so that results do not depend on how many cores a machine has.
"""
PARTS = ("regrets", "average", "expected")


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
        """What a decision there brings; it only steadies the regrets of ``outcome``."""

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
    every: bool = False,
) -> None:
    """Run iterations `first` and on, in place; chance depends on the seed and the iteration's number alone.

    `every` action is tried at the tested decision, or one. A player's first `depth` decisions of a game
    are learned from; outcomes are divided by `scale`.
    """
    encoded, tables = options.encoded(), [getattr(table, part) for part in PARTS]
    crews = []
    for _ in range(CREWS):
        states = np.zeros(3, game.state)  # the game, its copy at the tested decision, and a stream to draw from
        scratch = np.zeros(game.moves, np.int32), np.zeros(game.seats), np.zeros((3, table.regrets.shape[1]))
        crews.append((states, [part.copy() for part in tables], deepcopy(code), scratch))

    def work(crew: int, start: int) -> None:
        states, own, pictures, scratch = crews[crew]
        for mine, common in zip(own, tables, strict=True):
            mine[:] = common
        begin = start + crew * SITTING
        count = max(0, min(SITTING, first + iterations - begin))
        loop(states, encoded, *own, pictures, begin, count, depth, scale, every, np.uint64(seed), *scratch)
        for mine, common in zip(own, tables, strict=True):
            mine -= common

    with ThreadPoolExecutor(min(CREWS, os.cpu_count() or 1)) as pool:
        for start in range(first, first + iterations, CREWS * SITTING):
            list(pool.map(work, range(CREWS), [start] * CREWS))
            for _, learned, _, _ in crews:
                table.regrets += learned[0] / CREWS
                table.average += learned[1]
                table.expected += learned[2] / CREWS


deal = player = step = score = infoset = actions = UNBOUND


def _train(
    states, options, regrets, average, expected, code, first, iterations, depth, scale, every, seed, moves, scores, odds
):  # fmt: skip
    s, chance = states[0], states[2]
    now, tested, came = odds[0], odds[1], odds[2]
    for iteration in range(first, first + iterations):
        taught = iteration % 2
        deal(s, options, mix(mix(seed) + np.uint64(iteration)))
        chance.rng = mix(mix(seed + np.uint64(1)) + np.uint64(iteration))
        # Own decisions until the test, and the chance of having come so far.
        left, reach = np.int64(draw(chance, depth)), 1.0
        at, among, tried, luck = -1, 0, np.int64(0), chance.rng
        trial, trials = np.int64(-1), np.int64(0)  # -1 is the way to the test
        while trial < trials:
            if trial >= 0:
                states[0] = states[1]
                chance.rng = luck
                actions(s, taught, moves)
                step(s, moves[trial])
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
                if seat == taught and at < 0:
                    if left == 0:
                        at, among, trials = info, count, np.int64(count)
                        tested[:] = now
                        if not every:
                            tried = np.int64(draw(chance, count))
                            trial, trials = tried - 1, tried + 1
                        states[1] = states[0]
                        luck = chance.rng
                        break
                    left -= 1
                spin = uniform(chance)
                action = count - 1
                for a in range(count):
                    spin -= now[a]
                    if spin < 0:
                        action = a
                        break
                if seat == taught:
                    if at < 0:
                        reach *= now[action]
                else:
                    share = 1.0 if at < 0 or not every else 1.0 / among
                    for a in range(count):
                        average[info, a] += now[a] * share * (iteration + 1.0) ** 2
                step(s, moves[action])
                seat = player(s)
            if seat == OVER and trial >= 0:
                score(s, scores)
                came[trial] = (scores[taught] - scores[1 - taught]) / scale
            trial += 1
        if at < 0:
            continue
        weight = 1.0 / max(reach, FLOOR)
        if every:
            mean = 0.0
            for a in range(among):
                mean += tested[a] * came[a]
            for a in range(among):
                regrets[at, a] += weight * (came[a] - mean)
        else:
            surprise = came[tried] - expected[at]
            for a in range(among):
                regrets[at, a] += weight * among * surprise * ((1.0 if a == tried else 0.0) - tested[tried])
            expected[at] += PACE * surprise
