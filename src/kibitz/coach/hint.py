"""What to play here, what the other moves would lose, and why."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kibitz.agent import CHANCE, Agent, is_chance, spoken_name
from kibitz.coach.judge import POINTS, WORLDS, Judge, Judged, SampledJudge, judge_of
from kibitz.coach.words import amount
from kibitz.errors import GameOver
from kibitz.present.shown import Shown
from kibitz.state import Move, State

SURE = 2.0
"""Moves are told apart when what one loses is more than so many standard errors."""
NEGLIGIBLE = {CHANCE: 0.0005, POINTS: 0.05}
"""Nor are they told apart where the loss would be shown as 0.0."""


DECIDED = 0.0005
"""A chance below this, or as near to one, is shown as 0% or 100%."""


@dataclass(frozen=True)
class Advice:
    """One legal move and what it is worth."""

    move: Move
    value: float
    """To the player to move, in the hint's unit."""
    loss: float
    """What it gives away against the best move."""
    error: float = 0.0
    """The standard error of the value; 0 where it is not sampled."""
    loss_error: float = 0.0
    """The standard error of the loss."""
    details: dict[str, float] = field(default_factory=dict)
    """What else the adviser knows about it, in points for the player to move: what helps the other is negative."""
    negligible: float = 1e-9
    """A loss up to this one is none."""

    @property
    def is_about_best(self) -> bool:
        """Whether it cannot be told from the best move."""
        return self.loss <= max(SURE * self.loss_error, self.negligible)


@dataclass(frozen=True, repr=False)
class Hint(Shown):
    """Every legal move, best first."""

    adviser: str
    unit: str
    """What the values mean: "chance to win" from 0 to 1, "points", or whatever an adviser that was named speaks of."""
    advice: list[Advice]
    sentence: str
    """What to play and why, in one or two sentences."""
    assumes: str
    """What is taken for granted about the other player."""

    @property
    def best(self) -> Move:
        return self.advice[0].move

    def of(self, code: int) -> Advice:
        """What is said about one move."""
        return next(advice for advice in self.advice if advice.move.code == code)

    def shown(self) -> Any:
        from kibitz.present.tables import hint_table

        return hint_table(self)


def hint(state: State, adviser: str | Agent | None = None, *, worlds: int = WORLDS) -> Hint:
    """What each legal move is worth: by default as a chance to win, or as an agent that is named sees it.

    >>> import kibitz
    >>> s = kibitz.new("yacht", seed=7, players=1)
    >>> len(hint(s).advice) == len(s.legal)
    True
    """
    if state.is_over:
        raise GameOver("the game is over, so there is nothing to advise")
    judge = judge_of(state.game, state.options, adviser)
    advice = advise(state, judge, judge.judge(state, worlds=worlds))
    return Hint(judge.name, judge.unit, advice, sentence(state, judge.unit, advice), assumption(judge))


def advise(state: State, judge: Judge, judged: Judged) -> list[Advice]:
    """The moves of a position as they were judged, best first, with their names."""
    details = _details(state, judge, judged)
    negligible = NEGLIGIBLE.get(CHANCE if is_chance(judge.unit) else judge.unit, 1e-9)
    rows = zip(judged.codes, judged.values, judged.losses, judged.errors, judged.loss_errors)
    advice = [
        Advice(
            state.move(int(code)), float(value), float(loss), float(error), 0.0 if loss == 0 else float(loss_error),
            {name: float(column[i]) for name, column in details.items()}, negligible,
        )
        for i, (code, value, loss, error, loss_error) in enumerate(rows)
    ]  # fmt: skip
    return sorted(advice, key=lambda a: -a.value)


def sentence(state: State, unit: str, advice: list[Advice], other: Advice | None = None) -> str:
    """The best move and what another costs (by default the next best), with a reason where the game knows one."""
    best = advice[0]
    of_what = unit.removeprefix("chance") if is_chance(unit) else "" if unit == POINTS else f" ({unit})"
    said = f"{_capital(best.move.name)}: {amount(best.value, unit)}{of_what}."
    if len(advice) == 1:
        return f"{_capital(best.move.name)}: the only move."
    worse = [a for a in advice[1:] if not a.is_about_best]
    if not worse and unit == CHANCE and not DECIDED < best.value < 1 - DECIDED:
        end = "lost" if best.value < 0.5 else "won"
        return f"{_capital(best.move.name)}, or anything else: this is as good as {end}."
    if other is None:
        equal = len(advice) - 1 - len(worse)
        if equal and (known := about_equal(state, best)):
            said += f" {known}"
        elif equal:
            names = ", ".join(a.move.name for a in advice[1:] if a.is_about_best) if equal < 3 else f"{equal} others"
            said += f" {_capital(names)} {'is' if equal == 1 else 'are'} about equal."
        if not worse:
            return said
        other = worse[0]
    why = reason(state, best, other)
    costs = f"{_capital(other.move.name)} costs {amount(other.loss, unit)}"
    return f"{said} {costs}{f', because {why}' if why else ''}."


def reason(state: State, best: Advice, other: Advice) -> str:
    """Why one move is better than another, in the game's own words; empty where the game has none."""
    speak = getattr(state.game.module("advice"), "reason", None)
    return speak(state.view(state.player), best, other).strip().rstrip(".") if speak else ""


def about_equal(state: State, best: Advice) -> str:
    """Why others are as good as the best move, where the game has words for that; else empty."""
    speak = getattr(state.game.module("advice"), "about_equal", None)
    return speak(state.view(state.player), best) if speak else ""


def assumption(judge: Judge) -> str:
    """What is taken for granted about the other player."""
    if type(judge) is SampledJudge:
        who = "you play" if judge.seats == 1 else "all play"
        name = spoken_name(judge.name, vars(type(judge.policy)))
        return f"{who} on as {name} does, and unseen cards may lie anywhere"
    # The game's words are about its own adviser.
    speak = getattr(judge.game.module("advice"), "assumes", None)
    return speak(judge.options) if speak and judge.name == judge.game.adviser else ""


def _details(state: State, judge: Judge, judged: Judged) -> dict[str, Any]:
    adviser: Agent | None = getattr(judge, "adviser", None)
    columns = dict(adviser.details(state.view(state.player), judged.codes)) if adviser else {}
    columns.pop("error", None)  # every hint has that
    return columns


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
