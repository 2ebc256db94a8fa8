"""What the experiments with weighted strategies share: matches, their points, and pictures of weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.games.cribbage.lab import _pictures
from kibitz.games.cribbage.lab._pictures import ROLES
from kibitz.games.cribbage.rules import SKUNK
from kibitz.games.cribbage.weighted.strategies import NAMES, SPOTS
from kibitz.lab import Row, figures, of_mean, where


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
    return {"games": int(duplicates.size), **of_mean("spread", spread), **of_mean("win_rate", won)}


def spreads(duplicates: np.ndarray, length: int, most: int) -> list[int]:
    """The point spreads of the first so many matches of a length.

    Duplicates of a deal stand in different matches, so that a match is left to luck as the thesis' are.
    """
    games = duplicates.T.ravel()
    matches = min(len(games) // length, most)
    return games[: matches * length].reshape(matches, length).sum(axis=1).astype(int).tolist()


# --- pictures -------------------------------------------------------------------------------------

SHADES = 16
"""Of grey, which are enough to look at and keep the results small."""


def picture(weights: np.ndarray, role: str, strategy: str) -> list[int]:
    """One strategy's weights over the board as shades of grey, own score by other's."""
    board = _pictures.boards(weights, role)[..., NAMES.index(strategy)]
    return np.clip(np.rint((SHADES - 1) * board), 0, SHADES - 1).astype(int).ravel().tolist()


def strategy_rows(weights: np.ndarray, who: str) -> list[Row]:
    """All eight strategies of a learner in both roles."""
    return [
        {"what": f"strategies of {who}", "panel": f"{name}, {role}", "grey": picture(weights, role, name)}
        for role in ("dealer", "pone")
        for name in NAMES
    ]


def weights_of(rows: list[Row], who: str) -> np.ndarray:
    """A learner's weights as its stored pictures show them: by role, own score, other's score and strategy."""
    found = {row["panel"]: row["grey"] for row in where(rows, what=f"strategies of {who}")}
    panels = [np.reshape(found[f"{name}, {role}"], (SPOTS, SPOTS)) for role in ROLES for name in NAMES]
    return np.moveaxis(np.reshape(panels, (len(ROLES), len(NAMES), SPOTS, SPOTS)), 1, -1) / (SHADES - 1)


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


def border(rows: list[Row], who: str, role: str) -> tuple[np.ndarray, np.ndarray]:
    """From how many points ahead a learner plays as one who wins, along the diagonal of the board, less its trend."""
    found = {row["panel"]: row["grey"] for row in rows if row["what"] == f"strategies of {who}"}
    shown = [np.reshape(found[f"{name}, {role}"], (SPOTS, SPOTS)) for name in WINNING]
    places, ahead = _pictures.border(np.sum(shown, axis=0) / (SHADES - 1))
    return places, _pictures.wave(places, ahead)


def draw_pictures(rows: list[Row], what: str, title: str) -> Any:
    """Pictures side by side: white is absent, black is dominant, the origin at the top left."""
    shown = where(rows, what=what)
    names = [row["panel"] for row in shown]
    figure, axes = figures.panels(names, "other's score", "own score", title=title, size=(2.6, 2.8))
    for one, row in zip(axes, shown, strict=True):
        figures.shades(one, np.reshape(row["grey"], (SPOTS, SPOTS)), SHADES - 1)
    return figure


def draw_boxes(panels: list[tuple[str, list[list[int]]]], labels: list[str], title: str) -> Any:
    """Box plots of match spreads, side by side."""
    figure, axes = figures.panels([name for name, _ in panels], "", "point spread", title=title)
    for one, (_, samples) in zip(axes, panels, strict=True):
        figures.boxes(one, samples, labels)
        figures.level(one, 0)
    return figure


def draw_borders(rows: list[Row], learners: Sequence[str]) -> Any:
    """The wave that the border between winning and losing play makes along the diagonal."""
    title = "Lead from which the winning side's strategies are played, less its trend"
    figure, axes = figures.panels(learners, "mean of both scores", "points", title=title, size=(4, 3))
    for one, who in zip(axes, learners, strict=True):
        for role in ROLES:
            one.plot(*border(rows, who, role), label=role)
        figures.level(one, 0)
        figures.legend(one, fontsize=7)
    return figure
