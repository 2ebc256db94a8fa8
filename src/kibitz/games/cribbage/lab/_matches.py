"""What the experiments with weighted strategies share: matches, their points, and pictures of weights."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from kibitz.arena.match import Z
from kibitz.games.cribbage.rules import SKUNK
from kibitz.games.cribbage.weighted.strategies import NAMES, SPOTS, STRATEGIES
from kibitz.lab.experiment import Row


def in_parallel(work: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
    """Do the same for each item, a thread each, so that the cores share even one item too many evenly."""
    with ThreadPoolExecutor(len(items)) as pool:
        return list(pool.map(work, items))


def game_points(differences: np.ndarray) -> np.ndarray:
    """Match points of each game: two for a win, three for one by 31 or more."""
    return np.where(differences >= SKUNK, 3, np.where(differences > 0, 2, 0))


def match_result(differences: np.ndarray) -> tuple[int, int, int]:
    """Match points of both sides, and the spread that breaks a tie."""
    return int(game_points(differences).sum()), int(game_points(-differences).sum()), int(differences.sum())


def first_wins(differences: np.ndarray) -> bool:
    """Whether the first side wins a match of these games."""
    ours, theirs, spread = match_result(differences)
    return (ours, spread) > (theirs, 0)


def compare(duplicates: np.ndarray) -> Row:
    """Mean difference and win rate of the first side over pairs of duplicate games, with 95% intervals."""
    spread, won = duplicates.mean(axis=1), (duplicates > 0).mean(axis=1)
    row: Row = {"games": int(duplicates.size)}
    for name, values in (("spread", spread), ("win_rate", won)):
        half = Z * values.std(ddof=1) / math.sqrt(len(values))
        row |= {name: float(values.mean()), f"{name}_low": float(values.mean() - half)}
        row[f"{name}_high"] = float(values.mean() + half)
    return row


def spreads(duplicates: np.ndarray, length: int, most: int) -> list[int]:
    """The point spreads of the first so many matches of a length.

    Duplicates of a deal stand in different matches, so that a match is left to luck as the thesis' are.
    """
    games = duplicates.T.ravel()
    matches = min(len(games) // length, most)
    return games[: matches * length].reshape(matches, length).sum(axis=1).astype(int).tolist()


# --- pictures -------------------------------------------------------------------------------------

ROLES = ("pone", "dealer")
SHADES = 16
"""Of grey, which are enough to look at and keep the results small."""


def picture(weights: np.ndarray, role: str, strategy: str) -> list[int]:
    """One strategy's weights over the board as shades of grey, own score by other's."""
    board = weights.reshape(2, SPOTS, SPOTS, STRATEGIES)[ROLES.index(role), :, :, NAMES.index(strategy)]
    return np.clip(np.rint((SHADES - 1) * board), 0, SHADES - 1).astype(int).ravel().tolist()


def strategy_rows(weights: np.ndarray, who: str) -> list[Row]:
    """All eight strategies of a learner in both roles."""
    return [
        {"what": f"strategies of {who}", "panel": f"{name}, {role}", "grey": picture(weights, role, name)}
        for role in ("dealer", "pone")
        for name in NAMES
    ]


def learning_rows(snapshots: np.ndarray, part: int, who: str, panels: int = 8) -> list[Row]:
    """hand_max_avg of a dealer over the training."""
    return [
        {
            "what": f"learning of {who}", "panel": f"after {n * part:,} games",
            "grey": picture(snapshots[n], "dealer", "hand_max_avg"),
        }
        for n in np.unique(np.linspace(0, len(snapshots) - 1, panels).astype(int)).tolist()
    ]  # fmt: skip


WINNING = ("hand_max_min", "hand_max_med", "pegging_max_med_gained")
"""The strategies that fill the winning side of the board."""
LEADS = range(-24, 40)


def border(rows: list[Row], who: str, role: str) -> tuple[np.ndarray, np.ndarray]:
    """From how many points ahead a learner plays as one who wins, along the diagonal of the board.

    By the mean of both scores; as a difference from the trend (a parabola), over five points together.
    """
    found = {row["panel"]: row["grey"] for row in rows if row["what"] == f"strategies of {who}"}
    boards = [np.reshape(found[f"{name}, {role}"], (SPOTS, SPOTS)) for name in WINNING]
    board = np.sum(boards, axis=0) / (SHADES - 1)
    places = np.arange(-LEADS[0] + 6, SPOTS - LEADS[-1] // 2 - 1)
    ahead = [-sum(board[m + (lead + 1) // 2, m - lead // 2] for lead in LEADS) for m in places]
    smooth, places = np.convolve(ahead, np.ones(5) / 5, "valid"), places[2:-2]
    return places, smooth - np.polyval(np.polyfit(places, smooth, 2), places)


def draw_pictures(rows: list[Row], what: str, title: str, columns: int = 4) -> Any:
    """Pictures side by side: white is absent, black is dominant, the origin at the top left."""
    from matplotlib.figure import Figure

    panels = [(row["panel"], row["grey"]) for row in rows if row["what"] == what]
    lines = -(-len(panels) // columns)
    figure = Figure(figsize=(2.6 * columns, 2.8 * lines), layout="constrained")
    for n, (name, values) in enumerate(panels):
        axes = figure.add_subplot(lines, columns, n + 1)
        axes.imshow(np.reshape(values, (SPOTS, SPOTS)), cmap="Greys", vmin=0, vmax=SHADES - 1, interpolation="nearest")
        axes.set_title(name, fontsize=8)
        axes.tick_params(labelsize=6)
        if n % columns == 0:
            axes.set_ylabel("own score", fontsize=7)
        if n >= len(panels) - columns:
            axes.set_xlabel("other's score", fontsize=7)
    figure.suptitle(title, fontsize=10)
    return figure


def draw_boxes(panels: list[tuple[str, list[list[int]]]], labels: list[str], title: str, columns: int = 4) -> Any:
    """Box plots of match spreads, side by side."""
    from matplotlib.figure import Figure

    lines = -(-len(panels) // columns)
    figure = Figure(figsize=(4.0 * min(columns, len(panels)), 3.2 * lines), layout="constrained")
    for n, (name, samples) in enumerate(panels):
        axes = figure.add_subplot(lines, min(columns, len(panels)), n + 1)
        axes.boxplot(samples)
        axes.set_xticks(range(1, len(samples) + 1), labels[: len(samples)], rotation=60, ha="right", fontsize=7)
        axes.tick_params(axis="y", labelsize=7)
        axes.axhline(0, color="grey", linewidth=0.6)
        axes.set_title(name, fontsize=8)
        if n % columns == 0:
            axes.set_ylabel("point spread", fontsize=8)
    figure.suptitle(title, fontsize=10)
    return figure


def draw_borders(rows: list[Row], learners: Sequence[str]) -> Any:
    """The wave that the border between winning and losing play makes along the diagonal."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.0 * len(learners), 3.0), layout="constrained")
    for n, who in enumerate(learners):
        axes = figure.add_subplot(1, len(learners), n + 1)
        for role in ROLES:
            axes.plot(*border(rows, who, role), label=role)
        axes.axhline(0, color="grey", linewidth=0.6)
        axes.set_title(who, fontsize=9)
        axes.set_xlabel("mean of both scores", fontsize=8)
        axes.tick_params(labelsize=7)
        axes.legend(fontsize=7)
    figure.suptitle("Lead from which the winning side's strategies are played, less its trend", fontsize=10)
    return figure


def draw_curves(curves: dict[str, list[Row]], steps: list[int], title: str) -> Any:
    """Points a game with 95% intervals over the training, a line a learner."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.2), layout="constrained")
    axes = figure.add_subplot()
    for name, rows in curves.items():
        means, lows, highs = ([row[key] for row in rows] for key in ("spread", "spread_low", "spread_high"))
        axes.plot(steps, means, marker="o", markersize=3, label=name)
        axes.fill_between(steps, lows, highs, alpha=0.25)
    axes.axhline(0, color="grey", linewidth=0.6)
    axes.set_xlabel("training games")
    axes.set_ylabel("points a game")
    axes.set_title(title, fontsize=10)
    axes.legend(fontsize=8)
    return figure
