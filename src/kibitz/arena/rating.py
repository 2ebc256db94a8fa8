"""Strength on one scale: a Bradley–Terry fit with bootstrap intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

SCALE = 400 / np.log(10)
"""Ratings are read like chess ratings: 400 points are odds of ten to one."""

UNSEEN = 3
"""So many losses are still likely (5%) where none was seen in many games."""


@dataclass(frozen=True)
class Rating:
    """A player's strength; the mean of all players with a finite rating is 0."""

    value: float
    """Infinite for a player who was never beaten by (or never beat) those with a finite one."""
    low: float
    """The 95% interval, by bootstrap over deals; of a player never beaten, what it is at least."""
    high: float

    def __str__(self) -> str:
        if math.isfinite(self.value):
            return f"{self.value:+.0f} ± {(self.high - self.low) / 2:.0f}"
        if math.isnan(self.value):
            return "never met the others"
        return f"unbeaten, above {self.low:+.0f}" if self.value > 0 else f"winless, below {self.high:+.0f}"


def rate(wins: np.ndarray, *, seed: int = 0, resamples: int = 200) -> list[Rating]:
    """Rate players. ``wins[d, i, j]`` is how often `i` finished above `j` in deal (or block) `d`."""
    total = wins.sum(axis=0)
    fitted = _fit(total)
    rng = np.random.default_rng(seed)
    weights = rng.multinomial(len(wins), np.full(len(wins), 1 / len(wins)), size=resamples)
    drawn = np.array([_fit(np.tensordot(w, wins, axes=1)) for w in weights])
    # Never between an infinite rating and a finite one.
    low = np.percentile(drawn, 2.5, axis=0, method="lower")
    high = np.percentile(drawn, 97.5, axis=0, method="higher")
    for i in np.flatnonzero(np.isinf(fitted)):
        met = total[i] + total[:, i]
        unseen = np.zeros_like(total)
        unseen[:, i] = UNSEEN * met / met.sum()
        again = _fit(total + (unseen if fitted[i] > 0 else unseen.T))
        bound = again[i] - again[np.isfinite(fitted)].mean()
        low[i], high[i] = (bound, math.inf) if fitted[i] > 0 else (-math.inf, bound)
    return [Rating(*map(float, triple)) for triple in zip(fitted, low, high, strict=True)]


def _fit(wins: np.ndarray) -> np.ndarray:
    """The strengths under which these wins are likeliest.

    They are finite only among players of whom each has beaten each, directly or over others. The largest such
    group (of equals the weakest) gets finite ones. Who beat some of them and was beaten by none is infinitely
    stronger.
    """
    beats = wins > 0
    reaches = beats | np.eye(len(wins), dtype=bool)
    for _ in range(len(wins)):
        reaches = reaches @ reaches
    groups = reaches & reaches.T
    group = groups[np.lexsort((reaches.sum(axis=1), -groups.sum(axis=1)))[0]]
    above, below = reaches[:, group].any(axis=1) & ~group, reaches[group].any(axis=0) & ~group
    ratings = np.where(above, math.inf, np.where(below, -math.inf, math.nan))
    ratings[group] = SCALE * _strengths(wins[np.ix_(group, group)])
    return ratings


def _strengths(wins: np.ndarray) -> np.ndarray:
    """Newton's method on the logarithm of the likelihood, which has one maximum."""
    games, strengths = wins + wins.T, np.zeros(len(wins))
    for _ in range(200):
        expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        slope = wins.sum(axis=1) - (games * expected).sum(axis=1)
        weight = games * expected * (1 - expected)
        change = np.linalg.lstsq(np.diag(weight.sum(axis=1)) - weight, slope, rcond=None)[0]
        change = np.clip(change - change.mean(), -2, 2)
        strengths += change
        if abs(change).max() < 1e-10:
            break
    return strengths - strengths.mean()
