"""One look for all figures: titles, units, legends, error bars, and the same colour for a player everywhere.

Ours is drawn in colours, whatever is not measured here in grey: `level` for a yardstick, `paper` for the points of the
paper's own figure or table. svg.py makes files of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.agent import agents
from kibitz.lab.folder import Row
from kibitz.lab.rows import column
from kibitz.lab.svg import INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

GREY = "#808080"
"""What is not measured here: the paper's numbers, even chances, other yardsticks."""
COLOURS = (
    "#1f77b4", "#d62728", "#2ca02c", "#ff7f0e", "#9467bd", "#17becf", "#8c564b", "#e377c2", "#bcbd22", "#3f51b5",
    "#009688", "#f4511e", "#7cb342", "#ad1457", "#0097a7", "#6d4c41", "#c0a000", "#5e35b1", "#00897b", "#ec407a",
)  # fmt: skip


def colour(game: str, player: str) -> str:
    """The colour of a game's player, whatever its parameters."""
    return COLOURS[agents(game).index(player.partition(":")[0]) % len(COLOURS)]


def chart(
    title: str, x: str, y: str, *, log: str = "", percent: bool = False, size: tuple[float, float] = (7, 4)
) -> tuple[Figure, Axes]:
    """A figure of one panel. `log` names the axes that are logarithmic; with `percent` shares are shown as such."""
    figure, (axes,) = panels([title], x, y, log=log, percent=percent, size=size)
    return figure, axes


def panels(
    titles: Sequence[str],
    x: str,
    y: str,
    *,
    title: str = "",
    columns: int = 4,
    log: str = "",
    percent: bool = False,
    size: tuple[float, float] = (4, 3.2),
) -> tuple[Figure, list[Axes]]:
    """A figure of panels side by side, each of that size; units stand at the left and at the bottom."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import PercentFormatter

    columns = min(columns, len(titles))
    lines = -(-len(titles) // columns)
    figure = Figure(figsize=(size[0] * columns, size[1] * lines), layout="constrained")
    drawn = []
    for n, name in enumerate(titles):
        axes = figure.add_subplot(lines, columns, n + 1)
        axes.set_prop_cycle(color=COLOURS)
        axes.set_title(name, fontsize=10 if len(titles) == 1 else 8, color=INK)
        axes.tick_params(which="both", color=INK, labelcolor=INK, labelsize=8 if len(titles) == 1 else 7)
        for side, spine in axes.spines.items():
            spine.set_color(INK)
            spine.set_visible(side in ("left", "bottom"))
        if n % columns == 0:
            axes.set_ylabel(y, fontsize=9, color=INK)
        if n >= len(titles) - columns:
            axes.set_xlabel(x, fontsize=9, color=INK)
        axes.ticklabel_format(axis="x", scilimits=(-4, 7), useOffset=False)
        if "x" in log:
            axes.set_xscale("log")
        if "y" in log:
            axes.set_yscale("log")
        if percent:
            axes.yaxis.set_major_formatter(PercentFormatter(1.0))
        drawn.append(axes)
    if title:
        figure.suptitle(title, fontsize=10, color=INK)
    return figure, drawn


def legend(axes: Axes, **style: Any) -> None:
    """Which curve is whose, in a box the page shines through."""
    axes.legend(**{"fontsize": 8, "labelcolor": INK, "framealpha": 0.0, **style})


def curve(axes: Axes, rows: Sequence[Row], x: str, y: str, label: str, **style: Any) -> None:
    """Measurements over a column, with their intervals where they have them."""
    if not rows:
        return
    at, values = column(rows, x), column(rows, y).astype(float)
    style = {"marker": "o", "markersize": 3, "linewidth": 1.0, **style}
    if f"{y}_low" in rows[0]:
        ends = np.abs([values - column(rows, f"{y}_low"), column(rows, f"{y}_high") - values])
        axes.errorbar(at, values, np.where(np.isfinite(ends), ends, 0.0), label=label, capsize=2, **style)
    else:
        axes.plot(at, values, label=label, **style)
    legend(axes)


def paper(axes: Axes, x: Sequence[float], y: Sequence[float], label: str = "paper") -> None:
    """The paper's own points, beside ours: hollow grey diamonds."""
    axes.plot(x, y, "D", color=GREY, markerfacecolor="none", markersize=5, linestyle="", label=label, zorder=3)
    legend(axes)


def level(axes: Axes, value: float, label: str = "") -> None:
    """A yardstick: the same value everywhere."""
    axes.axhline(value, color=GREY, linestyle=":", linewidth=0.9, label=label or None)
    if label:
        legend(axes)


def diagonal(axes: Axes) -> None:
    """Where what is said comes true as often as it is said."""
    axes.plot([0, 1], [0, 1], color=GREY, linestyle=":", linewidth=0.9)


def boxes(axes: Axes, samples: Sequence[Sequence[float] | np.ndarray], labels: Sequence[str]) -> None:
    """Box plots side by side."""
    ink, far, middle = {"color": INK}, {"marker": ".", "markeredgecolor": GREY}, {"color": COLOURS[3]}
    axes.boxplot(
        list(samples), boxprops=ink, whiskerprops=ink, capprops=ink, flierprops=far, medianprops=middle
    )  # fmt: skip
    axes.set_xticks(range(1, len(samples) + 1), list(labels)[: len(samples)], rotation=60, ha="right", fontsize=7)
