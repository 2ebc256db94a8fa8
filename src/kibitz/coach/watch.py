"""Watching many games of one player against itself: positions on the way, and how each game ended."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from kibitz.agent import Agent
from kibitz.coach import sampling
from kibitz.coach.judge import outcomes
from kibitz.game import Game
from kibitz.kernel import OVER, UNBOUND, bind
from kibitz.options import GameOptions


@dataclass(frozen=True)
class Watched:
    """Some positions of many games, one row each."""

    rows: np.ndarray
    """Which game each position is of."""
    movers: np.ndarray
    views: np.ndarray
    moves: np.ndarray
    counts: np.ndarray
    scores: np.ndarray
    """How each game ended, by game and seat."""

    @property
    def results(self) -> np.ndarray:
        """What each game was worth to each seat in the end, by game and seat."""
        return outcomes(self.scores)

    @property
    def won(self) -> np.ndarray:
        """What came of the game for the player to move, by position."""
        return self.results[self.rows, self.movers]

    def best(self, player: Agent) -> np.ndarray:
        """What the best move is worth to a player, by position."""
        values = player.values(self.views, self.moves, self.counts)
        listed = np.arange(self.moves.shape[1]) < self.counts[:, None]
        return np.where(listed, values, -np.inf).max(axis=1)


def watch(game: Game, options: GameOptions, player: Agent, seeds: np.ndarray, share: float) -> Watched:
    """Let a player play a game of each seed against itself; keep this share of the positions with a choice."""
    memory = None if player.memory is None else np.zeros((len(seeds), game.seats), player.memory)
    chance = np.random.default_rng(int(seeds[0]))
    states = sampling.deals(game, options, seeds)
    kept: list[tuple[np.ndarray, ...]] = []
    alive = np.arange(len(states))
    while len(alive):
        streams = chance.integers(0, 2**64, len(alive), np.uint64)
        movers, views, moves, counts = sampling.asked(game, states[alive], streams)
        live = movers != OVER
        alive, movers, views, moves, counts = alive[live], movers[live], views[live], moves[live], counts[live]
        if not len(alive):
            break
        some = (chance.random(len(alive)) < share) & (counts > 1)
        if some.any() or not kept:
            kept.append((alive[some], movers[some], views[some], moves[some], counts[some]))
        notes = [] if memory is None else [memory[alive, movers]]
        chosen = player.act(views, moves, counts, *notes)
        if memory is not None:
            player.note(views, chosen, *notes)
            memory[alive, movers] = notes[0]
        _advance(game)(states, alive, chosen)
    rows, movers, views, moves, counts = (np.concatenate(columns) for columns in zip(*kept))
    return Watched(rows, movers, views, moves, counts, sampling.scores(game, states, game.players(options)))


@cache
def _advance(game: Game) -> Any:
    return bind(_play, **game.kernels)


step = UNBOUND


def _play(states, rows, chosen):
    for i in range(len(rows)):
        step(states[rows[i]], chosen[i])
