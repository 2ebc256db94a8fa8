"""Q-learning on a table: one number for each state and action, corrected after every move.

The rate of a correction is 1 / (visits of that state and action), and while it learns the player tries
the action it has tried least. A state is whatever number the game's ``state_of`` gives a view, an action what its
``action_of`` gives a move. The reward comes at the end alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from kibitz.agent import NOTHING, CompiledAgent
from kibitz.arena.turn import forget
from kibitz.game import Game
from kibitz.kernel import OVER, UNBOUND, bind, kernel, mix
from kibitz.options import GameOptions


@dataclass(frozen=True)
class Rule:
    """How a table learns."""

    discount: float = 0.9
    loss: float = -1.0
    """What a lost game is worth; one won is worth 1."""
    chains: int = 1
    """Into how many parts the states fall that are learned apart: a decision is corrected by the next of its part."""
    skips_zeros: bool = False
    """Whether a correction towards 0 is left out, and the choice not counted: so nothing is learned before a reward."""


@kernel
def itself(move):
    """An action is the move's code."""
    return move


class QTable:
    """A learner of one game for two players."""

    values: np.ndarray
    """What each action is expected to bring, by state and action."""
    visits: np.ndarray
    """How often each was tried."""

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        state_of: Any,
        opponent: CompiledAgent,
        states: int,
        actions: int,
        action_of: Any = itself,
        kind: str = "f8",
    ) -> None:
        """`kind` is the type of the values: single precision halves a large table."""
        self.values = np.zeros((states, actions), kind)
        self.visits = np.zeros((states, actions), np.int32)
        self.game, self.options = game, options
        player: Any = type(opponent)
        self._loop = learner(game, state_of, action_of, player)
        self._notes, self._params = np.zeros(2, opponent.memory or NOTHING), opponent.params
        self._tables, self._moves = np.zeros(2, game.state), np.zeros(game.moves, np.int32)
        self._scores, self._last = np.zeros(game.seats), np.zeros((2, 2), np.int64)

    def learn(self, first: int, games: int, stream: int, rule: Rule, decisions: int = 0) -> int:
        """Play games number `first` and on against the opponent, learning; how many were won.

        With `decisions` it stops after the game in which it has taken so many.
        """
        return self._loop(
            first, games, decisions, np.uint64(stream), self.options.encoded(), rule.discount, rule.loss, rule.chains,
            rule.skips_zeros, self.values, self.visits, self._last, self._notes, self._params, self._tables,
            self._moves, self._scores,
        )  # fmt: skip


@cache
def learner(game: Game, state_of: Any, action_of: Any, opponent: type[CompiledAgent]) -> Any:
    """The compiled learning of a game, where ``state_of(view) -> state``."""
    remember = forget if opponent.remember is UNBOUND else opponent.remember
    return bind(
        _learn, **game.kernels, state_of=state_of, action_of=action_of, decide=opponent.decide, remember=remember
    )


@kernel
def correct(values, visits, state, action, target, counts):
    """Move a value towards a target; `counts` says whether the choice is counted only now."""
    visits[state, action] += counts
    values[state, action] += (target - values[state, action]) / visits[state, action]


deal = player = legal = step = view = score = state_of = action_of = decide = remember = UNBOUND


def _learn(
    first, games, most, stream, options, discount, loss, chains, skips, values, visits, last, notes, params, tables,
    moves, scores,
):  # fmt: skip
    s, v = tables[0], tables[1]
    won = decisions = 0
    for game in range(first, first + games):
        if decisions >= most > 0:
            break
        seed = mix(stream + np.uint64(game))
        deal(s, options, seed)
        notes[0] = notes[1]
        seat, ply = game % 2, 0
        last[0, 0] = last[1, 0] = -1
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
            state, decisions = state_of(v), decisions + 1
            chain = state * chains // len(values)
            best = values[state, action_of(moves[0])]
            for m in range(count):
                best = max(best, values[state, action_of(moves[m])])
            if last[chain, 0] >= 0 and not (skips and best == 0):
                correct(values, visits, last[chain, 0], last[chain, 1], discount * best, skips)
            move = moves[0]
            for m in range(count):
                if visits[state, action_of(moves[m])] < visits[state, action_of(move)]:
                    move = moves[m]
            last[chain, 0], last[chain, 1] = state, action_of(move)
            if not skips:
                visits[state, action_of(move)] += 1
            step(s, move)
        score(s, scores)
        other = scores[1 - seat]
        reward = 1.0 if scores[seat] > other else loss if scores[seat] < other else 0.0
        won += scores[seat] > other
        for chain in range(2):
            if last[chain, 0] >= 0:
                correct(values, visits, last[chain, 0], last[chain, 1], reward, skips)
    return won
