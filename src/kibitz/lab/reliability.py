"""Chances said against what came of them, in ten bins.

Positions of one game share its result, so they are no independent witnesses: a bin's standard error is that of the
mean over whole games. Two standard errors are left now and then by chances that are right, in one of ten bins or more
by every third of them; whether all bins together are off more than chance has it says their sum of squares.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.lab.experiment import Finding, Report
from kibitz.lab.figures import chart, curve, diagonal, in_percent
from kibitz.lab.folder import Row
from kibitz.lab.numbers import PERCENT
from kibitz.lab.rows import estimate
from kibitz.learn.calibration import KNOTS, chances_of

BINS = 10


@dataclass(frozen=True)
class Bin:
    """The positions at which a chance within a tenth was said."""

    said: float
    """On average."""
    won: float
    """The share of them that was won."""
    error: float
    """The standard error of the difference of the two, over games."""
    positions: int
    games: int

    @property
    def off(self) -> float:
        """By how many standard errors more was won than said."""
        return (self.won - self.said) / self.error

    @property
    def within(self) -> bool:
        """Whether what was said came true, within two standard errors."""
        return abs(self.off) <= 2


def tally(said: np.ndarray, won: np.ndarray, games: np.ndarray) -> list[Row]:
    """Sums for each bin, by position: the chance said, what came of it, and which game it is of."""
    bins = np.clip((said * BINS).astype(int), 0, BINS - 1)
    rows: list[Row] = []
    for b in np.unique(bins):
        inside = bins == b
        _, game = np.unique(games[inside], return_inverse=True)
        counts, beyond = np.bincount(game), np.bincount(game, (won - said)[inside])
        rows.append(
            {
                "bin": int(b), "positions": int(inside.sum()), "games": len(counts),
                "said": float(said[inside].sum()), "won": float(won[inside].sum()),
                # Over games, squares and products: how many positions each has, what they won beyond what was said.
                "count_count": float(counts @ counts), "count_beyond": float(counts @ beyond),
                "beyond_beyond": float(beyond @ beyond),
            }
        )  # fmt: skip
    return rows


def reliability(rows: list[Row]) -> list[Bin]:
    """The bins of tallies added up, those that more than one game has met."""
    found = []
    for b in range(BINS):
        own = [row for row in rows if row["bin"] == b]
        total = {key: sum(row[key] for row in own) for key in (own[0] if own else ()) if key in _SUMS}
        if not total or total["games"] < 2:
            continue
        positions, games = total["positions"], total["games"]
        off = (total["won"] - total["said"]) / positions
        squares = total["beyond_beyond"] - 2 * off * total["count_beyond"] + off * off * total["count_count"]
        # A bin without a surprise is not certain: one more game either way.
        error = max(np.sqrt(max(squares, 0.0) * games / (games - 1)) / positions, 1 / games)
        found.append(Bin(total["said"] / positions, total["won"] / positions, float(error), positions, games))
    return found


_SUMS = ("positions", "games", "said", "won", "count_count", "count_beyond", "beyond_beyond")


def within(bins: list[Bin]) -> int:
    """How many came true."""
    return sum(b.within for b in bins)


def by_chance(bins: list[Bin]) -> float:
    """How often chances that are right would be off by as much as this or more, by chi-square over all bins.

    Bins count as independent, which they nearly are where few positions of a game are looked at.
    """
    from scipy.special import gammaincc

    return float(gammaincc(len(bins) / 2, sum(b.off**2 for b in bins) / 2)) if bins else 1.0


def told(bins: list[Bin]) -> str:
    """How many bins came true and what that means, in a sentence.

    >>> told([Bin(0.5, 0.53, 0.01, 900, 900), Bin(0.8, 0.8, 0.01, 900, 900)])
    '1 of 2 bins are within two standard errors; chances that are right leave all bins together
    as far off in 1% of runs.'
    """
    return (
        f"{within(bins)} of {len(bins)} bins are within two standard errors; chances that are right leave all bins "
        f"together as far off in {by_chance(bins):.0%} of runs."
    )


def mean_error(bins: list[Bin]) -> float:
    """By how much a bin is off, on average over positions."""
    return sum(b.positions * abs(b.won - b.said) for b in bins) / max(sum(b.positions for b in bins), 1)


def findings(bins: list[Bin]) -> list[Finding]:
    """All bins together, and one by one."""
    together = Finding("chi-square of all bins", sum(b.off**2 for b in bins), note=f"over {len(bins)} bins")
    return [
        together,
        Finding("right chances are off by as much, in this share of runs", by_chance(bins), unit=PERCENT),
    ] + [
        Finding.of(
            f"won when {b.said:.1%} was said", estimate("won", b.won, (b.won - 1.96 * b.error, b.won + 1.96 * b.error)),
            "won", note=f"{b.positions} positions of {b.games} games",
        )
        for b in bins
    ]  # fmt: skip


def plot(curves: Mapping[str, list[Bin]]) -> Any:
    """Reliability curves by name, with two standard errors."""
    title = "What a chance to win means, two standard errors"
    figure, axes = chart(title, "chance to win, as said", "share of games won", percent=True, size=(4.6, 4.4))
    in_percent(axes.xaxis)
    diagonal(axes)
    for name, bins in curves.items():
        rows = [{"said": b.said, **estimate("won", b.won, (b.won - 2 * b.error, b.won + 2 * b.error))} for b in bins]
        curve(axes, rows, "said", "won", name)
    return figure


def correction(rows: list[Row], games: int, finder: str) -> Report:
    """What a correction of chances is worth; `finder` says whose they are, such as "the network finds"."""
    found, said = (reliability([row for row in rows if row["what"] == what]) for what in ("found", "said"))
    added = [row["added"] for row in rows if row["what"] == "fit"]
    before_and_after = zip(chances_of(KNOTS), chances_of(KNOTS + added), strict=True)
    fit = [
        Finding(f"said where {finder} {before:.0%}", float(after), unit=PERCENT) for before, after in before_and_after
    ]
    summary = (
        f"Over {games:,} games: {told(said)} As {finder} them, {within(found)} bins are. "
        f"A bin is off by {mean_error(said):.2%} on average ({mean_error(found):.2%})."
    )
    figure = plot({f"as {finder} it": found, "as it is said": said})
    return Report([*fit, *findings(said)], summary, {"reliability": figure})
