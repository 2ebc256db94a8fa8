"""Diablo's self-play, compiled: how it chooses and what it learns from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.game import Game
from kibitz.games.racko.features import DESK, FEATURES, UNITS, look
from kibitz.games.racko.scoring import MAXIMAL, rate, score_position
from kibitz.kernel import best_of, kernel
from kibitz.learn.td_network import trainer
from kibitz.options import GameOptions


class SelfPlay:
    """Diablo against itself; game number `i` of a seed is always the same game."""

    def __init__(
        self,
        game: Game,
        options: Any,
        *,
        margin: float,
        rate: float,
        span: int,
        seed: int,
        only_wins: bool = False,
        sight: int = MAXIMAL,
    ) -> None:
        self.options: GameOptions = options
        self.rate, self.span, self.seed = rate, span, seed
        self.play = trainer(game, choose, describe_own, win_reward if only_wins else points_reward)
        self.units, self.slopes = np.zeros(UNITS), np.zeros(UNITS)
        self.states, self.moves = np.zeros(2, game.state), np.zeros(game.moves, np.int32)
        self.trail = np.zeros((options.players, options.limit, FEATURES))
        self.lengths, self.out = np.zeros(options.players, np.int64), np.zeros(game.seats)
        self.desk = np.zeros(1, DESK)[0]
        self.desk.margin, self.desk.sight = margin, sight

    def learn(self, weights: np.ndarray, sizes: Sequence[int], first: int, games: int) -> tuple[float, float]:
        """Play `games` games from number `first`, changing the weights; mean turns a player, share drawn."""
        turns, draws = self.play(
            first, games, np.uint64(self.seed) << np.uint64(32), self.options.encoded(), weights,
            np.asarray(sizes, np.int64), self.rate, self.span, self.units, self.slopes, self.states, self.moves,
            self.trail, self.lengths, self.out, self.desk,
        )  # fmt: skip
        return turns / games / len(self.lengths), draws / games


@kernel
def choose(v, moves, count, weights, sizes, units, desk):
    score_position(v, moves, count, weights, sizes, units, desk, desk.values)
    return moves[best_of(desk.values, count)]


@kernel
def describe_own(v, seat, weights, sizes, units, desk, inputs):
    look(v, seat, desk)
    rate(desk, weights, sizes, units)
    for j in range(FEATURES):
        inputs[j] = desk.best[j]


@kernel
def points_reward(s, out):
    """The points of the round, as a share of what Rack-O brings."""
    for p in range(s.players):
        out[p] = s.points[p] / (5 * s.slots + 25)


@kernel
def win_reward(s, out):
    """1 for Rack-O, 0 for the others."""
    for p in range(s.players):
        out[p] = 1.0 if s.points[p] >= 5 * s.slots + 25 else 0.0
