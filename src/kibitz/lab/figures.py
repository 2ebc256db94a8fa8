"""One look for all figures: titles, units, legends, error bars, and the same colour for a player everywhere.

Ours is drawn in colours, whatever is not measured here in grey: `level` for a yardstick, `paper` for the points of the
paper's own figure or table. svg.py makes files of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from kibitz.lab.folder import Row
from kibitz.lab.numbers import amount, unit_of
from kibitz.lab.rows import SHARES, column
from kibitz.lab.svg import INK, SHADES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure
    from matplotlib.image import AxesImage

GREY = "#808080"
"""What is not measured here: the paper's numbers, even chances, other yardsticks."""
COLOURS = (
    "#1f77b4", "#d62728", "#2ca02c", "#e96d00", "#9467bd", "#13a1af", "#8c564b", "#df64b9", "#95961b", "#3f51b5",
    "#009688", "#f4511e", "#6fa03b", "#ad1457", "#c218c2", "#6d4c41", "#a16812", "#5e35b1", "#4f6b28", "#ec407a",
)  # fmt: skip
"""Each stands out from white by 3 to 1 at least, and from a dark page, which shows them brighter."""
WELL_APART = 10592
"""With this, players who often meet in a figure have colours that differ well."""


def colour(player: str) -> str:
    """A player's colour, whatever its parameters and whoever else there is: stored figures stay in step.

    >>> colour("diablo") == colour("diablo:margin=0.05") != colour("kyle")
    True
    """
    return COLOURS[crc32(f"{player.partition(':')[0]}{WELL_APART}".encode()) % len(COLOURS)]


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
        if "x" in log:
            axes.set_xscale("log")
        elif len(titles) > 1:
            axes.locator_params(axis="x", nbins=5)  # in a small panel there is no room for more of "0.5 million"
        if "y" in log:
            axes.set_yscale("log")
        _say_amounts(axes.xaxis, log="x" in log)
        if percent:
            in_percent(axes.yaxis)
        else:
            _say_amounts(axes.yaxis, log="y" in log)
        drawn.append(axes)
    if title:
        figure.suptitle(title, fontsize=10, color=INK)
    return figure, drawn


def in_percent(axis: Axis) -> None:
    """Shares along an axis as percentages."""
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1.0))


def _say_amounts(axis: Axis, *, log: bool) -> None:
    """Games and decisions are said in millions and billions, not as powers of ten."""
    from matplotlib.ticker import LogFormatter, ScalarFormatter

    class Powers(LogFormatter):
        def _num_to_string(self, x: float, vmin: float, vmax: float) -> str:
            return amount(x)

    class Steps(ScalarFormatter):
        def format_ticks(self, values: Any) -> list[str]:
            largest = max((abs(value) for value in values), default=0)
            if largest < 1e4:
                return super().format_ticks(values)
            name, size = unit_of(largest)  # the same all along the axis
            return [f"{value / size:,g} {name}".strip() if value else "0" for value in values]

    if log:
        axis.set_major_formatter(Powers())
        axis.set_minor_formatter(Powers(labelOnlyBase=False))
    else:
        axis.set_major_formatter(Steps(useOffset=False))


def name_places(axes: Axes, names: Sequence[str], *, start: int = 0, slant: float = 60) -> None:
    """Names in place of numbers along the bottom."""
    axes.set_xticks(
        range(start, start + len(names)), list(names), rotation=slant, ha="right" if slant else "center", fontsize=7
    )


def legend(axes: Axes, **style: Any) -> None:
    """Which curve is whose, in a box the page shines through."""
    axes.legend(**{"fontsize": 8, "labelcolor": INK, "framealpha": 0.0, **style})


def legend_below(figure: Figure, columns: int = 3) -> None:
    """One legend below all panels, where there is no room within them."""
    named: dict[str, Any] = {}
    for axes in figure.axes:
        own = axes.get_legend()
        if own is not None:
            own.remove()
        named |= {label: line for line, label in zip(*axes.get_legend_handles_labels())}
    style = {"fontsize": 8, "labelcolor": INK, "framealpha": 0.0}
    figure.legend(named.values(), named.keys(), loc="outside lower center", ncols=columns, **style)


def curve(axes: Axes, rows: Sequence[Row], x: str, y: str, label: str, **style: Any) -> None:
    """Measurements over a column, with their intervals where they have them."""
    if not rows:
        return
    at, values = column(rows, x), column(rows, y).astype(float)
    style = {"marker": "o", "markersize": 3, "linewidth": 1.0, **style}
    if f"{y}_low" in rows[0]:
        low, high = column(rows, f"{y}_low"), column(rows, f"{y}_high")
        if y in SHARES:  # also of rows stored before their intervals ended at 0 and at 1
            low, high = np.clip([low, high], 0.0, 1.0)
        ends = np.abs([values - low, high - values])
        axes.errorbar(at, values, np.where(np.isfinite(ends), ends, 0.0), label=label, capsize=2, **style)
    else:
        axes.plot(at, values, label=label, **style)
    legend(axes)


def paper(axes: Axes, x: Sequence[float], y: Sequence[float], label: str = "paper", **style: Any) -> None:
    """The paper's own points, beside ours: hollow and grey."""
    hollow = {"marker": "D", "markerfacecolor": "none", "markersize": 5, "linestyle": "", "linewidth": 0.9, "zorder": 3}
    axes.plot(x, y, label=label, color=GREY, **{**hollow, **style})
    legend(axes)


def level(axes: Axes, value: float, label: str = "", **style: Any) -> None:
    """A yardstick: the same value everywhere."""
    axes.axhline(value, **{"color": GREY, "linestyle": ":", "linewidth": 0.9, "label": label or None, **style})
    if label:
        legend(axes)


def diagonal(axes: Axes) -> None:
    """Where what is said comes true as often as it is said."""
    axes.plot([0, 1], [0, 1], color=GREY, linestyle=":", linewidth=0.9)


def shades(axes: Axes, board: np.ndarray, most: float) -> None:
    """A picture in shades of ink: blank for nothing, full for `most`."""
    axes.imshow(board, cmap="Greys", vmin=0, vmax=most, interpolation="none").set_gid(SHADES)


def scale(figure: Figure, image: AxesImage) -> None:
    """Which colour of a picture stands for which share."""
    bar = figure.colorbar(image)
    bar.ax.tick_params(color=INK, labelcolor=INK, labelsize=8)
    bar.outline.set_edgecolor(INK)
    in_percent(bar.ax.yaxis)


def boxes(axes: Axes, samples: Sequence[Sequence[float] | np.ndarray], labels: Sequence[str]) -> None:
    """Box plots side by side."""
    ink, far, middle = {"color": INK}, {"marker": ".", "markeredgecolor": GREY}, {"color": COLOURS[3]}
    axes.boxplot(
        list(samples), boxprops=ink, whiskerprops=ink, capprops=ink, flierprops=far, medianprops=middle
    )  # fmt: skip
    name_places(axes, labels[: len(samples)], start=1)
