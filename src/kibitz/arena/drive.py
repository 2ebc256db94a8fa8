"""Play a schedule of games: with any players, on all cores, to the end or until stopped.

A game's course depends on its own line of the schedule alone, so the result is the same whichever loop
plays it, whatever the batch size and the number of workers. Players that are kernels are played in one
compiled loop (fused.py), others in lockstep (lockstep.py). Each worker is a thread, since compiled loops,
NumPy and onnxruntime let go of the interpreter while they compute; the workers take ranges of games from
one counter and write into one result.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence

import numpy as np

from kibitz.agent import Agent
from kibitz.arena.fused import Fused, is_compiled
from kibitz.arena.lockstep import BATCH, Lockstep
from kibitz.arena.schedule import Results, Schedule, at_least_one
from kibitz.arena.turn import are_compiled
from kibitz.arena.watch import WATCH, Estimate
from kibitz.errors import Interrupted, KibitzError, Stopped
from kibitz.game import Game
from kibitz.options import GameOptions

FEW = 500
"""So many games are worth compiling a loop for."""

GRACE = 0.5
"""Seconds a worker has to end when all are stopped; a slower one is left behind."""

Progress = Callable[[float], None]
"""Called with how many games' worth has been played since the last call."""


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
    """Play every game of a schedule.

    Ctrl-C raises `Interrupted`, a player that fails `Stopped`; both carry the results so far.
    """
    at_least_one("batch", batch)
    at_least_one("workers", workers)
    workers = min(workers or os.cpu_count() or 1, max(1, len(schedule)))
    results = Results.blank(len(schedule), game.seats)
    take = _Counter(len(schedule), workers).take
    fused = are_compiled(agents) and (len(schedule) >= FEW or is_compiled(game, options, agents))  # type: ignore[arg-type]

    def work(watch: np.ndarray) -> None:
        if fused:
            Fused(game, options, agents, schedule, results, take).run(watch)  # type: ignore[arg-type]
        else:
            share = min(batch, -(-len(schedule) // workers))
            Lockstep(game, options, agents, schedule, share, results, take).run(watch)

    crew = _Crew(work, workers)
    try:
        crew.run(progress, Estimate(len(schedule)))
    except KeyboardInterrupt:
        crew.stop()
        raise Interrupted(_so_far("stopped by Ctrl-C", results), results.of_seats(game.players(options))) from None
    if crew.failure:
        reason = str(crew.failure) if isinstance(crew.failure, KibitzError) else repr(crew.failure)
        raise Stopped(_so_far(reason, results), results.of_seats(game.players(options))) from crew.failure
    return results.of_seats(game.players(options))


def _so_far(reason: str, results: Results) -> str:
    return f"{reason} ({results.ended.sum():,} of {len(results.ended):,} games were played)"


class _Counter:
    """Hands out the games of a schedule, a range at a time."""

    def __init__(self, games: int, workers: int) -> None:
        self.next, self.games, self.workers = 0, games, workers
        self.lock = threading.Lock()

    def take(self, most: int) -> tuple[int, int]:
        with self.lock:
            left = self.games - self.next
            # Towards the end in smaller ranges, so that all workers end at the same time.
            size = min(most, max(1, left // (2 * self.workers))) if self.workers > 1 else min(most, left)
            first, self.next = self.next, min(self.next + size, self.games)
            return first, self.next


class _Crew:
    """Workers that do the same job until all is done, one of them fails, or they are stopped."""

    failure: BaseException | None = None

    def __init__(self, work: Callable[[np.ndarray], None], workers: int) -> None:
        self.work = work
        self.watches = np.zeros(workers, WATCH)
        self.threads = [threading.Thread(target=self._run, args=(w,), daemon=True) for w in range(workers)]
        self.all_ended, self.running, self.lock = threading.Event(), workers, threading.Lock()

    def run(self, progress: Progress | None, estimate: Estimate) -> None:
        """Wait for all, telling `progress` on the way."""
        for thread in self.threads:
            thread.start()
        while not self.all_ended.wait(0.1):
            if progress:
                progress(estimate.news(self.watches))
        if progress:
            progress(estimate.news(self.watches))

    def stop(self) -> None:
        """Let all end: at once, or as soon as what they are in the middle of is over."""
        self.watches["stop"] = True
        self.all_ended.wait(GRACE)

    def _run(self, number: int) -> None:
        try:
            self.work(self.watches[number : number + 1])
        except BaseException as error:
            self.failure = self.failure or error
            self.watches["stop"] = True
        with self.lock:
            self.running -= 1
            if self.running == 0:
                self.all_ended.set()
