"""What the experiments with weighted strategies share: matches, their points, and pictures of weights."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from kibitz.arena.match import Z
from kibitz.games.cribbage.agents._strategies import NAMES, SPOTS, STRATEGIES
from kibitz.games.cribbage.rules import SKUNK
from kibitz.lab.experiment import Row


def in_parallel(work: Callable[[Any], Any], items: Iterable[Any]) -> list[Any]:
    """Do the same for each item, as many at a time as there are cores. Results come in the items' order."""
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
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


def spreads(differences: np.ndarray, length: int, most: int) -> list[int]:
    """The point spreads of the first so many matches of a length that the games make up."""
    matches = min(len(differences) // length, most)
    return differences[: matches * length].reshape(matches, length).sum(axis=1).astype(int).tolist()


# --- pictures -------------------------------------------------------------------------------------


def picture(weights: np.ndarray, role: int, strategy: int) -> list[int]:
    """One strategy's weights over the board as grey values from 0 to 255, own score by other's."""
    board = weights.reshape(2, SPOTS, SPOTS, STRATEGIES)[role, :, :, strategy]
    return np.clip(np.rint(255 * board), 0, 255).astype(int).ravel().tolist()


def draw_pictures(panels: list[tuple[str, list[int]]], title: str, columns: int = 4) -> Any:
    """Pictures side by side: white is absent, black is dominant, the origin at the top left."""
    from matplotlib.figure import Figure

    rows = -(-len(panels) // columns)
    figure = Figure(figsize=(2.6 * columns, 2.8 * rows))
    for n, (name, values) in enumerate(panels):
        axes = figure.add_subplot(rows, columns, n + 1)
        axes.imshow(np.reshape(values, (SPOTS, SPOTS)), cmap="Greys", vmin=0, vmax=255, interpolation="nearest")
        axes.set_title(name, fontsize=8)
        axes.tick_params(labelsize=6)
        if n % columns == 0:
            axes.set_ylabel("own score", fontsize=7)
        if n >= len(panels) - columns:
            axes.set_xlabel("other's score", fontsize=7)
    figure.suptitle(title, fontsize=10)
    return figure


def draw_boxes(groups: dict[str, list[list[int]]], labels: list[str], title: str) -> Any:
    """Box plots of match spreads, one panel a match length."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.2 * len(groups), 3.4))
    for n, (name, samples) in enumerate(groups.items()):
        axes = figure.add_subplot(1, len(groups), n + 1)
        axes.boxplot(samples)
        axes.set_xticks(range(1, len(labels) + 1), labels, rotation=60, ha="right", fontsize=7)
        axes.axhline(0, color="grey", linewidth=0.6)
        axes.set_title(name, fontsize=9)
        axes.set_ylabel("point spread", fontsize=8)
    figure.suptitle(title, fontsize=10)
    return figure


def final_pictures(rows: list[Row], who: str, title: str, role: str) -> Any:
    """All eight strategies of one learner in one role."""
    found = {row["strategy"]: row["grey"] for row in rows if row["what"] == f"picture {who} {role}"}
    return draw_pictures([(name, found[name]) for name in NAMES if name in found], f"{title}, as {role}")


def picture_rows(weights: np.ndarray, who: str, roles: tuple[str, ...] = ("pone", "dealer")) -> list[Row]:
    return [
        {"what": f"picture {who} {role}", "strategy": name, "grey": picture(weights, ("pone", "dealer").index(role), j)}
        for role in roles
        for j, name in enumerate(NAMES)
    ]
