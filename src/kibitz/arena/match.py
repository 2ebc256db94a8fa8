"""Two players, many duplicate pairs: the same deal twice, seats swapped.

The pair is the unit: what one deal gives both players is one observation, and the interval is over
those. `sprt` stops a match as soon as a sequential test over the pairs has decided.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.agent import Agent, build
from kibitz.arena.drive import BATCH, Progress, play
from kibitz.arena.schedule import duplicates
from kibitz.errors import BadOption, KibitzError
from kibitz.game import game as find_game

Z = 1.959963984540054
"""A normal variable lies within this many deviations of its mean 95% of the time."""


@dataclass(frozen=True)
class MatchResult:
    """What came of a match, from the first player's side."""

    win_rate: float
    """Of the first player, a draw counted as half."""
    interval: tuple[float, float]
    """The 95% interval of the win rate, over pairs."""
    points: tuple[float, float]
    """Mean score a game of (first, second)."""
    margin: tuple[float, float]
    """The 95% interval of the difference of the points, over pairs."""
    first_seat_rate: float
    """How often the seat that is dealt first wins, whoever sits there."""
    draws: int
    games: int
    decisions: float
    """Mean number of decisions a game, both players together."""
    seconds: float
    verdict: str = ""
    """With `sprt`: "stronger", "not stronger", or "undecided"."""

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"win rate {self.win_rate:.2%} (95%: {low:.2%} to {high:.2%}), "
            f"points {self.points[0]:.2f} : {self.points[1]:.2f}, {self.games} games"
        )


@dataclass(frozen=True)
class Sprt:
    """A sequential test of "the win rate is `worse`" against "it is `better`"."""

    worse: float = 0.5
    better: float = 0.52
    alpha: float = 0.05
    """How often it may call a worse player stronger, or miss a better one."""

    def verdict(self, outcomes: np.ndarray) -> str:
        """What the pair outcomes (0 to 1 each) say so far."""
        n, spread = len(outcomes), outcomes.var(ddof=1) if len(outcomes) > 1 else 0.0
        if n < 30 or spread == 0:
            return "undecided"
        drift = self.better - self.worse
        ratio = drift / spread * (outcomes.sum() - n * (self.better + self.worse) / 2)
        bound = math.log((1 - self.alpha) / self.alpha)
        return "stronger" if ratio >= bound else "not stronger" if ratio <= -bound else "undecided"


def match(
    name: str,
    first: str | Agent,
    second: str | Agent,
    /,
    *,
    pairs: int = 1000,
    seed: int = 0,
    batch: int = BATCH,
    workers: int | None = None,
    sprt: Sprt | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> MatchResult:
    """Play `pairs` duplicate deals between two players (with `sprt`, at most so many)."""
    game = find_game(name)
    if pairs < 1:
        raise KibitzError(f"pairs is {pairs}; a match needs at least one")
    if hasattr(game.rules.Options, "players"):
        options.setdefault("players", 2)
    chosen = game.options(**options)
    if game.players(chosen) != 2:
        raise BadOption(f"a match has two players, not {game.players(chosen)}; tournament takes more")
    agents = [build(game, chosen, spec) for spec in (first, second)]
    begun = time.perf_counter()
    step = pairs if sprt is None else max(500, pairs // 50)
    scores, decisions, verdict = np.zeros((0, 2, 2)), np.zeros(0), ""
    while len(scores) < pairs and verdict in ("", "undecided"):
        schedule = duplicates(len(scores), min(len(scores) + step, pairs), seed, [(0, 1), (1, 0)])
        results = play(game, chosen, agents, schedule, batch=batch, workers=workers, progress=progress)
        scores = np.concatenate([scores, results.scores.reshape(-1, 2, 2)])
        decisions = np.concatenate([decisions, results.decisions.sum(axis=1)])
        verdict = sprt.verdict(outcomes(scores)) if sprt else ""
    return _result(scores, decisions, time.perf_counter() - begun, verdict)


def outcomes(scores: np.ndarray) -> np.ndarray:
    """The first player's result of each pair, from 0 to 1; `scores` is by pair, game and seat."""
    ahead = np.sign(scores[:, :, 0] - scores[:, :, 1]) / 2 + 0.5  # of seat 0
    return (ahead[:, 0] + 1 - ahead[:, 1]) / 2


def interval(samples: np.ndarray) -> tuple[float, float]:
    """The 95% interval of a mean."""
    half = Z * samples.std(ddof=1) / math.sqrt(len(samples)) if len(samples) > 1 else math.inf
    return float(samples.mean() - half), float(samples.mean() + half)


def _result(scores: np.ndarray, decisions: np.ndarray, seconds: float, verdict: str) -> MatchResult:
    won = outcomes(scores)
    low, high = interval(won)
    first = (scores[:, 0, 0] + scores[:, 1, 1]) / 2
    second = (scores[:, 0, 1] + scores[:, 1, 0]) / 2
    ahead = np.sign(scores[:, :, 0] - scores[:, :, 1])
    return MatchResult(
        win_rate=float(won.mean()),
        interval=(max(low, 0.0), min(high, 1.0)),
        points=(float(first.mean()), float(second.mean())),
        margin=interval(first - second),
        first_seat_rate=float(ahead.mean() / 2 + 0.5),
        draws=int((ahead == 0).sum()),
        games=2 * len(scores),
        decisions=float(decisions.mean()),
        seconds=seconds,
        verdict=verdict,
    )
