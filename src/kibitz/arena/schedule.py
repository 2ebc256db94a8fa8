"""Which games are to be played, and what came of them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kibitz import seeds
from kibitz.errors import BadCount

APART = np.uint64(0xD1342543DE82EF95)
"""Between the players' streams of neighbouring games: odd, and unlike the step inside a stream."""

BYTES = 400
"""What one game of a schedule takes at most, its results and what is worked out from them included."""


@dataclass(frozen=True)
class Schedule:
    """The games to play, one per row."""

    seeds: np.ndarray
    """What each game is dealt from (uint64)."""

    streams: np.ndarray
    """What the agents draw their own chance from (uint64), one per game."""

    seating: np.ndarray
    """Which agent sits where: agent number by game and seat."""

    def __len__(self) -> int:
        return len(self.seeds)

    def part(self, first: int, last: int) -> Schedule:
        """The games from `first` up to `last`, without it."""
        return Schedule(self.seeds[first:last], self.streams[first:last], self.seating[first:last])


@dataclass(frozen=True)
class Results:
    """What came of the games of a schedule."""

    scores: np.ndarray
    """By game and seat."""

    decisions: np.ndarray
    """How often each seat was to move, by game and seat."""

    ended: np.ndarray
    """Whether the game was played to its end: all are, except in the results of a schedule that was stopped."""

    @classmethod
    def blank(cls, games: int, seats: int) -> Results:
        return cls(np.zeros((games, seats)), np.zeros((games, seats), np.int32), np.zeros(games, np.bool_))

    def so_far(self, reason: str) -> str:
        """Why it was stopped, and how far it came."""
        return f"{reason} ({self.ended.sum():,} of {len(self.ended):,} games were played)"

    def of_seats(self, seats: int) -> Results:
        """Without the seats at which nobody sat."""
        return Results(self.scores[:, :seats], self.decisions[:, :seats], self.ended)


def duplicates(start: int, stop: int, seed: int, seatings: Sequence[Sequence[int]]) -> Schedule:
    """The deals from `start` to `stop` of a seed, each once for every seating."""
    deals = np.random.SeedSequence([seed, 1]).generate_state(2 * stop, np.uint32).view(np.uint64)[start:stop]
    first, last = start * len(seatings), stop * len(seatings)
    return Schedule(
        seeds=np.repeat(deals, len(seatings)),
        streams=np.uint64(seeds.for_players(seed)) + np.arange(first, last, dtype=np.uint64) * APART,
        seating=np.tile(np.asarray(seatings, np.int64), (stop - start, 1)),
    )


def at_least_one(name: str, number: int | None) -> None:
    """Refuse a count below one."""
    if number is not None and number < 1:
        raise BadCount(f"{name} is {number}; it must be at least 1")


def must_fit(name: str, number: int, games: int) -> None:
    """Refuse more games than this machine's memory can hold, before anything is allocated."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 1 << 34
    if games * BYTES > memory / 2:
        fit = int(number * (memory / 2) / (games * BYTES))
        raise BadCount(
            f"{name} is {number}: {games:,} games need about {games * BYTES / 1e9:,.0f} GB of memory, "
            f"and this machine has {memory / 1e9:,.0f}; at most {fit:,} fit"
        )
