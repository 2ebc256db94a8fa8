"""Strength on one scale: a Bradley–Terry fit with bootstrap intervals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

SCALE = 400 / np.log(10)
"""Ratings are read like chess ratings: 400 points are odds of ten to one."""


@dataclass(frozen=True)
class Rating:
    """A player's strength; the mean of all players rated together is 0."""

    value: float
    low: float
    """The 95% interval, by bootstrap over deals."""
    high: float


def rate(wins: np.ndarray, *, seed: int = 0, resamples: int = 200) -> list[Rating]:
    """Rate players. ``wins[d, i, j]`` is how often `i` finished above `j` in deal (or block) `d`."""
    fitted = _fit(wins.sum(axis=0))
    rng = np.random.default_rng(seed)
    weights = rng.multinomial(len(wins), np.full(len(wins), 1 / len(wins)), size=resamples)
    drawn = np.array([_fit(np.tensordot(w, wins, axes=1)) for w in weights])
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    return [Rating(*map(float, triple)) for triple in zip(fitted, low, high, strict=True)]


def _fit(wins: np.ndarray) -> np.ndarray:
    import choix

    # The pseudo-count keeps a player who never lost at a finite rating.
    strengths = choix.ilsr_pairwise_dense(wins, alpha=1e-3 * wins.sum() / len(wins) ** 2, max_iter=1000)
    return SCALE * (strengths - strengths.mean())
