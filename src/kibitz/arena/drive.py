"""Many games in lockstep: one decision of every game at a time.

A `Schedule` says which games are to be played; `play` plays them all and brings back the scores. A
game's course depends on its own line of the schedule alone, so the result is the same whatever the
batch size and the number of workers. Each worker is a thread: compiled kernels, NumPy and
onnxruntime all let go of the interpreter while they compute.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from kibitz.agent import Agent
from kibitz.errors import IllegalMove
from kibitz.game import Game
from kibitz.kernel import OVER, UNBOUND, bind, chance
from kibitz.options import GameOptions

BATCH = 4096
CHUNK = 1 << 15
"""Games handed to a worker at a time."""

Progress = Callable[[int], None]
"""Called with the number of games that have ended since the last call."""


@dataclass(frozen=True)
class Schedule:
    """The games to play, one a row."""

    seeds: np.ndarray
    """What each game is dealt from (uint64)."""

    streams: np.ndarray
    """What the agents draw their own chance from (uint64), one a game."""

    seating: np.ndarray
    """Which agent sits where: agent number by game and seat."""

    def __len__(self) -> int:
        return len(self.seeds)


@dataclass(frozen=True)
class Results:
    """What came of the games of a schedule."""

    scores: np.ndarray
    """By game and seat."""

    decisions: np.ndarray
    """How often each seat was to move, by game and seat."""


def play(
    game: Game,
    options: GameOptions,
    agents: Sequence[Agent],
    schedule: Schedule,
    *,
    batch: int = BATCH,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Results:
    """Play every game of a schedule."""
    seats = game.players(options)
    results = Results(np.zeros((len(schedule), seats)), np.zeros((len(schedule), seats), np.int32))
    workers = workers or os.cpu_count() or 1
    size = max(1, min(CHUNK, -(-len(schedule) // workers)))
    chunks = [slice(start, min(start + size, len(schedule))) for start in range(0, len(schedule), size)]

    def work(chunk: slice) -> None:
        part = Schedule(schedule.seeds[chunk], schedule.streams[chunk], schedule.seating[chunk])
        table = Lockstep(game, options, agents, part, batch)
        while table.tick():
            if progress:
                progress(table.newly_ended())
        results.scores[chunk] = table.scores[:, :seats]
        results.decisions[chunk] = table.decisions[:, :seats]
        if progress:
            progress(table.newly_ended())

    if workers == 1 or len(chunks) == 1:
        for chunk in chunks:
            work(chunk)
    else:
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(work, chunks))
    return results


class Lockstep:
    """A batch of tables. A table whose game has ended takes the next game of the schedule at once."""

    def __init__(
        self, game: Game, options: GameOptions, agents: Sequence[Agent], schedule: Schedule, batch: int = BATCH
    ) -> None:
        self.game, self.agents, self.schedule = game, agents, schedule
        batch = min(batch, len(schedule))
        self.options = options.encoded()
        self.states = np.zeros(batch, game.state)
        self.playing = np.full(batch, -1, np.int64)  # which game is at each table; -1: none yet
        self.fresh = np.zeros(batch, np.bool_)  # tables dealt anew this tick
        self.plies = np.zeros(batch, np.int64)
        self.progress = np.zeros(2, np.int64)  # games begun, games ended
        self.scores = np.zeros((len(schedule), game.seats))
        self.decisions = np.zeros((len(schedule), game.seats), np.int32)
        # What each agent is asked this tick: rows 0 to asked[k] of its own buffers.
        shape = (len(agents), batch)
        self.asked = np.zeros(len(agents), np.int64)
        self.tables = np.zeros(shape, np.int64)
        self.seats = np.zeros(shape, np.int64)
        self.views = np.zeros(shape, game.state)
        self.moves = np.zeros((*shape, game.moves), np.int32)
        self.counts = np.zeros(shape, np.int64)
        self.memories = [None if a.memory is None else np.zeros((batch, game.seats), a.memory) for a in agents]
        self._ended_before = 0
        self._collect, self._advance = loops(game)

    def tick(self) -> bool:
        """Play one decision at every table; False once all games are over."""
        self._collect(
            self.states, self.options, self.playing, self.fresh, self.plies, self.progress,
            self.schedule.seeds, self.schedule.streams, self.schedule.seating, self.scores, self.decisions,
            self.asked, self.tables, self.seats, self.views, self.moves, self.counts,
        )  # fmt: skip
        if not self.asked.any():
            return False
        for memory in self.memories:
            if memory is not None:
                memory[self.fresh] = np.zeros(1, memory.dtype)
        for k in range(len(self.agents)):
            if self.asked[k]:
                self._ask(k, int(self.asked[k]))
        return True

    def newly_ended(self) -> int:
        """How many games have ended since the last call."""
        ended = int(self.progress[1])
        since, self._ended_before = ended - self._ended_before, ended
        return since

    def _ask(self, k: int, n: int) -> None:
        agent, tables, seats = self.agents[k], self.tables[k, :n], self.seats[k, :n]
        views, moves, counts = self.views[k, :n], self.moves[k, :n], self.counts[k, :n]
        memory = self.memories[k]
        if memory is None:
            chosen = agent.act(views, moves, counts)
        else:
            notes = memory[tables, seats]
            chosen = agent.act(views, moves, counts, notes)
            agent.note(views, chosen, notes)
            memory[tables, seats] = notes
        wrong = self._advance(self.states, tables, moves, counts, np.ascontiguousarray(chosen, np.int32))
        if wrong >= 0:
            raise IllegalMove(
                f"{agent.name} chose {chosen[wrong]}, which is not among "
                f"its legal moves {moves[wrong, : counts[wrong]].tolist()}"
            )


@cache
def loops(game: Game) -> tuple[Any, Any]:
    """The two compiled loops of the driver, for one game."""
    return bind(_collect, **game.kernels), bind(_advance, **game.kernels)


deal = player = legal = step = view = score = UNBOUND


def _collect(
    states, options, playing, fresh, plies, progress,
    seeds, streams, seating, scores, decisions,
    asked, tables, seats, views, moves, counts,
):  # fmt: skip
    """Let tables with an ended game take the next one, then sort every table to the agent to move."""
    asked[:] = 0
    for i in range(len(states)):
        s = states[i]
        fresh[i] = False
        if playing[i] == len(seeds):
            continue
        seat = OVER if playing[i] < 0 else player(s)
        while seat == OVER:
            if playing[i] >= 0:
                score(s, scores[playing[i]])
                progress[1] += 1
            playing[i] = progress[0]
            if progress[0] == len(seeds):
                break
            progress[0] += 1
            deal(s, options, seeds[playing[i]])
            plies[i] = 0
            fresh[i] = True
            seat = player(s)
        if playing[i] == len(seeds):
            continue
        game = playing[i]
        k = seating[game, seat]
        n = asked[k]
        asked[k] += 1
        tables[k, n] = i
        seats[k, n] = seat
        counts[k, n] = legal(s, moves[k, n])
        view(s, seat, views[k, n])
        views[k, n].rng = chance(streams[game], plies[i])
        plies[i] += 1
        decisions[game, seat] += 1


def _advance(states, tables, moves, counts, chosen):
    """Play the chosen moves; the first row whose choice is not legal, or -1."""
    for i in range(len(tables)):
        listed = False
        for j in range(counts[i]):
            if moves[i, j] == chosen[i]:
                listed = True
                break
        if not listed:
            return i
        step(states[tables[i]], chosen[i])
    return -1
