"""Numbers as people read them: on pages, in tables, along axes and at the points of a figure.

A share is told per hundred where its unit is ``%``; nothing is told in more than one digit beyond what is certain.
"""

from __future__ import annotations

import math

PERCENT = "%"
"""The unit in which a share is told per hundred."""
LARGE = {"billion": 1e9, "million": 1e6}


def number(value: float | str | None, unit: str = "") -> str:
    """A number of four digits, or what a paper says in words.

    >>> [number(value) for value in (None, "about 80%", 120, 0.78866, 0.99999, -1234567.8, 0.0000104834)]
    ['–', 'about 80%', '120', '0.7887', '1', '−1,234,568', '0.00001048']
    >>> [number(value, "%") for value in (None, "about 80%", 0.5427, 0.378)]
    ['–', 'about 80%', '54.27%', '37.8%']
    """
    if value is None or isinstance(value, str):
        return "–" if value is None else value
    if unit == PERCENT:
        return f"{number(100 * value)}%"
    whole = float(value).is_integer() or abs(value) >= 1000
    if whole:
        return _fixed(value, 0)
    return _fixed(value, 3 - math.floor(math.log10(abs(value)))).rstrip("0").rstrip(".")


def with_interval(ours: float, low: float | None, high: float | None, unit: str = "") -> str:
    """A number with its 95% interval, in at most one digit more than is certain, and at most five.

    >>> with_interval(191.8229, 191.588, 192.0579), with_interval(-13.6826, -17.0991, -10.2661)
    ('191.82 [191.59, 192.06]', '−13.7 [−17.1, −10.3]')
    >>> with_interval(0.80326112, 0.80317811, 0.80334412)
    '0.80326 [0.80318, 0.80334]'
    >>> with_interval(0.3183, 0.3121, 0.3245, "%"), with_interval(0.3183, None, None, "%")
    ('31.83% [31.21, 32.45]', '31.83%')
    >>> with_interval(1, 1, 1, "%")
    '100% [100, 100]'
    """
    if low is None or high is None:
        return number(ours, unit)
    sign = unit if unit == PERCENT else ""
    if sign:
        ours, low, high = 100 * ours, 100 * low, 100 * high
    if high <= low:
        return f"{number(ours)}{sign} [{number(low)}, {number(high)}]"
    certain, digits = (math.floor(math.log10(size)) for size in ((high - low) / 2, max(abs(low), abs(high))))
    places = max(min(1 - certain, 4 - digits), 0)
    return f"{_fixed(ours, places)}{sign} [{_fixed(low, places)}, {_fixed(high, places)}]"


def amount(value: float) -> str:
    """How much there is of something, as one says it.

    >>> [amount(n) for n in (0, 0.25, 4000, 50_000, 1_500_000, 2e9, 1.00034e9)]
    ['0', '0.25', '4,000', '50,000', '1.5 million', '2 billion', '1 billion']
    """
    name, size = unit_of(value)
    return f"{value / size:.3g} {name}" if name else f"{value:,.6g}"


def unit_of(value: float) -> tuple[str, float]:
    """In which unit a number of that size is told: its name, empty for a plain number, and how much it is."""
    return next(((name, size) for name, size in LARGE.items() if abs(value) >= size), ("", 1.0))


def _fixed(value: float, places: int) -> str:
    return f"{value:,.{places}f}".replace("-", "−")
