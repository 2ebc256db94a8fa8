"""The tutor: a word before a costly move is final."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.coach.hint import Advice, hint, sentence
from kibitz.coach.review import MARKS, mark_of
from kibitz.coach.words import amount
from kibitz.errors import KibitzError, suggest
from kibitz.state import Move, State

OFF, GENTLE, STRICT = LEVELS = ("off", "gentle", "strict")
"""Gentle names no better move; strict speaks of smaller losses too, and says what is better."""


@dataclass(frozen=True)
class Warning:
    """What the tutor says about a move that is about to be played."""

    move: Move
    loss: float
    mark: str
    says: str
    """Shown before the move is final."""
    better: str
    """The better move and why; strict shows it, gentle keeps it until asked."""


def level_of(text: str) -> str:
    """A level by name."""
    if text not in LEVELS:
        raise KibitzError(f"no tutor {text!r}; {suggest(text, LEVELS)}")
    return text


def warn(state: State, move: Move, level: str = GENTLE) -> Warning | None:
    """What the tutor has to say about a move, before it is played; None where it is good enough.

    Gentle speaks from the loss of a mistake on, strict from an inaccuracy on.
    """
    if level_of(level) == OFF or len(state.legal_codes) == 1:
        return None
    found = hint(state)
    chosen = found.of(move.code)
    least = MARKS[found.unit][1 if level == GENTLE else 0]
    if chosen.loss < least or chosen.is_about_best:
        return None
    return Warning(
        move, chosen.loss, mark_of(chosen.loss, found.unit), _says(chosen, found.unit, level),
        sentence(state, found.unit, found.advice, chosen),
    )  # fmt: skip


def _says(chosen: Advice, unit: str, level: str) -> str:
    if level == GENTLE:
        return "There is something better: try again, or play it anyway?"
    return f"That costs {amount(chosen.loss, unit)}: play it anyway?"
