"""Q-learning on a table: one number for each state and action, corrected after every move.

The rate of a correction is 1 / (visits of that state and action), and while it learns the player tries
the action it has tried least. A state is whatever number the game's ``state_of`` gives a view; an
action is a move's code. The reward comes at the end alone.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from kibitz.agent import NOTHING, CompiledAgent
from kibitz.arena.turn import forget
from kibitz.game import Game
from kibitz.kernel import OVER, UNBOUND, bind, mix
from kibitz.options import GameOptions


class QTable:
    """A learner of one game for two players."""

    values: np.ndarray
    """What each action is expected to bring, by state and move code."""
    visits: np.ndarray
    """How often each was tried."""

    def __init__(
        self, game: Game, options: GameOptions, state_of: Any, opponent: CompiledAgent, states: int, actions: int
    ) -> None:
        self.values = np.zeros((states, actions))
        self.visits = np.zeros((states, actions), np.int64)
        self.game, self.options = game, options
        player: Any = type(opponent)
        self._loop = learner(game, state_of, player)
        self._notes, self._params = np.zeros(2, opponent.memory or NOTHING), opponent.params
        self._tables, self._moves = np.zeros(2, game.state), np.zeros(game.moves, np.int32)
        self._scores = np.zeros(game.seats)

    def learn(self, first: int, games: int, stream: int, discount: float, loss: float) -> int:
        """Play games number `first` and on against the opponent, learning; how many were won."""
        return self._loop(
            first, games, np.uint64(stream), self.options.encoded(), discount, loss, self.values, self.visits,
            self._notes, self._params, self._tables, self._moves, self._scores,
        )  # fmt: skip


@cache
def learner(game: Game, state_of: Any, opponent: type[CompiledAgent]) -> Any:
    """The compiled learning of a game, where ``state_of(view) -> state``."""
    return bind(_learn, **game.kernels, state_of=state_of, decide=opponent.decide, remember=opponent.remember or forget)


deal = player = legal = step = view = score = state_of = decide = remember = UNBOUND


def _learn(first, games, stream, options, discount, loss, values, visits, notes, params, tables, moves, scores):
    s, v = tables[0], tables[1]
    won = 0
    for game in range(first, first + games):
        seed = mix(stream + np.uint64(game))
        deal(s, options, seed)
        notes[0] = notes[1]
        seat, ply = game % 2, 0
        state, action = -1, 0
        while player(s) != OVER:
            count = legal(s, moves)
            view(s, player(s), v)
            v.rng = mix(seed + np.uint64(ply))
            ply += 1
            if player(s) != seat:
                move = decide(v, moves, count, notes[0], params[0])
                remember(v, move, notes[0], params[0])
                step(s, move)
                continue
            before, state = state, state_of(v)
            best = values[state, moves[0]]
            for m in range(count):
                best = max(best, values[state, moves[m]])
            if before >= 0:
                values[before, action] += (discount * best - values[before, action]) / visits[before, action]
            action = moves[0]
            for m in range(count):
                if visits[state, moves[m]] < visits[state, action]:
                    action = moves[m]
            visits[state, action] += 1
            step(s, action)
        score(s, scores)
        other = scores[1 - seat]
        reward = 1.0 if scores[seat] > other else loss if scores[seat] < other else 0.0
        won += scores[seat] > other
        if state >= 0:
            values[state, action] += (reward - values[state, action]) / visits[state, action]
    return won
