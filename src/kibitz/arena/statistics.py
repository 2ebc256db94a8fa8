"""What so many games say about the truth: intervals that stay honest with few games and at the ends."""

from __future__ import annotations

import math

import numpy as np

Z = 1.959963984540054
"""A normal variable lies within this many deviations of its mean 95% of the time."""

FEW_FREEDOMS = {1: 12.7062, 2: 4.3027}
"""Student's bounds for two and for three samples, where the expansion below does not hold."""

EXPECTED_STOP = 2000
"""Pairs at which an interval that holds at any time is narrowest."""


def interval(samples: np.ndarray) -> tuple[float, float]:
    """The 95% interval of a mean, by Student's t."""
    if len(samples) < 2:
        return -math.inf, math.inf
    half = student(len(samples) - 1) * samples.std(ddof=1) / math.sqrt(len(samples))
    return float(samples.mean() - half), float(samples.mean() + half)


def interval_of_sums(count: float, total: float, squares: float) -> tuple[float, float]:
    """The 95% interval of a mean, from the number of samples, their sum and the sum of their squares.

    >>> interval_of_sums(4, 6.0, 14.0) == interval(np.array([0.0, 1.0, 2.0, 3.0]))
    True
    """
    if count < 2:
        return -math.inf, math.inf
    mean = total / count
    deviation = math.sqrt(max(squares / count - mean**2, 0.0) * count / (count - 1))
    half = student(int(count) - 1) * deviation / math.sqrt(count)
    return float(mean - half), float(mean + half)


def student(freedoms: int) -> float:
    """How many deviations hold 95% of the time where the deviation itself is estimated.

    >>> [round(student(n), 2) for n in (1, 2, 3, 10, 1000)]
    [12.71, 4.3, 3.16, 2.23, 1.96]
    """
    if freedoms in FEW_FREEDOMS:
        return FEW_FREEDOMS[freedoms]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedoms + second / freedoms**2 + third / freedoms**3


def share_interval(samples: np.ndarray) -> tuple[float, float]:
    """The 95% interval of the mean of results from 0 to 1, wins for example.

    As if two wins and two losses more had been seen (Agresti and Coull): ten wins of ten are not certainty.

    >>> low, high = share_interval(np.ones(2))
    >>> round(low, 2), high
    (0.29, 1.0)
    """
    mean, deviation, count = with_two_of_each(samples)
    half = Z * deviation / math.sqrt(count)
    return max(mean - half, 0.0), min(mean + half, 1.0)


def anytime_interval(samples: np.ndarray) -> tuple[float, float]:
    """The 95% interval of a mean that holds wherever one stops, whatever made one stop.

    A confidence sequence (Robbins' normal mixture): it holds for all lengths at once 95% of the time.
    """
    half = _at_any_time(samples.std(ddof=1), len(samples)) if len(samples) > 1 else math.inf
    return float(samples.mean() - half), float(samples.mean() + half)


def anytime_share_interval(samples: np.ndarray) -> tuple[float, float]:
    """The same for results from 0 to 1."""
    mean, deviation, count = with_two_of_each(samples)
    half = _at_any_time(deviation, count)
    return max(mean - half, 0.0), min(mean + half, 1.0)


def _at_any_time(deviation: float, count: float) -> float:
    alpha = 0.05
    spread = (-2 * math.log(alpha) + math.log(1 - 2 * math.log(alpha))) / EXPECTED_STOP
    grown = count * spread + 1
    return deviation * math.sqrt(2 * grown / (count**2 * spread) * math.log(math.sqrt(grown) / alpha))


def with_two_of_each(samples: np.ndarray) -> tuple[float, float, float]:
    """Mean, deviation and number of the samples and Z squared imagined ones, half of them 0 and half 1."""
    imagined = Z**2
    count = len(samples) + imagined
    mean = (samples.sum() + imagined / 2) / count
    squares = (np.square(samples).sum() + imagined / 2) / count
    return float(mean), math.sqrt(max(squares - mean**2, 0.0)), count
