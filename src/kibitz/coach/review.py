"""A game looked over once it has been played: every decision with what it lost, every stroke of luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.coach.hint import SURE, Advice, advise, assumption, sentence
from kibitz.coach.judge import CHANCE, POINTS, Judge, Judged, judge_of, outcomes
from kibitz.coach.luck import Chance, Luck, luck_of, positions
from kibitz.errors import KibitzError
from kibitz.game import Game
from kibitz.present.shown import WIDTH, Shown
from kibitz.state import Move, State

MARKS = {CHANCE: (0.05, 0.10, 0.15), POINTS: (2.0, 5.0, 10.0)}
"""From what loss on a move is an inaccuracy, a mistake, a blunder."""
NAMES = ("inaccuracy", "mistake", "blunder")
WORTH_A_WORD = {CHANCE: 0.01, POINTS: 0.5}
"""From what loss on a review says what was better, and why."""

WORDS = ("flawless", "expert", "strong", "good", "casual", "beginner")
"""How a side played, by its mean loss per unforced decision."""
RATINGS = {CHANCE: (0.001, 0.003, 0.006, 0.012, 0.025), POINTS: (0.05, 0.2, 0.5, 1.0, 2.0)}
"""Up to what mean loss each word but the last is said; a game's own ``RATINGS`` are fitted (`lab/ratings.py`)."""

WORLDS = 32
"""How often a sampled move is played out at first."""
ORDINARY = 250
"""Decisions up to which each gets so many worlds; in a longer game each gets fewer, so that a review stays quick.

More than a round of Rack-O for four has. In a game of many rounds playouts are longer too.
"""
FEWEST = 2
"""Worlds in which a sampled move is played out at least."""
SECOND_LOOK = 0.02
"""A move that seems to lose so much is looked at again."""
CLOSER = 12
"""How many times more worlds a second look takes."""


@dataclass(frozen=True)
class Decision:
    """One move that was played."""

    number: int
    """Of the move, from 0."""
    seat: int
    move: Move
    best: Move
    value: float
    """What the position was worth to the player with the best move."""
    loss: float
    """0 where it cannot be told from the best move."""
    loss_error: float
    """The standard error of the loss; 0 where it is not sampled."""
    mark: str
    """"inaccuracy", "mistake", "blunder", or empty."""
    forced: bool
    """Whether there was only one move."""
    why: str
    """Where the loss is worth a word: the better move and the reason."""
    told: str
    """What happened, as the player saw it."""


@dataclass(frozen=True)
class Side:
    """One player's game in a few numbers."""

    seat: int
    name: str
    decisions: int
    """That were not forced."""
    mean_loss: float
    """Per unforced decision."""
    rating: str
    marks: dict[str, int]
    start: float
    """What the game was worth to it before the deal."""
    luck: float
    luck_error: float
    lost: float
    """What its own moves lost, in all."""
    given: float
    """What it got of what the others' moves lost."""
    hidden: float | None
    """What the hidden cards decided, and whatever else the judge could not foresee; so that start, luck, losses and
    this are the result. None while the game is not over.
    """
    result: float | None
    """1 for a win, 0.5 for a draw, 0; alone, the points. None while the game is not over."""
    adjusted: float | None
    """The result less the luck."""


@dataclass(frozen=True, repr=False)
class Review(Shown):
    """A whole game, looked over."""

    game: str
    title: str
    unit: str
    adviser: str
    assumes: str
    decisions: list[Decision]
    chances: list[Chance]
    sides: list[Side]
    curve: list[list[float]]
    """What the game was worth to each seat, as far as it could know, before each move and at the end."""
    hides: bool
    """Whether anything was hidden from a player."""

    def worst(self, seat: int | None = None) -> list[Decision]:
        """The marked decisions, of one seat or of all, the worst first."""
        marked = [d for d in self.decisions if d.mark and seat in (None, d.seat)]
        return sorted(marked, key=lambda d: -d.loss)

    def shown(self) -> Any:
        from kibitz.present.reviewed import review_text

        return review_text(self, WIDTH)


def review(
    state: State,
    seats: Sequence[str] = (),
    *,
    depth: float = 1.0,
    ways: int = 0,
    progress: Callable[[float], None] | None = None,
) -> Review:
    """Look a game over. `depth` multiplies the number of playouts where moves are sampled, `ways` is as in `luck_of`.

    >>> import kibitz
    >>> s = kibitz.new("yacht", seed=7, players=1)
    >>> s.push("keep none"); s.push("keep none"); s.push("large straight")
    >>> kibitz.review(s).decisions[2].mark
    'blunder'
    """
    if not state.moves:
        raise KibitzError("no move has been played, so there is nothing to review")
    judge = judge_of(state.game, state.options)
    decisions, curve = decisions_of(state, judge, depth, progress)
    luck = luck_of(state, judge, ways)
    names = list(seats) or [f"seat {seat}" for seat in range(state.seats)]
    sides = [_side(state, judge, seat, names[seat], decisions, luck) for seat in range(state.seats)]
    return Review(
        state.game.name,
        state.game.title,
        judge.unit,
        judge.name,
        assumption(judge),
        decisions,
        luck.events,
        sides,
        curve,
        any(state.game.rules.hidden(position, seat) for position in positions(state) for seat in range(state.seats)),
    )


def mark_of(loss: float, unit: str) -> str:
    """What a loss is called.

    >>> [mark_of(loss, "chance to win") for loss in (0.04, 0.05, 0.12, 0.4)]
    ['', 'inaccuracy', 'mistake', 'blunder']
    """
    passed = sum(loss >= least for least in MARKS[unit])
    return NAMES[passed - 1] if passed else ""


def rating_of(mean_loss: float, unit: str, game: Game) -> str:
    """A mean loss per unforced decision, in a word."""
    return WORDS[sum(mean_loss > most for most in {**RATINGS, **game.ratings}[unit])]


def decisions_of(
    state: State, judge: Judge, depth: float = 1.0, progress: Callable[[float], None] | None = None
) -> tuple[list[Decision], list[list[float]]]:
    """Every decision of a game, and what it was worth to each seat on the way."""
    replay = State(state.game, state.options, state.seed)
    decisions: list[Decision] = []
    curve: list[list[float]] = []
    worth: list[float] = []
    at_once = judge.judge_all(state)
    worlds = worlds_of(len(state.moves), depth)
    for number, code in enumerate(state.moves):
        seat, forced = replay.player, len(replay.legal_codes) == 1
        judged = None
        if not forced or number == 0:
            judged = at_once[number] if at_once else _judge(replay, judge, code, worlds)
            # Each seat's line is what it could know: it changes when that seat is to move.
            worth = worth or [(1 - judged.best) / max(state.seats - 1, 1)] * state.seats
            worth[seat] = judged.best
        curve.append(list(worth))
        # As the player saw it, before and after.
        told = state.game.text.tell(state.view(seat, number), code, state.view(seat, number + 1), seat)
        decisions.append(_decision(replay, judge, code, None if forced else judged, worth[seat], told))
        replay.push(code)
        if progress:
            progress((number + 1) / len(state.moves))
    if state.is_over:
        curve.append([float(x) for x in outcomes(np.array([state.scores]))[0]])
    return decisions, curve


def worlds_of(decisions: int, depth: float) -> int:
    """How often each sampled move of a game is played out at first.

    >>> [worlds_of(decisions, depth=1.0) for decisions in (60, 200, 800, 9000)]
    [32, 32, 10, 2]
    """
    return max(FEWEST, round(max(16, WORLDS * depth) * min(1.0, ORDINARY / decisions)))


def _judge(replay: State, judge: Judge, code: int, worlds: int) -> Judged:
    """What the moves are worth; where the one played seems to lose something, from a closer look."""
    judged = judge.judge(replay, worlds=worlds)
    played = int(np.flatnonzero(judged.codes == code)[0])
    if not judge.sampled or judged.losses[played] < SECOND_LOOK:
        return judged
    close = judged.losses <= judged.loss_errors
    close[played] = True
    return judge.judge(replay, worlds=CLOSER * worlds, only=judged.codes[close])


def _decision(replay: State, judge: Judge, code: int, judged: Judged | None, value: float, told: str) -> Decision:
    number, seat, move = len(replay.moves), replay.player, replay.move(code)
    if judged is None:
        return Decision(number, seat, move, move, value, 0.0, 0.0, "", True, "", told)
    at = int(np.flatnonzero(judged.codes == code)[0])
    loss, error = float(judged.losses[at]), float(judged.loss_errors[at])
    if loss <= SURE * error:
        # About equal to the best, as a hint would say. Else the mean over a game would be made of such chance: whatever
        # one plays, some other move comes out best.
        loss = 0.0
    # Of many sampled losses the largest are too large: a mark must stand two standard errors lower too.
    mark = mark_of(loss, judge.unit) if mark_of(loss - 2 * error, judge.unit) else ""
    best = replay.move(int(judged.codes[judged.values.argmax()])) if loss > 0 else move
    why = ""
    if mark or loss >= WORTH_A_WORD[judge.unit]:
        advice: list[Advice] = advise(replay, judge, judged)
        why = sentence(replay, judge.unit, advice, next(a for a in advice if a.move.code == code))
    return Decision(number, seat, move, best, judged.best, loss, 0.0 if loss == 0 else error, mark, False, why, told)


def _side(state: State, judge: Judge, seat: int, name: str, decisions: list[Decision], luck: Luck) -> Side:
    own = [d for d in decisions if d.seat == seat and not d.forced]
    mean = float(np.mean([d.loss for d in own])) if own else 0.0
    result = float(outcomes(np.array([state.scores]))[0, seat]) if state.is_over else None
    marks = {name: sum(d.mark == name for d in own) for name in NAMES}
    start, gave, lost = luck.start[seat], luck.total[seat], sum(d.loss for d in own)
    # What one player loses the others share.
    given = sum(d.loss for d in decisions if d.seat != seat) / max(state.seats - 1, 1)
    hidden = None if result is None else result - (start + gave - lost + given)
    adjusted = None if result is None else result - gave
    rating = rating_of(mean, judge.unit, state.game)
    return Side(
        seat, name, len(own), mean, rating, marks, start, gave, luck.error, lost, given, hidden, result, adjusted
    )
