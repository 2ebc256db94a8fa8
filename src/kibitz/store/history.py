"""A player's games at a glance, and the tally against each opponent with its interval."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from kibitz.arena.match import Z

SOMEBODY = "a friend"
"""Another person who gave no name."""
RESULTS = ("won", "drawn", "lost")


@dataclass(frozen=True)
class Summary:
    """One game of a player, without its moves."""

    id: str
    game: str
    options: dict[str, Any]
    seat: int
    """The player's own; the first of them where two people shared one screen."""
    opponents: dict[int, str]
    """Who sat at the other seats: an agent's spec or a person's name. Empty for a game alone."""
    people: frozenset[int]
    """At which of them people sat, who may be called like an agent."""
    moves: int
    created: datetime
    touched: datetime
    finished: datetime | None
    scores: list[float] | None
    daily: str | None
    origin: str | None
    counts: bool
    """False for games replayed from a position, read from a record, or played by one person for both sides."""

    @property
    def result(self) -> str:
        """One of `RESULTS`; empty for a game alone or not over."""
        if not self.scores or not self.opponents:
            return ""
        ahead = self.scores[self.seat] - max(self.scores[seat] for seat in self.opponents)
        return RESULTS[0] if ahead > 0 else RESULTS[2] if ahead < 0 else RESULTS[1]


@dataclass(frozen=True)
class Tally:
    """How a player stands against one opponent in one game."""

    game: str
    opponent: str
    is_person: bool
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def rate(self) -> float:
        """The part won, a draw counted as half."""
        return (self.won + self.drawn / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the rate."""
        return wilson(self.rate, self.games)


@dataclass(frozen=True)
class History:
    """The finished games, the last one first, and the tallies, most played first."""

    games: list[Summary]
    tallies: list[Tally]

    @classmethod
    def of(cls, games: list[Summary]) -> History:
        """The tallies of these games."""
        signs: dict[tuple[str, str, bool], list[float]] = defaultdict(list)
        for played in games:
            if played.scores and played.counts:
                for seat, name in played.opponents.items():
                    ahead = played.scores[played.seat] - played.scores[seat]
                    signs[played.game, name, seat in played.people].append(ahead)
        tallies = [
            Tally(*who, sum(sign > 0 for sign in found), sum(sign == 0 for sign in found), sum(s < 0 for s in found))
            for who, found in signs.items()
        ]
        return cls(games, sorted(tallies, key=lambda tally: -tally.games))


def wilson(rate: float, games: int) -> tuple[float, float]:
    """The 95% score interval of a rate: sensible for few games and for rates near 0 and 1.

    >>> [round(end, 3) for end in wilson(22 / 60, 60)]
    [0.256, 0.493]
    >>> [round(end, 3) for end in wilson(1.0, 3)]
    [0.439, 1.0]
    """
    centre = (rate + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z * math.sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games)) / (1 + Z * Z / games)
    return max(0.0, centre - half), min(1.0, centre + half)


def summarise(player: int, games: Iterable[Any], sitting: Sequence[Any]) -> list[Summary]:
    """Rows of the tables as one player's summaries."""
    at_table = defaultdict(list)
    for seat in sitting:
        at_table[seat.game].append(seat)
    found = []
    for row in games:
        seats = at_table[row.id]
        own = [seat.seat for seat in seats if seat.player == player]
        others = {seat.seat: seat.agent or seat.name or SOMEBODY for seat in seats if seat.seat != own[0]}
        people = frozenset(seat.seat for seat in seats if seat.seat in others and seat.agent is None)
        counts = row.origin is None and len(own) == 1
        found.append(
            Summary(
                row.id,
                row.game,
                row.options,
                own[0],
                others,
                people,
                row.moves,
                row.created,
                row.touched,
                row.finished,
                row.scores,
                row.daily,
                row.origin,
                counts,
            )
        )
    return found
