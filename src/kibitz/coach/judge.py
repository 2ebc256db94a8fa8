"""What a move is worth, in one unit everywhere: the chance to win the game (points, where one plays alone).

There are two ways to judge. An adviser whose own values are chances to win is asked. In any other game
the cards a player cannot see are dealt anew, and each move is played out to the end of the game by the
game's policy; such values have a standard error. The same worlds and the same luck serve all moves of a
position, so that their differences are surer than their values.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from kibitz.agent import CHANCE, Agent, build
from kibitz.arena.playout import playouts
from kibitz.arena.turn import are_compiled
from kibitz.coach import sampling
from kibitz.game import Game
from kibitz.kernel import OVER
from kibitz.options import GameOptions
from kibitz.state import State

POINTS = "points"

WORLDS = 400
"""How often a sampled move is played out at most, for one hint."""

CLEAR = 3.0
"""A move is not played out any further once it is worse than the best by so many standard errors."""


@dataclass(frozen=True)
class Judged:
    """What the legal moves of one position are worth to the player to move."""

    codes: np.ndarray
    """The moves, ascending."""
    values: np.ndarray
    errors: np.ndarray
    """The standard error of each value; 0 where it is not sampled."""
    loss_errors: np.ndarray
    """The standard error of what each loses to the best."""

    @property
    def best(self) -> float:
        return float(self.values.max())

    @property
    def losses(self) -> np.ndarray:
        return self.values.max() - self.values


class Judge:
    """Puts a value on moves and on whole positions, always in the same unit."""

    game: Game
    options: GameOptions
    seats: int
    name: str
    """Who says so."""
    unit: str
    """What values mean; a named adviser may have a unit of its own."""
    sampled: bool
    """Whether the values of moves have an error."""

    def judge(
        self, state: State, number: int | None = None, worlds: int = WORLDS, only: np.ndarray | None = None
    ) -> Judged:
        """The moves of one position of a game, by default its last: from what the player to move knows.

        `worlds` is how often a move is played out at most; `only` compares these moves.
        """
        raise NotImplementedError

    def judge_all(self, state: State) -> list[Judged] | None:
        """Every decision of a game, by one who can look at all of them at once; None by others."""
        return None


class AdviserJudge(Judge):
    """Asks an agent."""

    def __init__(self, game: Game, options: GameOptions, adviser: Agent) -> None:
        self.game, self.options, self.seats, self.adviser = game, options, game.players(options), adviser
        self.name, self.unit = adviser.name, adviser.unit
        self.sampled = hasattr(adviser, "sampled")

    def judge(
        self, state: State, number: int | None = None, worlds: int = WORLDS, only: np.ndarray | None = None
    ) -> Judged:
        return asked_of(self.adviser, state, number, only)

    def judge_all(self, state: State) -> list[Judged] | None:
        if self.sampled or keeps_notes(self.adviser):
            return None
        asked = (state.asked(number) for number in range(len(state.moves)))
        views, moves, counts = (np.concatenate(column) for column in zip(*asked, strict=True))
        values = self.adviser.values(views, moves, counts).astype(float)
        return [
            Judged(codes[:n], found[:n], np.zeros(n), np.zeros(n))
            for codes, found, n in zip(moves, values, counts, strict=True)
        ]

    def stand(self, states: np.ndarray) -> np.ndarray:
        """What whole positions are worth to each seat, by position and seat: for luck, after the game."""
        movers, views, moves, counts = sampling.asked(self.game, states, np.zeros(len(states), np.uint64))
        worth = np.zeros((len(states), self.seats))
        over = movers == OVER
        if over.any():
            worth[over] = outcomes(sampling.scores(self.game, states[over], self.seats))
        live = np.flatnonzero(~over)
        if len(live):
            # Many of them look the same to the player to move: each look is judged once.
            _, first, same = np.unique(_looks(views[live]), return_index=True, return_inverse=True)
            rows = live[first]
            values = self.adviser.values(views[rows], moves[rows], counts[rows])
            listed = np.arange(moves.shape[1]) < counts[rows, None]
            best = np.where(listed, values, -np.inf).max(axis=1)[same]
            worth[live] = 1 - best[:, None]  # the other's, where there is one
            worth[live, movers[live]] = best
        return worth


class SampledJudge(Judge):
    """Plays each move out by a policy."""

    sampled = True

    def __init__(self, game: Game, options: GameOptions, policy: Agent) -> None:
        self.game, self.options, self.seats, self.policy = game, options, game.players(options), policy
        self.name, self.unit = policy.name, POINTS if self.seats == 1 else CHANCE

    def judge(
        self, state: State, number: int | None = None, worlds: int = WORLDS, only: np.ndarray | None = None
    ) -> Judged:
        views, moves, counts = state.asked(number)
        codes = moves[0, : counts[0]]
        # A second look takes other worlds, or it would repeat the luck that made it look.
        return self.imagined(views, codes if only is None else codes[np.isin(codes, only)], worlds, only is not None)

    def imagined(self, views: np.ndarray, codes: np.ndarray, worlds: int, again: bool = False) -> Judged:
        """Moves of one view, each played out in so many worlds; clearly worse ones in fewer."""
        won = np.full((worlds, len(codes)), np.nan)
        played, alive = 0, np.arange(len(codes))
        while played < worlds and (len(alive) > 1 or played == 0):
            until = min(worlds, max(2 * played, worlds // 8, 16))
            won[played:until, alive] = self.tried(views, np.ascontiguousarray(codes[alive]), played, until, again)
            played = until
            values, _, loss_errors = _summary(won[:played])
            alive = np.flatnonzero(values.max() - values <= CLEAR * loss_errors)
        values, errors, loss_errors = _summary(won[:played])
        # One dropped early may have lost more to the best than that had in the end; a chance is never below nothing.
        values = np.maximum(values, 0.0) if self.unit == CHANCE else values
        return Judged(codes, values, errors, loss_errors)

    def tried(self, views: np.ndarray, codes: np.ndarray, first: int, last: int, again: bool) -> np.ndarray:
        """What came of each move in the worlds from `first` to `last`, by world and move."""
        seat = int(self.game.player(views[0]))
        seeds, streams = numbers([int(views["rng"][0]), again], 2, last)[:, first:]
        states = sampling.imagine(self.game, views, seat, seeds, codes)
        # All moves of one world meet the same luck.
        return self.play_on(states, np.repeat(streams, len(codes)), 1)[:, 0, seat].reshape(-1, len(codes))

    def play_on(
        self, states: np.ndarray, seeds: np.ndarray, times: int, openings: np.ndarray | None = None
    ) -> np.ndarray:
        """What whole positions came to, each played on so many times: by position, time and seat."""
        # A game of several hands may say what a score between two of them is worth; then playouts end there.
        standing: Any = self.game.module("standing")
        ends = {"until": standing.between, "worth": standing.settled} if standing else {}
        found = playouts(self.game, self.options, self.policy, states, seeds, times, openings=openings, **ends)
        return found if standing else outcomes(found.reshape(-1, self.seats)).reshape(found.shape)

    def are_ends(self, line: np.ndarray) -> np.ndarray:
        """For each move of a line, whether a playout that began before it ends with it, though the game goes on."""
        standing: Any = self.game.module("standing")
        if standing is None:
            return np.zeros(len(line) - 1, bool)
        return np.array([bool(standing.between(after, before)) for before, after in pairwise(line)], bool)


class MixedJudge(SampledJudge):
    """Asks an adviser about moves, and plays positions out for luck.

    For tables of more than two, where the adviser does not know how the others share the rest.
    """

    def __init__(self, game: Game, options: GameOptions, policy: Agent, adviser: Agent) -> None:
        super().__init__(game, options, policy)
        self.adviser, self.name = adviser, adviser.name
        self.sampled = hasattr(adviser, "sampled")

    def judge(
        self, state: State, number: int | None = None, worlds: int = WORLDS, only: np.ndarray | None = None
    ) -> Judged:
        return asked_of(self.adviser, state, number, only)


def asked_of(adviser: Any, state: State, number: int | None, only: np.ndarray | None) -> Judged:
    """The moves of a position as an adviser values them: without an error, but by one that samples them."""
    views, moves, counts = state.asked(number)
    asked = (views, moves, counts, *_notes(adviser, state, number))
    is_sampled = hasattr(adviser, "sampled")
    values, errors = adviser.sampled(*asked) if is_sampled else (adviser.values(*asked), np.zeros(moves.shape))
    codes, found, errors = moves[0, : counts[0]], values[0, : counts[0]].astype(float), errors[0, : counts[0]]
    kept = slice(None) if only is None else np.isin(codes, only)
    # As if the luck of two moves were not the same, so never too sure of a difference.
    return Judged(codes[kept], found[kept], errors[kept], np.hypot(errors, errors[found.argmax()])[kept])


def judge_of(game: Game, options: GameOptions, adviser: str | Agent | None = None) -> Judge:
    """Who judges a game: a named agent, in its own unit; else the adviser, if its unit is ours; else the policy."""
    if adviser is not None:
        return AdviserJudge(game, options, build(game, options, adviser))
    seats = game.players(options)
    own = build(game, options, game.adviser)
    policy = build(game, options, game.policy)
    policy = policy if are_compiled([policy]) else build(game, options, "random")
    if keeps_notes(own) or own.unit != (POINTS if seats == 1 else CHANCE):
        return SampledJudge(game, options, policy)
    if seats > 2:
        return MixedJudge(game, options, policy, own)
    return AdviserJudge(game, options, own)


def outcomes(scores: np.ndarray) -> np.ndarray:
    """What a result is worth to each seat: 1 for a win, shared between those who tie; alone, the points."""
    if scores.shape[1] == 1:
        return scores
    first = scores == scores.max(axis=1, keepdims=True)
    return first / first.sum(axis=1, keepdims=True)


def _summary(won: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Means, their standard errors, and those of the differences to the best, over the worlds both were played in."""
    played = ~np.isnan(won)
    counts = played.sum(axis=0)
    values = np.nanmean(won, axis=0)
    errors = _deviation(won) / np.sqrt(counts)
    # A move dropped early had other worlds than the best: compare the two in the worlds they share.
    best = int(np.argmax(np.where(counts == counts.max(), values, -np.inf)))
    behind = won[:, [best]] - won
    values = np.where(counts == counts.max(), values, values[best] - np.nanmean(behind, axis=0))
    return values, errors, _deviation(behind) / np.sqrt(counts)


def _deviation(samples: np.ndarray) -> np.ndarray:
    """Of each column; a handful of equal samples is not certainty, so never quite 0."""
    counts = (~np.isnan(samples)).sum(axis=0)
    spread = np.nansum((samples - np.nanmean(samples, axis=0)) ** 2, axis=0)
    return np.sqrt((spread + 0.25) / np.maximum(counts, 1))


def numbers(seed: list[int], rows: int, columns: int) -> np.ndarray:
    """Seeds, one row for each purpose."""
    return np.random.default_rng(seed).integers(0, 2**64, (rows, columns), np.uint64)


def keeps_notes(agent: Agent) -> bool:
    """Whether its choices depend on what it noted before; working space is no note."""
    return agent.memory is not None and any(not name.startswith("scratch") for name in agent.memory.names or ())


def _notes(adviser: Agent, state: State, number: int | None) -> list[np.ndarray]:
    if not keeps_notes(adviser):
        return []
    if number is None:
        return adviser.notes(state)
    earlier = state.copy()
    while len(earlier.moves) > number:
        earlier.pop()
    return adviser.notes(earlier)


def _looks(views: np.ndarray) -> np.ndarray:
    """The bytes of each view, but for the player's own chance."""
    plain = views.copy()
    plain["rng"] = 0
    return plain.view(f"V{plain.dtype.itemsize}")
