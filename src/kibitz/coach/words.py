"""The coach's numbers as people say them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.agent import is_chance
from kibitz.coach.judge import POINTS

if TYPE_CHECKING:
    from kibitz.coach.luck import Chance
    from kibitz.coach.review import Review


def amount(value: float, unit: str) -> str:
    """A value in a sentence.

    >>> amount(0.523, "chance to win"), amount(0.004, "chance to win"), amount(12.25, "points")
    ('52%', '0.4%', '12.2 points')
    """
    if is_chance(unit):
        percent = 100 * value
        return f"{percent:.1f}%" if 0 < abs(percent) < 2 or 98 < abs(percent) < 100 else f"{percent:.0f}%"
    return f"{value:.1f} points" if unit == POINTS else f"{value:.3f}"


def figure(value: float, unit: str, sign: str = "") -> str:
    """A value in a table; with "+" as `sign`, always signed.

    >>> figure(0.0523, "chance to win", "+"), figure(12.25, "points")
    ('+5.2%', '12.2')
    """
    return f"{100 * value:{sign}.1f}%" if is_chance(unit) else f"{value:{sign}.1f}"


def side_rows(found: Review) -> dict[str, list[str]]:
    """All sides of a review in numbers: one row for each figure, one cell for each side."""
    unit, sides = found.unit, found.sides
    rows = {
        "unforced decisions": [str(side.decisions) for side in sides],
        "mean loss": [figure(side.mean_loss, unit) for side in sides],
        "played like": [side.rating for side in sides],
        "inaccuracies": [str(side.marks["inaccuracy"]) for side in sides],
        "mistakes": [str(side.marks["mistake"]) for side in sides],
        "blunders": [str(side.marks["blunder"]) for side in sides],
        "before the deal": [figure(side.start, unit) for side in sides],
        "luck": [f"{figure(side.luck, unit, '+')} ± {figure(side.luck_error, unit)}" for side in sides],
        "own losses": [figure(-side.lost, unit, "+") for side in sides],
        "the others' losses": [figure(side.given, unit, "+") for side in sides],
    }
    if len(sides) == 1:
        del rows["the others' losses"]
    if sides[0].result is not None:
        rows["hidden cards" if found.hides else "not foreseen"] = [figure(s.hidden or 0.0, unit, "+") for s in sides]
        rows["result"] = [figure(side.result or 0.0, unit) for side in sides]
        rows["result less luck"] = [figure(side.adjusted or 0.0, unit) for side in sides]
    return rows


def event_name(event: Chance) -> str:
    """When a chance event was."""
    return "the deal" if event.number < 0 else f"after move {event.number + 1}"


def by_whom(adviser: str, assumes: str) -> str:
    """Who says so, and what that takes for granted."""
    return f"says {adviser}, which assumes {assumes}" if assumes else f"says {adviser}"
