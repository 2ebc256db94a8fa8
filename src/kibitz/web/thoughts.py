"""What a thinker can be asked. Runs in a process of its own: takes a position, answers with plain data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from kibitz import record
from kibitz.agent import Agent, build
from kibitz.coach import drill, tutor
from kibitz.coach.hint import Advice, hint, reason
from kibitz.coach.review import Review, review
from kibitz.coach.words import amount
from kibitz.game import game as find_game
from kibitz.state import State


@dataclass(frozen=True)
class Asked:
    """A game as far as it was played: all that a thinker needs to know of it."""

    game: str
    options: tuple[tuple[str, Any], ...]
    seed: int
    moves: tuple[int, ...]

    @classmethod
    def of(cls, state: State, number: int | None = None) -> Asked:
        """A game, or its beginning: so many moves."""
        moves = state.moves if number is None else state.moves[:number]
        return cls(state.game.name, tuple(asdict(state.options).items()), state.seed, tuple(moves))

    def state(self) -> State:
        """The game, replayed; quickly where this thinker has seen it before."""
        kept = _dealt(self.game, self.options, self.seed)
        same = 0
        for ours, theirs in zip(kept.moves, self.moves):
            if ours != theirs:
                break
            same += 1
        while len(kept.moves) > same:
            kept.pop()
        for code in self.moves[same:]:
            kept.push(code)
        return kept


@lru_cache(maxsize=256)
def _dealt(game: str, options: tuple[tuple[str, Any], ...], seed: int) -> State:
    found = find_game(game)
    return State(found, found.options(**dict(options)), seed)


@lru_cache(maxsize=64)
def _player(game: str, options: tuple[tuple[str, Any], ...], spec: str) -> Agent:
    found = find_game(game)
    return build(found, found.options(**dict(options)), spec)


def choose(asked: Asked, spec: str) -> int:
    """The move a computer player makes."""
    return _player(asked.game, asked.options, spec).choose(asked.state())


def can_play(asked: Asked, specs: list[str]) -> None:
    """Raises where a player does not know these rules."""
    for spec in specs:
        _player(asked.game, asked.options, spec)


def advise(asked: Asked) -> dict[str, Any]:
    """Every legal move with what it is worth, best first."""
    state = asked.state()
    found = hint(state)
    best, weaker = found.advice[0], [advice for advice in found.advice if not advice.is_about_best]

    def why(advice: Advice) -> str:
        """Of a weaker move what is wrong with it; of the best what the next weaker one would cost."""
        if advice is not best:
            return "" if advice.is_about_best else reason(state, best, advice)
        if not weaker:
            return ""
        said = reason(state, best, weaker[0])
        return f"{weaker[0].move.name} costs {amount(weaker[0].loss, found.unit)}{f': {said}' if said else ''}"

    return {
        "unit": found.unit,
        "sentence": found.sentence,
        "assumes": found.assumes,
        "advice": [
            {
                "code": advice.move.code,
                "name": advice.move.name,
                "value": advice.value,
                "loss": advice.loss,
                "error": advice.error,
                "equal": advice.is_about_best,
                "reason": why(advice),
                "details": advice.details,
            }
            for advice in found.advice
        ],
    }


def warn(asked: Asked, code: int, level: str) -> dict[str, Any] | None:
    """The tutor's words before a costly move, or None where it is good enough."""
    state = asked.state()
    found = tutor.warn(state, state.move(code), level)
    if found is None:
        return None
    strict = level == tutor.STRICT
    return {"text": found.says, "loss": found.loss if strict else None, "better": found.better if strict else None}


def look_over(asked: Asked) -> Review:
    """A whole game, every decision and every stroke of luck."""
    return review(asked.state())


def answer(asked: Asked, code: int) -> drill.Answer:
    """Whether a move is good enough in a position that is practised, and what is best there."""
    state = asked.state()
    return drill.answer(state, state.move(code))


def read_record(asked: None, text: str) -> Asked:
    """The game a record holds."""
    return Asked.of(record.read(text))


THOUGHTS: dict[str, Callable[..., Any]] = {
    thought.__name__: thought for thought in (choose, can_play, advise, warn, look_over, answer, read_record)
}
