"""Luck: what chance gave each player, one event at a time.

The luck of a chance event is what the position after it is worth less what it is worth on average over
all ways the event might have gone, every hand and all that is decided left as it is (`reshuffle`). Its
mean is zero whoever judges the positions, so a result less its luck has the mean of the plain result; the
better the judge, the smaller its variance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.coach import sampling
from kibitz.coach.judge import Judge, numbers
from kibitz.state import State

WAYS = 256
"""Other ways that each chance event is taken, for the mean."""

DEAL = -1


@dataclass(frozen=True)
class Chance:
    """One chance event."""

    number: int
    """The move it came with; -1 for the deal."""
    luck: list[float]
    """What it gave each seat, in the judge's unit."""
    error: float
    """The standard error of that, from the number of ways taken."""


def chances(state: State, judge: Judge, ways: int = WAYS) -> list[Chance]:
    """Every chance event of a game so far, the deal first."""
    line = positions(state)
    found = [_deal(state, judge, ways, line)]
    for number, code in enumerate(state.moves):
        found += _event(state, judge, ways, line, number, code)
    return found


def positions(state: State) -> np.ndarray:
    """Every position of a game so far, whole: one more than there are moves."""
    line = np.zeros(len(state.moves) + 1, state.game.state)
    line[:1] = sampling.deals(state.game, state.options, np.array([state.seed], np.uint64))
    for number, code in enumerate(state.moves):
        line[number + 1] = line[number]
        state.game.step(line[number + 1], code)
    return line


def _deal(state: State, judge: Judge, ways: int, line: np.ndarray) -> Chance:
    """The luck of the deal: against other deals, not only other orders of the stock."""
    seeds, streams, own = numbers([state.seed, 1], 3, ways)
    others = sampling.deals(state.game, state.options, seeds)
    return _luck(DEAL, judge, line, 0, others, streams, own)


def _event(state: State, judge: Judge, ways: int, line: np.ndarray, number: int, code: int) -> list[Chance]:
    seeds, streams, own = numbers([state.seed, 2, number], 3, ways)
    others = sampling.chances(state.game, line, number, code, seeds)
    if not sampling.is_chance(state.game, others, state.seats):
        return []
    return [_luck(number, judge, line, number + 1, others, streams, own)]


def _luck(
    number: int, judge: Judge, line: np.ndarray, after: int, others: np.ndarray, streams: np.ndarray, own: np.ndarray
) -> Chance:
    usual = judge.stand(others, streams)
    if judge.plays_out:
        # What came of it must be played out as often; chance that is still to come differs each time.
        now = judge.stand(np.repeat(line[after : after + 1], len(own)), own)
    else:
        now = judge.stand(line[after : after + 1], own[:1])
    spread = usual.var(axis=0).max() + (now.var(axis=0).max() if judge.plays_out else 0.0)
    luck = now.mean(axis=0) - usual.mean(axis=0)
    return Chance(number, [float(value) for value in luck], float(np.sqrt(spread / len(usual))))
