"""Tries moves in worlds that fit what it sees, played on by a quick player, and takes the best.

A player of every game. Candidates are tried in the same worlds with the same luck (`arena/trial.py`), and those
that are clearly worse are dropped early, so that playouts go where candidates are close. The best of a dozen
noisy means is often only the luckiest. So what was sampled is weighed against what a player thinks of the moves
beforehand, the `prior`: differences count as far as they are surer than its opinion.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np

from kibitz.agent import Agent, Random, build
from kibitz.arena.trial import Trial, judged_by
from kibitz.arena.turn import are_compiled
from kibitz.errors import BadAgentSpec, NoAdvice
from kibitz.game import Game
from kibitz.options import GameOptions, within

FIRST = 8
"""Worlds in which every candidate is tried; each further round doubles them."""

CLEARLY = 2.5
"""A move that is worse than the best by so many standard errors is dropped."""

CHANCE = "chance to win"


class Rollout(Agent):
    """Tries moves in worlds that fit what it sees, played on by a quick player, and takes the best."""

    called = "Explorer"
    style = "Tries every move in imagined deals, and takes the best."
    learned = "Nothing learned by heart: it looks ahead at every move."
    unit = CHANCE

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        worlds: Annotated[int, within(1, 1_000_000)] = 64,
        policy: str = "",
        prior: str = "",
        judge: str = "",
        others: Any = "",
        plies: Annotated[int, within(0, 1000)] = 0,
        width: Annotated[int, within(0, 1000)] = 0,
        spread: Annotated[float, within(0, 1)] = 0.03,
        redeals: Annotated[int, within(1, 10_000)] = 16,
        scale: Annotated[float, within(0, 1)] = 0.0,
    ) -> None:
        """Up to so many `worlds`; playouts by `policy` (default: the game's own quick player).

        The `prior` (default: the policy) puts an opinion on each move; what moves are worth differs from it by about
        `spread`, and only the `width` moves it likes best are tried (0: all). Playouts go to the end, or so many
        `plies` far, where the `judge` says what the position is worth: a player whose values are chances to win, or
        by default what the game itself knows (``outlook.py``). The `others` are taken to play as the policy does, if
        not named. Where the game can tell how likely a world is, each is drawn from so many `redeals`. A prior whose
        values are no chances is believed by `scale`: what one of its units is worth as a chance (0: not known; then
        only its first choice counts).
        """
        super().__init__(game, options)
        self.worlds, self.width, self.spread, self.scale = worlds, width, spread, scale
        self.policy = self._policy(policy)
        self.prior = build(game, options, prior) if prior else self.policy
        self.memory = self.prior.memory
        rivals = build(game, options, others) if others else None
        self.trial = Trial(game, options, self.policy, self._judge(judge, plies), plies, redeals, rivals)
        if game.players(options) == 1:
            self.unit = "points"

    def _policy(self, spec: str) -> Agent:
        policy = build(self.game, self.options, spec or self.game.policy)
        if not spec and not are_compiled([policy]):
            return Random(self.game, self.options)
        if isinstance(policy, Rollout):
            raise BadAgentSpec("rollout: a rollout cannot play positions out; name a quicker player as policy")
        return policy

    def _judge(self, spec: str, plies: int) -> Any:
        if not plies:
            return None
        outlook: Any = self.game.module("outlook")
        if not spec and outlook is not None:
            return outlook.stand
        judge = build(self.game, self.options, spec or self.game.adviser)
        if judge.unit != CHANCE or self.game.players(self.options) != 2:
            raise BadAgentSpec(
                f"rollout: {judge.name} cannot judge positions: its values are no chances of two players"
            )
        return judged_by(self.game, judge)

    def note(self, views: np.ndarray, chosen: np.ndarray, memory: np.ndarray) -> None:
        self.prior.note(views, chosen, memory)

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        values = np.zeros(moves.shape)
        favourites, opinions = self._opinions(views, moves, counts, *memory)
        for i, count in enumerate(counts.tolist()):
            opinion = None if opinions is None else opinions[i, :count]
            values[i, :count] = self._try(views[i], moves[i, :count], favourites[i], opinion)[0]
        return values

    def details(self, view: np.record, moves: np.ndarray) -> Mapping[str, np.ndarray]:
        _, error, played = self._try(view, moves, None, None)
        return {"standard error": error, "playouts": played}

    def _opinions(
        self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray
    ) -> tuple[list[int | None], np.ndarray | None]:
        """The prior's own move in each row, and what it thinks of all of them, if it says so."""
        if isinstance(self.prior, Random):
            return [None] * len(views), None
        chosen = self.prior.act(views.copy(), moves, counts, *memory).tolist()
        try:
            return chosen, self.prior.values(views.copy(), moves, counts, *memory)
        except NoAdvice:
            return chosen, None

    def _try(
        self, view: np.record, moves: np.ndarray, favourite: int | None, opinion: np.ndarray | None
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The value of each move, its standard error, and in how many worlds it was tried."""
        n = len(moves)
        results, played = np.zeros((n, self.worlds)), np.zeros(n, np.int64)
        own = None if favourite is None else int(np.flatnonzero(moves == favourite)[0])
        expected = self._expected(n, own, opinion)
        alive = self._candidates(n, own, opinion)
        done = 0
        while done < self.worlds and (alive.sum() > 1 or not done):
            more = min(max(FIRST, done), self.worlds - done)
            results[alive, done : done + more] = self.trial.results(view, moves[alive], done, done + more)
            done += more
            played[alive] = done
            values, _ = self._weighed(results, played, own, expected)
            tried = np.flatnonzero(played == done)
            best = tried[values[tried].argmax()]
            behind = results[best, :done] - results[tried, :done]
            alive[tried] = values[best] - values[tried] <= CLEARLY * self._doubt(_error(behind), own)
            alive[best] = True
        values, errors = self._weighed(results, played, own, expected)
        return values, errors, played

    def _candidates(self, n: int, own: int | None, opinion: np.ndarray | None) -> np.ndarray:
        alive = np.ones(n, np.bool_)
        if self.width and opinion is not None and n > self.width:
            alive = opinion >= np.sort(opinion)[-self.width]
            if own is not None:
                alive[own] = True
        return alive

    def _expected(self, n: int, own: int | None, opinion: np.ndarray | None) -> np.ndarray:
        """What each move is thought to be worth more than the prior's own, beforehand."""
        if own is None:
            return np.zeros(n)
        scale = 1.0 if self.prior.unit == CHANCE else self.scale
        if opinion is not None and scale:
            return scale * (opinion - opinion[own])
        expected = np.full(n, -self.spread)
        expected[own] = 0.0
        return expected

    def _doubt(self, error: np.ndarray, own: int | None) -> np.ndarray:
        """The standard error of a difference once it is weighed against the prior."""
        if own is None:
            return error
        return error * self.spread / np.sqrt(error**2 + self.spread**2 + 1e-18)

    def _weighed(
        self, results: np.ndarray, played: np.ndarray, own: int | None, expected: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """What was sampled, weighed against what was expected; and the standard errors of the samples."""
        tried = np.flatnonzero(played)
        values, errors = np.full(len(played), -1.0), np.full(len(played), np.inf)
        for k in tried:
            values[k] = results[k, : played[k]].mean()
            errors[k] = _error(results[k : k + 1, : played[k]])[0]
        if own is None:
            return values, errors
        base = values[own]
        for k in tried:
            n = min(played[k], played[own])
            ahead = results[k : k + 1, :n] - results[own, :n]
            noise, spread = _error(ahead)[0] ** 2, self.spread**2
            if k != own:
                values[k] = base + (ahead.mean() * spread + expected[k] * noise) / (spread + noise)
        values[played == 0] = base + np.minimum(expected[played == 0], 0.0) - 1.0
        return values, errors


def _error(samples: np.ndarray) -> np.ndarray:
    """The standard error of the mean of each row, as if one result of each kind more had been seen."""
    n = samples.shape[1]
    spread = (np.square(samples - samples.mean(axis=1, keepdims=True)).sum(axis=1) + 0.5) / (n + 1)
    return np.sqrt(spread / n)
