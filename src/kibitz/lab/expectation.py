"""What a claim expects of our numbers, as a rule that can be checked.

A rule compares numbers in the order in which a claim names its findings (``first``, ``second`` …) with each other and
with plain numbers: ``first > 0.5``, ``first = 0.7321 +- 0.02``, ``first - second > 0.02``, ``first < second < third``.
A rule that begins with its comparison is about ``first``; one that begins with ``each`` is about every finding by
itself; ``and`` stands between two rules that must both hold. ``new`` expects nothing: there is no number to compare
with.

Numbers carry their 95% intervals into the comparison. ``<`` and ``>`` want the intervals apart, ``<=`` and ``>=`` are
content if nothing speaks against them, and ``= b +- t`` wants the whole interval within t of b.

>>> holds("> 0.5", [Quantity(0.62, 0.61, 0.63)])
True
>>> holds("> 0.5", [Quantity(0.505, 0.49, 0.52)]) is None
True
>>> holds("first = second +- 0.02", [Quantity(0.60), Quantity(0.55)])
False
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.errors import BadClaim

NAMES = ("first", "second", "third", "fourth", "fifth")
NEW = "new"
SIGNS = {"+-": "±", "-": "−", "<=": "≤", ">=": "≥"}
"""How a page writes what a rule spells in ASCII."""
COMPARISON = re.compile(r"(<=|>=|<|>|=)")


@dataclass(frozen=True)
class Quantity:
    """A number and the 95% interval around it; a number known exactly is its own interval."""

    ours: float
    low: float | None = None
    high: float | None = None

    @property
    def least(self) -> float:
        return self.ours if self.low is None else self.low

    @property
    def most(self) -> float:
        return self.ours if self.high is None else self.high


def holds(rule: str, found: Sequence[Quantity]) -> bool | None:
    """Whether the numbers found are as the rule expects; None where the intervals leave it open."""
    if " and " in rule:
        return _all([holds(part, found) for part in rule.split(" and ")])
    if rule.startswith("each "):
        return _all([holds(rule.removeprefix("each "), [quantity]) for quantity in found])
    parts = [part.strip() for part in COMPARISON.split(rule)]
    if len(parts) < 3:
        raise BadClaim(f"{rule!r} compares nothing; a rule reads 'first > 0.5', 'first = 0.73 +- 0.02' or '{NEW}'")
    parts[0] = parts[0] or NAMES[0]
    links = zip(parts[0:-2:2], parts[1:-1:2], parts[2::2])
    return _all([_compare(left, sign, right, found) for left, sign, right in links])


def told(rule: str, unit: str = "") -> str:
    """A rule as a page says it, in the unit in which the numbers stand there; nothing where nothing is expected.

    >>> [told("= 0.58 +- 0.02", "%"), told("first - second > 0.02", "%"), told("> 0"), told(NEW)]
    ['58% ± 2%', 'first − second > 2%', '> 0', '']
    >>> told("each 0 <= first <= 0", "points")
    'each an interval that holds 0'
    """
    if rule == NEW:
        return ""
    rule = rule.replace("0 <= first <= 0", "an interval that holds 0")
    words = rule.removeprefix("= ").split()
    shown = [_shown(word, unit) if word[-1].isdigit() else SIGNS.get(word, word) for word in words]
    return " ".join(shown)


def _shown(number: str, unit: str) -> str:
    value = f"{100 * float(number):.6g}%" if unit == "%" else f"{float(number):,.6g}"
    return value.replace("-", "−")


def _all(answers: Sequence[bool | None]) -> bool | None:
    if False in answers:
        return False
    return None if None in answers else True


def _compare(left: str, sign: str, right: str, found: Sequence[Quantity]) -> bool | None:
    a = _term(left, found)
    if sign == "=":
        middle, _, tolerance = right.partition("+-")
        return _within(a, _term(middle, found), float(tolerance or 0))
    b = _term(right, found)
    if sign in ("<", "<="):
        a, b = b, a
    if sign in ("<=", ">="):
        return a.most >= b.least
    return True if a.least > b.most else False if a.most <= b.least else None


def _within(a: Quantity, b: Quantity, tolerance: float) -> bool | None:
    below, above = b.least - tolerance, b.most + tolerance
    if below <= a.least and a.most <= above:
        return True
    return False if a.most < below or a.least > above else None


def _term(text: str, found: Sequence[Quantity]) -> Quantity:
    left, minus, right = text.strip().partition(" - ")
    if minus:
        a, b = _term(left, found), _term(right, found)
        return Quantity(a.ours - b.ours, a.least - b.most, a.most - b.least)
    if left in NAMES:
        if NAMES.index(left) >= len(found):
            raise BadClaim(f"the rule speaks of the {left} finding, of which there are {len(found)}")
        return found[NAMES.index(left)]
    try:
        return Quantity(float(left))
    except ValueError:
        raise BadClaim(f"{left!r} is no number and none of {', '.join(NAMES)}") from None
