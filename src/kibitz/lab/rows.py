"""Rows: what was measured, with its 95% interval, and how a report finds it again.

A number called ``x`` that is an estimate stands in a row with ``x_low`` and ``x_high`` beside it; `Finding.of` and
the figures look for them there. A column named in `SHARES` is a part of a whole: its interval ends at 0 and at 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.arena.statistics import interval
from kibitz.lab.folder import Row

if TYPE_CHECKING:
    from kibitz.arena.match import MatchResult

SHARES = ("win_rate", "won", "wins", "share", "drawn", "thrown", "usable", "settled", "categorical", "binary")
"""Columns that hold parts of a whole, whatever the experiment."""


def estimate(name: str, value: float, ends: tuple[float, float]) -> Row:
    """A number and its interval, as a row holds them.

    >>> estimate("won", 0.25, (-0.1, 0.6)), estimate("gain", 0.25, (-0.1, 0.6))
    ({'won': 0.25, 'won_low': 0.0, 'won_high': 0.6}, {'gain': 0.25, 'gain_low': -0.1, 'gain_high': 0.6})
    """
    low, high = np.clip(ends, 0.0, 1.0) if name in SHARES else ends
    return {name: float(value), f"{name}_low": float(low), f"{name}_high": float(high)}


def of_mean(name: str, samples: Sequence[float] | np.ndarray) -> Row:
    """The mean of samples, as a row holds it."""
    values = np.asarray(samples, float)
    return estimate(name, values.mean(), interval(values))


def of_match(result: MatchResult, **about: Any) -> Row:
    """What came of a match for its first player."""
    drawn = result.draws / result.games
    return {**about, **estimate("win_rate", result.win_rate, result.interval), "drawn": drawn, "games": result.games}


def said(row: Row, name: str = "win_rate", form: str = ".1%") -> str:
    """An estimate in words, with its interval: ``51.3% (95%: 50.9% to 51.7%)``."""
    value, low, high = (format(row[f"{name}{end}"], form) for end in ("", "_low", "_high"))
    return f"{value} (95%: {low} to {high})"


def where(rows: Iterable[Row], *columns: str, **values: Any) -> list[Row]:
    """The rows that have these columns, and these values in columns."""
    return [
        row
        for row in rows
        if all(name in row for name in columns) and all(row.get(name) == value for name, value in values.items())
    ]


def column(rows: Iterable[Row], name: str) -> np.ndarray:
    """One column of rows that all have it."""
    return np.array([row[name] for row in rows])
