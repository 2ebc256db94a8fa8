"""What a picture of weights shows, as numbers: which strategy rules where, how settled the places are, the border.

A picture is one learner's weights over role, own score, other's score and strategy. A strategy rules a place if its
weight is the largest there. Lead is own score less the other's; training begins with leads of sixty at most, so
pictures are read within these.
"""

from __future__ import annotations

import numpy as np

from kibitz.games.cribbage.weighted.strategies import NAMES, SPOTS, STRATEGIES

ROLES = ("pone", "dealer")
SETTLED = 0.9
"""A place is settled once its largest weight is above this."""
FURTHEST = 60
BANDS = {
    "26 to 60 ahead": (26, FURTHEST),
    "2 to 25 ahead": (2, 25),
    "within a point": (-1, 1),
    "2 to 25 behind": (-25, -2),
    "26 to 60 behind": (-FURTHEST, -26),
}
"""Parts of the board by lead; the thesis names the second for hand_max_min."""
WHOLE = (-FURTHEST, FURTHEST)
LEADS = range(-24, 40)
"""Leads over which the border between winning and losing play is looked for."""
LATE = 80
"""Mean of both scores from which the border counts as near the end; it can be followed up to 98."""


def boards(weights: np.ndarray, role: str) -> np.ndarray:
    """One role's weights: own score, other's score, strategy."""
    return weights.reshape(2, SPOTS, SPOTS, STRATEGIES)[ROLES.index(role)]


def within(band: tuple[int, int]) -> np.ndarray:
    """The places of a band of leads."""
    own, other = np.indices((SPOTS, SPOTS))
    return (band[0] <= own - other) & (own - other <= band[1])


def ruled(weights: np.ndarray, role: str, band: tuple[int, int]) -> dict[str, float]:
    """The share of a band's places that each strategy rules."""
    rulers = boards(weights, role)[within(band)].argmax(axis=1)
    return {name: float((rulers == j).mean()) for j, name in enumerate(NAMES)}


def settled(weights: np.ndarray, role: str, band: tuple[int, int] = WHOLE) -> float:
    """The share of a band's places that are settled."""
    return float((boards(weights, role)[within(band)].max(axis=1) > SETTLED).mean())


def agreement(one: np.ndarray, other: np.ndarray, role: str, band: tuple[int, int]) -> float:
    """The share of a band's places that the same strategy rules in both pictures."""
    rulers = [boards(weights, role)[within(band)].argmax(axis=1) for weights in (one, other)]
    return float((rulers[0] == rulers[1]).mean())


def largest(weights: np.ndarray, role: str, band: tuple[int, int] = WHOLE) -> np.ndarray:
    """The largest weight of each place of a band."""
    return boards(weights, role)[within(band)].max(axis=1)


def mean_weight(weights: np.ndarray, role: str, band: tuple[int, int], strategy: str) -> float:
    """What a strategy weighs on average over a band: how dark its picture is there."""
    return float(boards(weights, role)[within(band)][:, NAMES.index(strategy)].mean())


def islands(weights: np.ndarray, role: str, band: tuple[int, int], most: int = 5) -> int:
    """How many spots of at most so many neighbouring places one strategy rules amid others."""
    from scipy.ndimage import label

    rulers = np.where(within(band), boards(weights, role).argmax(axis=2), -1)
    found = 0
    for j in range(STRATEGIES):
        spots, count = label(rulers == j)
        found += int((np.bincount(spots.ravel(), minlength=count + 1)[1:] <= most).sum())
    return found


def border(board: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """From how many points ahead what the board shows is played, by the mean of both scores; five points together."""
    places = np.arange(-LEADS[0] + 6, SPOTS - LEADS[-1] // 2 - 1)
    ahead = [LEADS[-1] + 1 - sum(board[m + (lead + 1) // 2, m - lead // 2] for lead in LEADS) for m in places]
    return places[2:-2], np.convolve(ahead, np.ones(5) / 5, "valid")


def wave(places: np.ndarray, ahead: np.ndarray) -> np.ndarray:
    """How the border swings around its trend, a parabola."""
    return ahead - np.polyval(np.polyfit(places, ahead, 2), places)


def border_of(weights: np.ndarray, role: str, strategy: str) -> tuple[np.ndarray, np.ndarray]:
    """The border of one strategy's picture."""
    return border(boards(weights, role)[..., NAMES.index(strategy)])
