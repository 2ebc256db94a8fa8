"""Questions with one right number. A game that has some has a ``quiz.py`` with ``ask(seed) -> Question``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.errors import KibitzError
from kibitz.game import game, games


@dataclass(frozen=True)
class Question:
    """One question about some cards."""

    question: str
    cards: list[int]
    starter: int | None
    """The card turned up, where there is one."""
    crib: bool
    """Whether the cards are a crib."""
    answer: int
    explained: str
    """How the answer comes about."""


def quizzes() -> list[str]:
    """The games that have a quiz."""
    return [name for name in games() if game(name).module("quiz")]


def ask(name: str, seed: int) -> Question:
    """A question about a game, the same for the same seed.

    >>> ask("cribbage", 7) == ask("cribbage", 7)
    True
    """
    questions: Any = game(name).module("quiz")
    if questions is None:
        raise KibitzError(f"{name} has no quiz; {', '.join(quizzes())} have one")
    return questions.ask(seed)
