"""Tries every move in worlds that fit what it sees, played out by a quick player, and takes the best.

A player of every game. What it cannot see is dealt anew (`redeal`), each candidate is played in the same
worlds with the same luck, and moves that are clearly worse are dropped early, so that playouts go where
candidates are close. The best of a dozen noisy means is often only the luckiest: so the quick player's own
move is taken unless another is better by more than its standard error.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

import numpy as np

from kibitz.agent import Agent, Random, build
from kibitz.arena.fused import to_the_end
from kibitz.arena.turn import Turns, are_compiled
from kibitz.arena.watch import WATCH
from kibitz.errors import BadAgentSpec
from kibitz.game import Game
from kibitz.kernel import UNBOUND, bind, mix
from kibitz.options import GameOptions, within

FIRST = 8
"""Worlds in which every candidate is tried; each further round doubles them."""

CLEARLY = 2.5
"""A move that is worse than the best by so many standard errors is dropped."""


class Rollout(Agent):
    """Tries every move in worlds that fit what it sees, played out by a quick player, and takes the best."""

    unit = "chance to win"

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        worlds: Annotated[int, within(1, 1_000_000)] = 64,
        policy: str = "",
        doubt: Annotated[float, within(0, 100)] = 1.0,
    ) -> None:
        """Up to so many `worlds`; playouts by `policy` (default: the game's own quick player).

        It leaves the policy's own move only for one that is better by more than `doubt` standard errors.
        """
        super().__init__(game, options)
        self.worlds, self.doubt = worlds, doubt
        self.policy = build(game, options, policy or game.policy)
        if not are_compiled([self.policy]):
            if policy:
                raise BadAgentSpec(f"rollout: {policy} is no compiled player, so it cannot play positions out")
            self.policy = Random(game, options)
        self.memory = self.policy.memory
        if game.players(options) == 1:
            self.unit = "points"

    def note(self, views: np.ndarray, chosen: np.ndarray, memory: np.ndarray) -> None:
        self.policy.note(views, chosen, memory)

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        values = np.zeros(moves.shape)
        favourites = self.policy.act(views.copy(), moves, counts, *memory)
        for i, count in enumerate(counts.tolist()):
            favourite = None if isinstance(self.policy, Random) else int(favourites[i])
            values[i, :count] = self._try(views[i], moves[i, :count], favourite)[0]
        return values

    def details(self, view: np.record, moves: np.ndarray) -> Mapping[str, np.ndarray]:
        _, error, played = self._try(view, moves, None)
        return {"standard error": error, "playouts": played}

    def _try(
        self, view: np.record, moves: np.ndarray, favourite: int | None
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The value of each move, its standard error, and in how many worlds it was tried."""
        results = np.zeros((len(moves), self.worlds))
        played, alive = np.zeros(len(moves), np.int64), np.ones(len(moves), np.bool_)
        own = moves == favourite
        done = 0
        while done < self.worlds and (alive.sum() > 1 or not done):
            more = min(max(FIRST, done), self.worlds - done)
            self._play(view, moves, alive, done, done + more, results)
            done += more
            played[alive] = done
            best = np.where(alive, results[:, :done].mean(axis=1), -np.inf).argmax()
            behind = results[best, :done] - results[:, :done]
            alive &= behind.mean(axis=1) <= CLEARLY * _error(behind)
            alive[best] = True
            alive |= own & (done < self.worlds)  # what others are measured against stays
        means = np.array([results[k, : played[k]].mean() for k in range(len(moves))])
        errors = np.array([_error(results[k : k + 1, : played[k]])[0] for k in range(len(moves))])
        if own.any():
            # Differences to the policy's own move count only as far as they are more than noise.
            base = int(own.argmax())
            for k in np.flatnonzero(~own):
                ahead = results[k : k + 1, : played[k]] - results[base, : played[k]]
                gain, doubt = ahead.mean(), self.doubt * _error(ahead)[0]
                means[k] = means[base] + np.sign(gain) * max(abs(gain) - doubt, 0.0)
                means[k] -= 1e-9 * (abs(gain) <= doubt)  # a tie goes to the policy
        return means, errors, played

    def _play(
        self, view: np.record, moves: np.ndarray, alive: np.ndarray, first: int, last: int, results: np.ndarray
    ) -> None:
        game, turns = self.game, self._turns()
        views = np.zeros(1, game.state)
        views[0] = view
        seated = np.zeros(game.players(self.options), np.int64)
        _loop(game)(
            views, moves, alive, first, last, np.zeros(4, game.state), np.zeros(game.moves, np.int32),
            seated, turns.addresses, turns.params, turns.sizes, turns.notebook(game.seats),
            np.zeros(game.seats, np.int32), np.zeros(1, WATCH), np.zeros(2, np.int64), np.zeros(game.seats), results,
        )  # fmt: skip

    def _turns(self) -> Turns:
        return Turns(self.game, [self.policy])  # type: ignore[list-item]  # it is compiled


def _error(samples: np.ndarray) -> np.ndarray:
    """The standard error of the mean of each row, as if one result of each kind more had been seen."""
    n = samples.shape[1]
    spread = (np.square(samples - samples.mean(axis=1, keepdims=True)).sum(axis=1) + 0.5) / (n + 1)
    return np.sqrt(spread / n)


@cache
def _loop(game: Game) -> Any:
    kernels = {name: game.kernels[name] for name in ("player", "redeal", "step", "score")}
    return bind(_try_in_worlds, play_on=to_the_end(game), **kernels)


player = redeal = step = score = play_on = UNBOUND


def _try_in_worlds(
    views, candidates, alive, first, last, states, moves,
    seated, turns, params, sizes, notes, decisions, watch, wrong, scores, results,
):  # fmt: skip
    """Play each candidate that is still alive in the worlds from `first` to `last`."""
    seat = player(views[0])
    for world in range(first, last):
        seed = mix(views[0].rng + np.uint64(world))
        states[3] = views[0]
        redeal(states[3], seat, seed)
        for k in range(len(candidates)):
            if not alive[k]:
                continue
            states[0] = states[3]
            step(states[0], candidates[k])
            play_on(states, moves, mix(seed), seated, turns, params, sizes, notes, decisions, watch, wrong)
            score(states[0], scores)
            if len(seated) == 1:
                results[k, world] = scores[0]
                continue
            ahead, level = 0, 1
            for other in range(len(seated)):
                if other != seat:
                    ahead += scores[other] > scores[seat]
                    level += scores[other] == scores[seat]
            results[k, world] = 0.0 if ahead else 1.0 / level
