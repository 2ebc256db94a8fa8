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

from kibitz.agent import CHANCE, Agent, Random, build, is_chance
from kibitz.arena.trial import Trial, judged_by
from kibitz.arena.turn import are_compiled
from kibitz.errors import BadAgentSpec, NoAdvice
from kibitz.game import Game
from kibitz.options import GameOptions, within

FIRST = 8
"""Worlds in which every candidate is tried; each further round doubles them."""

CLEARLY = 2.5
"""A move that is worse than the best by so many standard errors is dropped."""

NOBODYS = -1
"""In place of a move of the prior: it has none."""

RESULTS = 1 << 22
"""Of playouts, that are weighed at a time: what they need must fit into memory."""


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
        if not is_chance(judge.unit) or self.game.players(self.options) != 2:
            raise BadAgentSpec(
                f"rollout: {judge.name} cannot judge positions: its values are no chances of two players"
            )
        return judged_by(self.game, judge)

    def note(self, views: np.ndarray, chosen: np.ndarray, memory: np.ndarray) -> None:
        self.prior.note(views, chosen, memory)

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        return self.sampled(views, moves, counts, *memory)[0]

    def sampled(
        self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """What each move is worth, and the standard error of that; by `spread` where a move was not tried."""
        values, errors, most = np.zeros(moves.shape), np.zeros(moves.shape), int(counts.max())
        own, opinions = self._opinions(views, moves, counts, *memory)
        at_once = max(1, RESULTS // (most * self.worlds))
        for start in range(0, len(views), at_once):
            some = slice(start, start + at_once)
            opinion = None if opinions is None else opinions[some, :most]
            found = self._try(views[some], moves[some, :most], counts[some], own[some], opinion)
            values[some, :most], errors[some, :most] = found[:2]
        return values, errors

    def details(self, view: np.record, moves: np.ndarray) -> Mapping[str, np.ndarray]:
        views = np.zeros(1, self.game.state)
        views[0] = view
        _, error, played = self._try(views, moves[None], np.array([len(moves)]), np.array([NOBODYS]), None)
        return {"standard error": error[0], "playouts": played[0]}

    def _opinions(
        self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray | None]:
        """The place of the prior's own move in each row, and what it thinks of all of them, if it says so."""
        if isinstance(self.prior, Random):
            return np.full(len(views), NOBODYS), None
        chosen = self.prior.act(views.copy(), moves, counts, *memory)
        own = ((moves == chosen[:, None]) & _legal(moves, counts)).argmax(axis=1)
        try:
            return own, self.prior.values(views.copy(), moves, counts, *memory)
        except NoAdvice:
            return own, None

    def _try(
        self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, own: np.ndarray, opinions: np.ndarray | None
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The value of each move of each view, its standard error, and in how many worlds it was tried."""
        legal, every = _legal(moves, counts), np.arange(len(views))
        results, played = np.zeros((*moves.shape, self.worlds)), np.zeros(moves.shape, np.int64)
        expected = self._expected(legal, own, opinions)
        alive = self._candidates(legal, own, opinions)
        done = 0
        while done < self.worlds and alive.any():
            more = min(max(FIRST, done), self.worlds - done)
            rows, places = np.nonzero(alive)
            tried = self.trial.results(views, rows, moves[rows, places], done, done + more)
            results[rows, places, done : done + more] = tried
            done += more
            played[alive] = done
            values, _ = self._weighed(results[..., :done], played, own, expected)
            best = np.where(alive, values, -np.inf).argmax(axis=1)
            behind = results[every, best, None, :done] - results[..., :done]
            doubt = self._doubt(_error(behind, np.full(moves.shape, done)), own)
            alive &= values[every, best, None] - values <= CLEARLY * doubt
            alive &= alive.sum(axis=1, keepdims=True) > 1
        values, errors = self._weighed(results, played, own, expected)
        return np.where(legal, values, 0.0), errors, played

    def _candidates(self, legal: np.ndarray, own: np.ndarray, opinions: np.ndarray | None) -> np.ndarray:
        """Which moves are tried."""
        if not self.width or opinions is None or legal.shape[1] <= self.width:
            return legal.copy()
        liked = np.where(legal, opinions, -np.inf)
        alive = legal & (liked >= np.sort(liked, axis=1)[:, -self.width, None])
        alive[np.flatnonzero(own != NOBODYS), own[own != NOBODYS]] = True
        return alive

    def _expected(self, legal: np.ndarray, own: np.ndarray, opinions: np.ndarray | None) -> np.ndarray:
        """What each move is thought to be worth more than the prior's own, beforehand."""
        every = np.arange(len(legal))
        scale = 1.0 if is_chance(self.prior.unit) else self.scale
        if opinions is not None and scale:
            return scale * (opinions - opinions[every, own, None])
        expected = np.where(own[:, None] == NOBODYS, 0.0, np.full(legal.shape, -self.spread))
        expected[every, own] = 0.0
        return expected

    def _doubt(self, error: np.ndarray, own: np.ndarray) -> np.ndarray:
        """The standard error of a difference once it is weighed against the prior."""
        weighed = error * self.spread / np.sqrt(error**2 + self.spread**2 + 1e-18)
        return np.where(own[:, None] == NOBODYS, error, weighed)

    def _weighed(
        self, results: np.ndarray, played: np.ndarray, own: np.ndarray, expected: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """What was sampled, weighed against what was expected; and the standard errors of the samples."""
        every = np.arange(len(results))
        values, errors = _mean(results, played), _error(results, played)
        both = np.minimum(played, played[every, own, None])
        ahead = results - results[every, own, None]
        noise, spread = _error(ahead, both) ** 2, self.spread**2
        base = values[every, own, None]
        with np.errstate(invalid="ignore"):  # where nothing was sampled, noise is infinite
            weighed = base + (_mean(ahead, both) * spread + expected * noise) / (spread + noise)
        weighed[every, own] = base[:, 0]
        # A move that was not tried is worth what was expected of it, and that is known by `spread`.
        weighed = np.where(played > 0, weighed, np.maximum(base + np.minimum(expected, 0.0), 0.0))
        errors = np.where(played > 0, errors, self.spread)
        return np.where(own[:, None] == NOBODYS, values, weighed), errors


def _legal(moves: np.ndarray, counts: np.ndarray) -> np.ndarray:
    return np.arange(moves.shape[1]) < counts[:, None]


def _mean(samples: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """The mean over the first so many samples of each row."""
    return (samples * (np.arange(samples.shape[-1]) < counts[..., None])).sum(axis=-1) / np.maximum(counts, 1)


def _error(samples: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """The standard error of such a mean, as if one result of each kind more had been seen."""
    some = np.maximum(counts, 1)
    apart = (samples - _mean(samples, counts)[..., None]) * (np.arange(samples.shape[-1]) < counts[..., None])
    spread = (np.square(apart).sum(axis=-1) + 0.5) / (some + 1)
    return np.where(counts > 0, np.sqrt(spread / some), np.inf)
