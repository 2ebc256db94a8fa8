"""Two players, many duplicate pairs: the same deal twice, seats swapped.

The pair is the unit: what one deal gives both players is one observation, and the interval is over
those. `sprt` stops a match as soon as a sequential test over the pairs has decided.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz import seeds
from kibitz.agent import Agent, build
from kibitz.arena.adjusted import less_luck, play_adjusted
from kibitz.arena.drive import BATCH, Progress, play
from kibitz.arena.schedule import Results, at_least_one, duplicates, must_fit
from kibitz.arena.statistics import (
    Z,
    anytime_interval,
    anytime_share_interval,
    interval,
    share_interval,
    with_two_of_each,
)
from kibitz.errors import BadOption, Stopped
from kibitz.game import game as find_game
from kibitz.present.shown import Shown

if TYPE_CHECKING:
    from kibitz.arena.cluster import Cluster

__all__ = ["MatchResult", "Sprt", "Z", "duplicates", "interval", "match", "outcomes"]

SEATINGS = [(0, 1), (1, 0)]


@dataclass(frozen=True, repr=False)
class MatchResult(Shown):
    """What came of a match, from the first player's side."""

    game: str
    players: tuple[str, str]
    options: dict[str, Any]
    """The game's options that were not at their defaults."""
    seed: int
    win_rate: float
    """Of the first player, a draw counted as half."""
    interval: tuple[float, float]
    """The 95% interval of the win rate, over pairs; with a sequential test, one that holds wherever it stops."""
    points: tuple[float, float]
    """Mean score per game of (first, second)."""
    margin: tuple[float, float]
    """The 95% interval of the difference of the points, likewise."""
    first_seat_rate: float
    """How often the seat that is dealt first wins, whoever sits there."""
    draws: int
    games: int
    decisions: float
    """Mean number of decisions per game, both players together."""
    seconds: float
    plain: tuple[float, tuple[float, float]] | None = None
    """Of a result that is adjusted for luck: the win rate and its interval as they were played."""
    verdict: str = ""
    """What the sequential test says, where there was one: who is stronger, that neither is, or that it is undecided."""

    def shown(self) -> Any:
        from kibitz.present.tables import match_table

        return match_table(self, *self.players)

    def plot(self) -> str:
        from kibitz.present.plots import Estimate, intervals

        first, second = self.players
        low, high = self.interval
        rows = [Estimate(first, self.win_rate, low, high), Estimate(second, 1 - self.win_rate, 1 - high, 1 - low)]
        return intervals(rows, 0.5, f"win rates of {first} and {second}, with 95% intervals")


@dataclass(frozen=True)
class Sprt:
    """Two sequential tests at once: is the first player stronger by `margin`, and is the second?"""

    margin: float = 0.02
    """What the win rate of a stronger player is above one half, at least."""

    alpha: float = 0.05
    """How often equal players may be told apart, and how often a stronger one may be missed."""

    def verdict(self, outcomes: np.ndarray) -> str:
        """What the pair outcomes (0 to 1 each) say so far: "first", "second", "neither" or "undecided"."""
        first, second = self._stronger(outcomes), self._stronger(1 - outcomes)
        if first is None or second is None:
            return "first" if first else "second" if second else "undecided"
        return "first" if first else "second" if second else "neither"

    def _stronger(self, outcomes: np.ndarray) -> bool | None:
        """Whether the mean is above one half by `margin` (True), or not above it (False)."""
        n = len(outcomes)
        if n < 30:
            return None
        spread = with_two_of_each(outcomes)[1]  # not 0 where all pairs ended alike
        ratio = self.margin / spread**2 * (outcomes.sum() - n * (0.5 + self.margin / 2))
        # Either player may be called stronger by mistake: each test has half of alpha for that.
        if ratio >= math.log((1 - self.alpha) / (self.alpha / 2)):
            return True
        return False if ratio <= math.log(self.alpha / (1 - self.alpha / 2)) else None


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
    cluster: Cluster | None = None,
    device: str = "cpu",
    adjusted: bool = False,
    **options: Any,
) -> MatchResult:
    """Play `pairs` duplicate deals between two players (with `sprt`, at most so many).

    Where it is `adjusted`, the luck of chance events is taken off every result: the win rate stays right on average,
    and its interval is narrower (see `arena/adjusted.py`).

    Ctrl-C raises `Interrupted`, a player that fails `Stopped`; both carry the result of the pairs played so far.

    >>> import kibitz
    >>> result = kibitz.match("yacht", "greedy", "random", pairs=20)
    >>> result.games, result.win_rate > 0.9
    (40, True)
    """
    game, seed = find_game(name), seeds.checked(seed)
    at_least_one("pairs", pairs)
    must_fit("pairs", pairs, 2 * pairs)
    if hasattr(game.rules.Options, "players"):
        options.setdefault("players", 2)
    chosen = game.options(**options)
    if game.players(chosen) != 2:
        raise BadOption(f"a match has two players, not {game.players(chosen)}; tournament takes more")
    agents = [build(game, chosen, spec) for spec in (first, second)]
    begun = time.perf_counter()
    if adjusted:
        if sprt or cluster or device != "cpu":
            raise BadOption("an adjusted match is played here, on processors, and without a sequential test")
        about = {
            "game": game.name,
            "players": (agents[0].name, agents[1].name),
            "options": chosen.changed(),
            "seed": seed,
        }
        schedule = duplicates(0, pairs, seed, SEATINGS)
        results, luck = play_adjusted(game, chosen, agents, schedule, seed, workers, progress)
        scores, decisions = _whole_pairs([results])
        return _less_luck(_result(about, scores, decisions, time.perf_counter() - begun, "", False), scores, luck)
    step = pairs if sprt is None else max(500, pairs // 50)
    played: list[Results] = []
    how: dict[str, Any] = {"batch": batch, "workers": workers, "progress": progress}
    how |= {"cluster": cluster, "device": device}

    def result(verdict: str) -> MatchResult | None:
        scores, decisions = _whole_pairs(played)
        if not len(scores):
            return None
        names = (agents[0].name, agents[1].name)
        about = {"game": game.name, "players": names, "options": chosen.changed(), "seed": seed}
        return _result(about, scores, decisions, time.perf_counter() - begun, verdict, sprt is not None)

    verdict = "undecided" if sprt else ""
    for start in range(0, pairs, step):
        schedule = duplicates(start, min(start + step, pairs), seed, SEATINGS)
        try:
            played.append(play(game, chosen, agents, schedule, **how))
        except Stopped as stopped:
            played.append(stopped.result)
            stopped.result = result(_named("undecided", agents) if sprt else "")
            raise
        verdict = sprt.verdict(outcomes(_whole_pairs(played)[0])) if sprt else ""
        if verdict not in ("", "undecided"):
            break
    found = result(_named(verdict, agents) if sprt else "")
    assert found is not None
    return found


def outcomes(scores: np.ndarray) -> np.ndarray:
    """The first player's result of each pair, from 0 to 1; `scores` is by pair, game and seat."""
    ahead = np.sign(scores[:, :, 0] - scores[:, :, 1]) / 2 + 0.5  # of seat 0
    return (ahead[:, 0] + 1 - ahead[:, 1]) / 2


def _less_luck(plain: MatchResult, scores: np.ndarray, luck: np.ndarray) -> MatchResult:
    """The same result with the luck of both games taken off each pair."""
    by_seat = luck.reshape(-1, 2, 2)
    won = less_luck(outcomes(scores), (by_seat[:, 0, 0] + by_seat[:, 1, 1]) / 2)
    return replace(plain, win_rate=float(won.mean()), interval=interval(won), plain=(plain.win_rate, plain.interval))


def _whole_pairs(played: list[Results]) -> tuple[np.ndarray, np.ndarray]:
    """Scores by pair, game and seat, and decisions by game, of the pairs of which both games were played."""
    whole = np.concatenate([part.ended.reshape(-1, 2).all(axis=1) for part in played])
    scores = np.concatenate([part.scores.reshape(-1, 2, 2) for part in played])[whole]
    decisions = np.concatenate([part.decisions.sum(axis=1).reshape(-1, 2) for part in played])[whole]
    return scores, decisions.ravel()


def _named(verdict: str, agents: list[Agent]) -> str:
    one, two = (agent.name for agent in agents)
    return {
        "first": f"{one} is stronger than {two}",
        "second": f"{two} is stronger than {one}",
        "neither": f"neither {one} nor {two} is clearly stronger",
    }.get(verdict, verdict)


def _result(
    about: dict[str, Any], scores: np.ndarray, decisions: np.ndarray, seconds: float, verdict: str, sequential: bool
) -> MatchResult:
    won = outcomes(scores)
    first = (scores[:, 0, 0] + scores[:, 1, 1]) / 2
    second = (scores[:, 0, 1] + scores[:, 1, 0]) / 2
    ahead = np.sign(scores[:, :, 0] - scores[:, :, 1])
    return MatchResult(
        **about,
        win_rate=float(won.mean()),
        interval=anytime_share_interval(won) if sequential else share_interval(won),
        points=(float(first.mean()), float(second.mean())),
        margin=(anytime_interval if sequential else interval)(first - second),
        first_seat_rate=float(ahead.mean() / 2 + 0.5),
        draws=int((ahead == 0).sum()),
        games=2 * len(scores),
        decisions=float(decisions.mean()),
        seconds=seconds,
        verdict=verdict,
    )
