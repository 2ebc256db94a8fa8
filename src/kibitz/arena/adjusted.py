"""Fewer games for the same certainty: results less the luck of draws, rolls and later deals.

At every chance event of a game, what the position after it is worth is set against what it would be worth on average,
had chance gone other ways (`reshuffle`): the difference is luck. Given all that went before, luck is 0 on average,
whoever judges positions and however badly; so a result less its luck has the mean of the plain result. The better
the judge, the smaller its variance. The first deal is not counted: duplicate deals give it to both players.

Positions are judged by what the game knows (``outlook.py``), or else by its adviser.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from kibitz.agent import Agent, build
from kibitz.arena.crew import Progress
from kibitz.arena.lockstep import Lockstep
from kibitz.arena.schedule import Results, Schedule
from kibitz.arena.trial import Judge, ended, judged_by
from kibitz.errors import BadOption
from kibitz.game import Game
from kibitz.kernel import UNBOUND, bind
from kibitz.options import GameOptions

WAYS = 8
"""Other ways that each chance event is taken, for the mean."""

FEW = 40
"""Pairs below which nothing can be learned from the other half."""

TABLES = 1024
"""Games that one worker has before it at a time."""


def play_adjusted(
    game: Game, options: GameOptions, agents: Sequence[Agent], schedule: Schedule, seed: int,
    workers: int | None = None, progress: Progress | None = None,
) -> tuple[Results, np.ndarray]:  # fmt: skip
    """Play a schedule of two players: the results, and the luck that each seat had in each game, as a chance to win."""
    judge = judge_of(game, options)
    luck = np.zeros((len(schedule), 2))
    size = min(TABLES, -(-len(schedule) // (workers or os.cpu_count() or 1)))
    parts = [(first, min(first + size, len(schedule))) for first in range(0, len(schedule), size)]

    def work(part: tuple[int, int]) -> Results:
        first, last = part
        chances = np.random.default_rng([seed, 7, first])
        tables = Watched(game, options, agents, schedule.part(first, last), judge, luck[first:last], chances)
        while tables.tick():
            pass
        if progress:
            progress(last - first)
        return tables.results

    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        played = list(pool.map(work, parts))
    columns = (np.concatenate([getattr(part, name) for part in played]) for name in ("scores", "decisions", "ended"))
    return Results(*columns).of_seats(2), luck


def less_luck(won: np.ndarray, luck: np.ndarray) -> np.ndarray:
    """Outcomes of pairs less as much of their luck as explains them best.

    How much that is, each half of the pairs learns from the other half: so it knows nothing of the luck it is used on,
    and the mean stays right.
    """
    adjusted = won.copy()
    for half in range(2):
        own, others = slice(half, None, 2), slice(1 - half, None, 2)
        spread = luck[others].var()
        if len(won) >= FEW and spread > 0:
            share = np.mean((won[others] - won[others].mean()) * (luck[others] - luck[others].mean())) / spread
        else:
            share = 1.0
        adjusted[own] -= share * luck[own]
    return adjusted


def judge_of(game: Game, options: GameOptions) -> Judge:
    """Who says what positions of a game are worth to each of two players."""
    outlook: Any = game.module("outlook")
    if outlook is not None:
        return outlook.stand
    adviser = build(game, options, game.adviser)
    if adviser.unit != "chance to win":
        raise BadOption(f"{game.name} has nobody who knows the chances of positions, so luck cannot be told")
    return judged_by(game, adviser)


class Watched(Lockstep):
    """Tables at which every chance event is weighed."""

    def __init__(
        self, game: Game, options: GameOptions, agents: Sequence[Agent], schedule: Schedule, judge: Judge,
        luck: np.ndarray, chances: np.random.Generator,
    ) -> None:  # fmt: skip
        super().__init__(game, options, agents, schedule, TABLES)
        self.judge, self.luck, self.chances = judge, luck, chances
        self.play_on, self._advance = self._advance, self._weighed

    def _weighed(
        self, states: np.ndarray, tables: np.ndarray, moves: np.ndarray, counts: np.ndarray, chosen: np.ndarray
    ) -> int:
        """Play the chosen moves, and add what chance gave with each."""
        before = states[tables]
        wrong = self.play_on(states, tables, moves, counts, chosen)
        if wrong < 0:
            seeds = self.chances.integers(0, 2**64, (len(tables), WAYS), np.uint64)
            ways = np.zeros((len(tables), 1 + WAYS), self.game.state)
            ways[:, 0] = states[tables]
            _loop(self.game)(before, chosen, seeds, ways)
            rows = np.flatnonzero(self._differ(ways))
            if len(rows):
                worth = self._worth(ways[rows].ravel(), seeds[rows, 0].repeat(1 + WAYS)).reshape(len(rows), -1, 2)
                np.add.at(self.luck, self.playing[tables[rows]], worth[:, 0] - worth[:, 1:].mean(axis=1))
        return wrong

    def _differ(self, ways: np.ndarray) -> np.ndarray:
        """Whether chance had a hand in it: some seat sees another position where it went another way."""
        views = np.zeros((2, *ways.shape), self.game.state)
        _views(self.game)(ways, views)
        views["rng"] = 0
        looks = views.view(f"V{views.dtype.itemsize}")
        return (looks != looks[:, :, :1]).any(axis=(0, 2))

    def _worth(self, states: np.ndarray, streams: np.ndarray) -> np.ndarray:
        worth, going = ended(self.game, states, 2)
        if going.any():
            worth[going] = self.judge(states[going], streams[going])
        return worth


@cache
def _loop(game: Game) -> Any:
    return bind(_other_ways, reshuffle=game.reshuffle, step=game.step)


@cache
def _views(game: Game) -> Any:
    return bind(_look, view=game.view)


reshuffle = step = view = UNBOUND


def _other_ways(before, chosen, seeds, ways):
    """Into ``ways[i, 1:]`` the position after each move, chance decided anew before it."""
    for i in range(len(before)):
        for k in range(seeds.shape[1]):
            ways[i, 1 + k] = before[i]
            reshuffle(ways[i, 1 + k], seeds[i, k])
            step(ways[i, 1 + k], chosen[i])


def _look(ways, views):
    for seat in range(len(views)):
        for i in range(ways.shape[0]):
            for k in range(ways.shape[1]):
                view(ways[i, k], seat, views[seat, i, k])
