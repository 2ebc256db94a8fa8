"""Small plots for a notebook, as SVG: they need no library and nothing from outside."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

import numpy as np

WIDTH, LABEL, ROW, EDGE = 640, 170, 30, 12
INK, QUIET, FILL = "currentColor", "#8d8574", "#17633f"
BEGIN = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" role="img" font-family="system-ui,sans-serif" '
"""Every plot is as wide, and reads its title aloud."""


class Estimate(NamedTuple):
    """One row of a plot of intervals."""

    name: str
    value: float
    low: float
    high: float


def intervals(rows: Sequence[Estimate], even: float, title: str) -> str:
    """Shares with their intervals, one row each, from 0 to 100%; a line marks where all are equal."""
    high = len(rows) * ROW + 2 * EDGE + 14

    def across(share: float) -> float:
        return LABEL + share * (WIDTH - LABEL - 80)

    parts = [_begin(high, title), _line(across(even), EDGE, across(even), EDGE + len(rows) * ROW, QUIET, dash="4 3")]
    for i, row in enumerate(rows):
        y = EDGE + ROW * (i + 0.5)
        parts += [
            _text(LABEL - 10, y + 4, row.name, "end"),
            _line(across(row.low), y, across(row.high), y, FILL, width=3),
            f'<circle cx="{across(row.value):.1f}" cy="{y:.1f}" r="5" fill="{FILL}"/>',
            _text(WIDTH - 66, y + 4, f"{row.value:.1%}"),
        ]
    parts += [_text(across(share), high - 6, f"{share:.0%}", "middle", QUIET) for share in (0.0, even, 1.0)]
    return "".join(parts) + "</svg>"


def distribution(chances: np.ndarray, mean: float, title: str) -> str:
    """How likely each whole number is, from the first to the last that can be seen, with the mean marked."""
    seen = np.flatnonzero(chances > chances.max() / 500)
    first, last, high = int(seen[0]), int(seen[-1]), 220

    def across(x: float) -> float:
        return EDGE + (x - first) / max(1, last - first) * (WIDTH - 2 * EDGE)

    def up(chance: float) -> float:
        return high - 30 - chance / chances.max() * (high - 60)

    points = " ".join(f"{across(x):.1f},{up(chances[x]):.1f}" for x in range(first, last + 1))
    base = f"{across(last):.1f},{up(0):.1f} {across(first):.1f},{up(0):.1f}"
    parts = [_begin(high, title), f'<polygon points="{points} {base}" fill="{FILL}" fill-opacity=".7"/>']
    parts += [_line(across(mean), 22, across(mean), up(0), INK), _text(across(mean), 16, f"mean {mean:.1f}", "middle")]
    step = max(1, round((last - first) / 6 / 25) * 25)
    parts += [_text(across(x), high - 10, str(x), "middle", QUIET) for x in range(-(-first // step) * step, last, step)]
    return "".join(parts) + "</svg>"


def _begin(high: float, title: str) -> str:
    return f'{BEGIN}height="{high:.0f}" viewBox="0 0 {WIDTH} {high:.0f}" aria-label="{escape(title)}">'


def _line(x: float, y: float, to_x: float, to_y: float, colour: str, width: float = 1, dash: str = "none") -> str:
    ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width}" stroke-dasharray="{dash}"/>'


def _text(x: float, y: float, text: str, anchor: str = "start", colour: str = INK) -> str:
    shown = text if len(text) <= 24 else text[:23] + "…"
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="13" text-anchor="{anchor}" fill="{colour}">{escape(shown)}</text>'
