"""Many players, two to four at a table: every deal is played in every seating."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz import seeds
from kibitz.agent import Agent, build
from kibitz.arena.drive import BATCH, Progress, play
from kibitz.arena.rating import Rating, rate
from kibitz.arena.schedule import Results, at_least_one, duplicates, must_fit
from kibitz.arena.statistics import share_interval
from kibitz.errors import KibitzError, Stopped
from kibitz.game import game as find_game
from kibitz.present.shown import Shown

if TYPE_CHECKING:
    from kibitz.arena.cluster import Cluster

BLOCKS = 1000
"""Deals are summed into so many blocks for the bootstrap."""


@dataclass(frozen=True)
class Standing:
    """How one player did."""

    player: str
    win_share: float
    """Of the games it sat in; a shared first place counts in parts."""
    interval: tuple[float, float]
    """The 95% interval of the win share, over deals."""
    points: float
    """Mean score per game."""
    decisions: float
    """Mean number of its own decisions per game."""
    decisions_to_win: float
    """The same, over the games it won."""
    rating: Rating
    games: int


@dataclass(frozen=True, repr=False)
class TournamentResult(Shown):
    """The standings, best first."""

    game: str
    players: list[str]
    """In the order of entry."""
    options: dict[str, Any]
    """The game's options that were not at their defaults."""
    seed: int
    standings: list[Standing]
    games: int
    seconds: float
    beats: np.ndarray
    """How often the player of the row finished above that of the column, by the order of entry."""

    def __getitem__(self, player: str) -> Standing:
        return next(s for s in self.standings if s.player == player)

    def shown(self) -> Any:
        from kibitz.present.tables import tournament_table

        return tournament_table(self)

    def plot(self) -> str:
        from kibitz.present.plots import Estimate, intervals

        rows = [Estimate(s.player, s.win_share, *s.interval) for s in self.standings]
        even = self.games / sum(s.games for s in self.standings)
        return intervals(rows, even, "win shares with 95% intervals, best first")


def tournament(
    name: str,
    players: Sequence[str | Agent],
    /,
    *,
    games: int = 10_000,
    seed: int = 0,
    batch: int = BATCH,
    workers: int | None = None,
    progress: Progress | None = None,
    cluster: Cluster | None = None,
    device: str = "cpu",
    seated: Callable[[Agent], Agent] | None = None,
    **options: Any,
) -> TournamentResult:
    """Play at least `games` games, every deal in every seating of every group of players.

    `seated` may change how a player computes before it sits down, such as where its network is.

    Ctrl-C raises `Interrupted`, a player that fails `Stopped`; both carry the result of the deals played so far.

    >>> import kibitz
    >>> kibitz.tournament("yacht", ["random", "greedy"], games=20).standings[0].player
    'greedy'
    """
    game, seed = find_game(name), seeds.checked(seed)
    at_least_one("games", games)
    if len(players) < 2:
        raise KibitzError("a tournament needs at least two players")
    if hasattr(game.rules.Options, "players"):
        options.setdefault("players", min(len(players), game.seats))
    chosen = game.options(**options)
    seats = game.players(chosen)
    if len(players) < seats or seats < 2:
        raise KibitzError(
            f"{seats} seats and {len(players)} players; give a player for each seat, and two seats at least"
        )
    agents = [build(game, chosen, spec) for spec in players]
    if seated:
        agents = [seated(agent) for agent in agents]
    seatings = np.array(list(permutations(range(len(agents)), seats)))
    deals = -(-games // len(seatings))
    must_fit("games", games, deals * len(seatings))
    begun = time.perf_counter()
    about = (game.name, [agent.name for agent in agents], chosen.changed(), seed)
    schedule = duplicates(0, deals, seed, seatings.tolist())
    try:
        results = play(
            game, chosen, agents, schedule,
            batch=batch, workers=workers, progress=progress, cluster=cluster, device=device,
        )  # fmt: skip
    except Stopped as stopped:
        stopped.result = _result(about, stopped.result, seatings, time.perf_counter() - begun)
        raise
    found = _result(about, results, seatings, time.perf_counter() - begun)
    assert found is not None
    return found


def _result(
    about: tuple[str, list[str], dict[str, Any], int], results: Results, seatings: np.ndarray, seconds: float
) -> TournamentResult | None:
    """The standings after all deals that were played in every seating; None where there is none."""
    players, seats = about[1], seatings.shape[1]
    whole = results.ended.reshape(-1, len(seatings)).all(axis=1)
    if not whole.any():
        return None
    scores = results.scores.reshape(-1, len(seatings), seats)[whole]
    decisions = results.decisions.reshape(-1, len(seatings), seats)[whole]
    beats = _beats(scores, seatings, len(players))
    ratings = rate(beats, seed=about[3])
    first = scores == scores.max(axis=2, keepdims=True)
    shares = first / first.sum(axis=2, keepdims=True)
    standings = []
    for k, player in enumerate(players):
        sat = seatings == k  # by seating and seat
        share, own, won = shares[:, sat], decisions[:, sat], first[:, sat]
        standings.append(
            Standing(
                player=player,
                win_share=float(share.mean()),
                interval=share_interval(share.mean(axis=1)),
                points=float(scores[:, sat].mean()),
                decisions=float(own.mean()),
                decisions_to_win=float(own[won].mean()) if won.any() else float("nan"),
                rating=ratings[k],
                games=len(scores) * int(sat.sum()),
            )
        )
    standings.sort(key=lambda s: (-s.rating.value, -s.win_share))
    return TournamentResult(*about, standings, len(scores) * len(seatings), seconds, beats.sum(axis=0))


def _beats(scores: np.ndarray, seatings: np.ndarray, players: int) -> np.ndarray:
    """How often each player finished above each other, by block of deals; a tie is half a win each."""
    blocks = np.array_split(np.arange(len(scores)), min(BLOCKS, len(scores)))
    beats = np.zeros((len(blocks), players, players))
    starts = [block[0] for block in blocks]
    for g, seating in enumerate(seatings):
        for i, a in enumerate(seating):
            for j, b in enumerate(seating):
                if i != j:
                    above = np.sign(scores[:, g, i] - scores[:, g, j]) / 2 + 0.5
                    beats[:, a, b] += np.add.reduceat(above, starts)
    return beats
