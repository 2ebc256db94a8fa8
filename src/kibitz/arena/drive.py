"""Play a schedule of games: with any players, on all cores, to the end or until stopped.

A game's course depends on its own line of the schedule alone, so the result is the same whichever loop
plays it, whatever the batch size and the number of workers. Players that are kernels are played in one
compiled loop (fused.py), others in lockstep (lockstep.py). Each worker is a thread, since compiled loops,
NumPy and onnxruntime let go of the interpreter while they compute; the workers take ranges of games from
one counter and write into one result.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from kibitz.agent import Agent
from kibitz.arena.crew import Counter, Crew, Progress
from kibitz.arena.fused import Fused, is_compiled
from kibitz.arena.lockstep import BATCH, Lockstep
from kibitz.arena.schedule import Results, Schedule, at_least_one
from kibitz.arena.turn import Turns, are_compiled
from kibitz.arena.watch import Estimate
from kibitz.errors import BadOption, Interrupted, KibitzError, Stopped
from kibitz.game import Game
from kibitz.options import GameOptions

if TYPE_CHECKING:
    from kibitz.arena.cluster import Cluster

_everywhere: Cluster | None = None


@contextmanager
def spread_over(cluster: Cluster) -> Iterator[None]:
    """Meanwhile all schedules are played by a cluster, except those that ask for some number of workers here."""
    global _everywhere
    before, _everywhere = _everywhere, cluster
    try:
        yield
    finally:
        _everywhere = before


FEW = 500
"""So many games are worth compiling a loop for."""


def play(
    game: Game,
    options: GameOptions,
    agents: Sequence[Agent],
    schedule: Schedule,
    *,
    batch: int = BATCH,
    workers: int | None = None,
    progress: Progress | None = None,
    cluster: Cluster | None = None,
    device: str = "cpu",
) -> Results:
    """Play every game of a schedule: here, on the GPU (`device`), or on the machines of a cluster.

    Ctrl-C raises `Interrupted`, a player that fails `Stopped`; both carry the results so far.
    """
    at_least_one("batch", batch)
    at_least_one("workers", workers)
    if device not in ("cpu", "gpu"):
        raise BadOption(f"device is {device!r}; it must be cpu or gpu")
    if device == "gpu":
        from kibitz.arena import cuda

        played = cuda.play(game, options, agents, schedule)
        if progress:
            progress(len(schedule))
        return played
    if cluster is None and _everywhere and workers is None and _everywhere.can_send(agents):
        cluster = _everywhere
    if cluster:
        return cluster.play(game, options, agents, schedule, batch=batch, progress=progress)
    workers = min(workers or os.cpu_count() or 1, max(1, len(schedule)))
    results = Results.blank(len(schedule), game.seats)
    counter = Counter(len(schedule), workers)
    fused = are_compiled(agents) and (len(schedule) >= FEW or is_compiled(game, options, agents))  # type: ignore[arg-type]  # asked first

    turns = Turns(game, agents) if fused else None  # type: ignore[arg-type]  # all are compiled

    def work(watch: np.ndarray) -> None:
        if turns:
            Fused(game, options, turns, schedule, results, counter.take).run(watch)
        else:
            share = min(batch, -(-len(schedule) // workers))
            table = Lockstep(game, options, agents, schedule, share, results, counter.take, counter.begin(share))
            table.run(watch)

    crew = Crew(work, workers)
    try:
        crew.run(progress, Estimate(len(schedule)))
    except KeyboardInterrupt:
        raise Interrupted(results.so_far("stopped by Ctrl-C"), results.of_seats(game.players(options))) from None
    if crew.failure:
        reason = str(crew.failure) if isinstance(crew.failure, KibitzError) else repr(crew.failure)
        raise Stopped(results.so_far(reason), results.of_seats(game.players(options))) from crew.failure
    return results.of_seats(game.players(options))
