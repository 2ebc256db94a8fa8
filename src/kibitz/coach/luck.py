"""Luck: what chance gave each player, one event at a time.

The luck of a chance event is what the position after it is worth less what it is worth on average over
all ways the event might have gone, every hand and all that is decided left as it is. Its mean is zero whoever
judges the positions, so a result less its luck has the mean of the plain result; the better the judge, the
smaller its variance.

The ways are counted where a game can count them (its ``chance.py``), else drawn by `reshuffle`. Where positions are
played out, what one event led to and what the next one begins with meet the same chance: wherever a player moved as
the policy would, the two cancel to the bit, and only other moves leave an error.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.coach import sampling
from kibitz.coach.judge import AdviserJudge, Judge, SampledJudge, keeps_notes, numbers
from kibitz.state import State

WAYS = 256
"""Ways that each chance event is taken at most: more are drawn from, fewer are counted."""
PLAYED = 64
"""The same where each is played out, which takes longer."""
LOOKED_AT = 20_000
"""Positions that are looked at in all, about: where a game has thousands of events, each is taken fewer ways.

Enough to count every roll of two at Yacht: up to 72, each of up to 252 ways.
"""
FEWEST = 8
"""Ways that an event is taken at least."""

PROBES = 16
"""Ways that a move is tried, to see whether chance comes with it."""

DEAL = -1


@dataclass(frozen=True)
class Chance:
    """One chance event."""

    number: int
    """The move it came with; -1 for the deal."""
    luck: list[float]
    """What it gave each seat, in the judge's unit."""
    error: float
    """The standard error of that, from the number of ways taken; 0 where all were counted."""


@dataclass(frozen=True)
class Luck:
    """The chance events of a game."""

    start: list[float]
    """What the game was worth to each seat before the deal."""
    events: list[Chance]
    """In order, the deal first."""
    total: list[float]
    """What all of them gave each seat."""
    error: float
    """The standard error of that."""


def luck_of(state: State, judge: Judge, ways: int = 0) -> Luck:
    """Every chance event of a game so far, taken so many ways (default: `WAYS` or fewer, or `PLAYED`)."""
    line, codes = positions(state), np.array(state.moves, np.int64)
    probes = numbers([state.seed, 0], 1, PROBES)[0]
    events = np.flatnonzero(sampling.are_chances(state.game, line, codes, probes, state.seats))
    deals = ways or (PLAYED if isinstance(judge, SampledJudge) else WAYS)
    others = sampling.deals(state.game, state.options, numbers([state.seed, 1], 1, deals)[0])
    if isinstance(judge, SampledJudge):
        start, samples = _played_out(state, judge, line, events, others)
    else:
        assert isinstance(judge, AdviserJudge)  # there are two kinds
        ways = ways or min(WAYS, max(LOOKED_AT // max(len(events), 1), FEWEST))
        start, samples = _judged(state, judge, line, events, others, ways)
    gave = [Chance(int(number), *_summary(some)) for number, some in zip([DEAL, *events], samples)]
    total = np.sum([event.luck for event in gave], axis=0).tolist()
    # Playouts of one event and of the next share their chance, so what they err by cancels; positions looked at do not.
    if isinstance(judge, SampledJudge):
        return Luck(start.tolist(), gave, total, _summary(np.sum(samples, axis=0))[1])
    return Luck(start.tolist(), gave, total, float(np.hypot.reduce([event.error for event in gave])))


def positions(state: State) -> np.ndarray:
    """Every position of a game so far, whole: one more than there are moves."""
    line = np.zeros(len(state.moves) + 1, state.game.state)
    line[:1] = sampling.deals(state.game, state.options, np.array([state.seed], np.uint64))
    for number, code in enumerate(state.moves):
        line[number + 1] = line[number]
        state.game.step(line[number + 1], code)
    return line


def _judged(
    state: State, judge: AdviserJudge, line: np.ndarray, events: np.ndarray, others: np.ndarray, ways: int
) -> tuple[np.ndarray, list[np.ndarray]]:
    """What the game was worth to each seat before the deal, and the luck of each event by way and seat, where positions
    are looked at; one row where all ways were counted.
    """
    after, shares = [others], [np.zeros(0)]
    for number in events:
        found = sampling.counted(state.game, line, int(number), state.moves[number], ways)
        if found is None:
            seeds = numbers([state.seed, 2, int(number)], 1, ways)[0]
            found = sampling.chances(state.game, line, int(number), state.moves[number], seeds), np.zeros(0)
        after.append(found[0])
        shares.append(found[1])
    came = line[[0, *(events + 1)]]
    worth = judge.stand(np.concatenate([came, *after]))
    parts = np.split(worth[len(came) :], np.cumsum([len(some) for some in after])[:-1])
    return parts[0].mean(axis=0), [
        now - (share @ usual)[None] if len(share) else now - usual
        for now, usual, share in zip(worth[: len(came), None], parts, shares)
    ]


def _played_out(
    state: State, judge: SampledJudge, line: np.ndarray, events: np.ndarray, others: np.ndarray
) -> tuple[np.ndarray, list[np.ndarray]]:
    """What the game was worth before the deal and the luck of each event, where positions are played out."""
    ways, (streams, own) = len(others), numbers([state.seed, 3], 2, max(len(others), len(events) + 1))
    # What came of one event and what the next begins with are played on from the same seed.
    came, seeds = line[[0, *(events + 1)]], own[: len(events) + 1]
    now = judge.play_on(came, seeds, ways)
    before, codes = np.concatenate([now[:1], now[:-1]]), np.array(state.moves, np.int64)
    fresh = _decided(state, judge, line, events)
    before[1:][fresh] = judge.play_on(line[events[fresh]], seeds[:-1][fresh], ways, codes[events[fresh]])
    before[0] = judge.play_on(others, streams[:ways], 1)[:, 0]
    return before[0].mean(axis=0), list(now - before)


def _decided(state: State, judge: SampledJudge, line: np.ndarray, events: np.ndarray) -> np.ndarray:
    """For each event, whether a playout from the one before it would come to another position.

    So it is where a player moved otherwise than the policy, or ended what a playout ends with.
    """
    streams = numbers([state.seed, 4], 2, len(line))
    alike = np.ones(len(state.moves), bool)
    if keeps_notes(judge.policy):
        return np.ones(len(events), bool)
    for own in streams:  # a policy that draws lots is caught by the second
        _, views, moves, counts = sampling.asked(state.game, line[:-1], own[:-1])
        memory = [] if judge.policy.memory is None else [np.zeros(len(views), judge.policy.memory)]
        alike &= judge.policy.act(views, moves, counts, *memory) == np.array(state.moves)
    alike &= ~judge.are_ends(line)
    since = np.concatenate([[0], events[:-1] + 1])
    return np.array([not alike[first : last + 1].all() for first, last in zip(since, events)], bool)


def _summary(samples: np.ndarray) -> tuple[list[float], float]:
    """The mean of samples by way and seat, and its standard error."""
    error = float(np.sqrt(samples.var(axis=0).max() / len(samples)))
    return [float(value) for value in samples.mean(axis=0)], error
