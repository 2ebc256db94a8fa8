"""Diablo in training: compiled games against itself, and what its networks are worth against others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.agent import Agent
from kibitz.arena.match import match
from kibitz.game import game as find_game
from kibitz.games.racko.agents.diablo import Player
from kibitz.games.racko.features import DESK, UNITS, WIDEST, look
from kibitz.games.racko.restless import is_restless
from kibitz.games.racko.scoring import MAXIMAL, rate, score_position
from kibitz.kernel import best_of, draw, kernel
from kibitz.lab.folder import Row
from kibitz.lab.rows import of_match
from kibitz.learn.td_network import trainer


class SelfPlay:
    """Diablo against itself; game number `i` of a seed is always the same game."""

    def __init__(
        self,
        options: Any,
        *,
        divisor: float,
        rate: float,
        seed: int,
        halved_after: int = 0,
        only_wins: bool = False,
        sight: int = MAXIMAL,
        restless: bool = False,
        oldest_first: bool = False,
        allowed: int = 0,
    ) -> None:
        """The margin is 1 / (divisor × slots). The rate falls to a half after `halved_after` games (0: never).

        `allowed` is how many turns each player has in all games of one call of `learn` (0: any number).
        """
        game = find_game("racko")
        self.options, self.rate, self.halved_after, self.seed = options, rate, halved_after, seed
        chooser = choose_restlessly if restless else choose
        self.play = trainer(game, chooser, describe_own, win_reward if only_wins else points_reward)
        self.oldest_first, self.allowed = oldest_first, options.players * allowed
        self.units, self.slopes = np.zeros(UNITS), np.zeros(UNITS)
        self.states, self.moves = np.zeros(2, game.state), np.zeros(game.moves, np.int32)
        self.trail = np.zeros((options.players, options.limit, WIDEST))
        self.values = np.zeros(options.limit)
        self.lengths, self.out = np.zeros(options.players, np.int64), np.zeros(game.seats)
        self.desk = np.zeros(1, DESK)[0]
        self.desk.margin, self.desk.sight = 1 / (divisor * options.slots), sight

    def learn(
        self, weights: np.ndarray, sizes: Sequence[int], first: int, games: int, since: int = 0
    ) -> dict[str, float]:
        """Play `games` games from number `first`, changing the weights; turns per player, and the share drawn.

        The rate falls from game number `since` on.
        """
        rate = self.rate / (1 + (first - since) / self.halved_after) if self.halved_after else self.rate
        turns, draws = self.play(
            first, games, np.uint64(self.seed), self.options.encoded(), weights, np.asarray(sizes, np.int64), rate,
            4 * self.options.slots, self.allowed, self.oldest_first, self.units, self.slopes, self.states, self.moves,
            self.trail, self.values, self.lengths, self.out, self.desk,
        )  # fmt: skip
        return {"turns": turns / games / len(self.lengths), "drawn": draws / games}


def diablo(
    weights: np.ndarray,
    sizes: Sequence[int],
    divisor: float,
    *,
    sight: int = MAXIMAL,
    restless: bool = True,
    **options: Any,
) -> Player:
    """The player of a network; `restless` makes the paper's random moves."""
    game = find_game("racko")
    chosen: Any = game.options(**options)
    return Player.of(game, chosen, weights, np.array(sizes), 1 / (divisor * chosen.slots), sight, restless)


def against(player: str | Agent, opponent: str, pairs: int, seed: int, about: Row, **options: Any) -> Row:
    """A match, as a row; an opponent that plays by rule makes the paper's random moves too."""
    other = opponent if opponent == "random" else f"{opponent}:restless=true"
    found = match("racko", player, other, pairs=pairs, seed=seed, **options)
    return of_match(found, **about, opponent=opponent)


@kernel
def choose(v, moves, count, weights, sizes, units, desk):
    score_position(v, moves, count, weights, sizes, units, desk, desk.values)
    return moves[best_of(desk.values, count)]


@kernel
def choose_restlessly(v, moves, count, weights, sizes, units, desk):
    if is_restless(v):
        return moves[draw(v, count)]
    return choose(v, moves, count, weights, sizes, units, desk)


@kernel
def describe_own(v, seat, weights, sizes, units, desk, inputs):
    look(v, seat, desk)
    rate(desk, weights, sizes, units)
    for j in range(WIDEST):
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
