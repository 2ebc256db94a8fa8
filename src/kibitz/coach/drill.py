"""Learning from one's own mistakes: the positions to ask again, and whether an answer is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.coach.hint import hint, sentence
from kibitz.coach.review import MARKS, Decision, Review
from kibitz.state import Move, State


@dataclass(frozen=True)
class Answer:
    """What an answer was worth."""

    right: bool
    """Whether it is the best move or loses less than an inaccuracy."""
    loss: float
    unit: str
    best: list[Move]
    """The best move, and those that cannot be told from it."""
    sentence: str
    """The best move and why, for after the answer."""


def lessons(found: Review, seats: Sequence[int]) -> list[Decision]:
    """The decisions of these seats that are worth asking again, the worst first."""
    return [decision for decision in found.worst() if decision.seat in seats]


def answer(state: State, move: Move) -> Answer:
    """Judge an answer to the question what to play here."""
    found = hint(state)
    chosen = found.of(move.code)
    right = chosen.is_about_best or chosen.loss < MARKS[found.unit][0]
    other = None if right else chosen
    best = [advice.move for advice in found.advice if advice.is_about_best]
    return Answer(right, chosen.loss, found.unit, best, sentence(state, found.unit, found.advice, other))


def position(state: State, number: int) -> State:
    """A game as it was after so many moves."""
    earlier = State(state.game, state.options, state.seed)
    for code in state.moves[:number]:
        earlier.push(code)
    return earlier
