"""Games on many machines: ranges of a schedule as tasks of a Dask cluster.

A game's course depends on its own line of the schedule alone, so the result is the same with one worker,
with fifty, and without a cluster. A range whose worker dies is played again by another; a result is
written into its own place, so none counts twice.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from types import TracebackType
from typing import Any, NoReturn, Self

import numpy as np

from kibitz.agent import Agent, build
from kibitz.arena.crew import Counter, Progress
from kibitz.arena.drive import play
from kibitz.arena.schedule import Results, Schedule, at_least_one
from kibitz.errors import Interrupted, KibitzError, NoCluster, NotInstalled, Stopped
from kibitz.game import Game
from kibitz.options import GameOptions

LOCAL = "local"

SPAN = 2.0
"""Seconds that a range of games should take: little is lost with a worker, and sending it costs little."""

AHEAD = 2
"""Ranges on their way per worker, so that none waits for the next."""

LARGEST = 200_000
"""Games in one range at most."""

PATIENCE = 10
"""Seconds to wait for a scheduler, and how often a range is tried before it is given up."""


class Cluster:
    """A Dask cluster: ``"local"`` starts worker processes here, an address joins one that runs.

    ::

        with Cluster("tcp://10.0.0.7:8786") as cluster:
            match("gin", "simple", "camper", pairs=1_000_000, cluster=cluster)
    """

    def __init__(self, address: str = LOCAL, workers: int | None = None) -> None:
        at_least_one("workers", workers)
        self.address, self.workers = address, workers
        self.client: Any = None

    def __enter__(self) -> Self:
        try:
            import dask
            import distributed
        except ImportError:
            raise NotInstalled('a cluster needs Dask; pip install "kibitz[cluster]" brings it') from None
        dask.config.set({"distributed.scheduler.allowed-failures": PATIENCE})
        self._servant: Any = None
        if self.address == LOCAL:
            crew = self.workers or os.cpu_count() or 1
            with _deaf_to_ctrl_c():
                self._servant = distributed.LocalCluster(
                    n_workers=crew, threads_per_worker=1, dashboard_address=None, silence_logs=50
                )
        try:
            self.client = distributed.Client(self._servant or self.address, timeout=PATIENCE)
        except (OSError, ValueError, TimeoutError):
            raise NoCluster(f"no scheduler answers at {self.address}; start one with: dask scheduler") from None
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.client.close()
        if self._servant:
            self._servant.close()

    @classmethod
    def of_worker(cls, client: Any) -> Self:
        """The cluster that a worker belongs to, for what its task hands on to others; it need not be entered."""
        cluster = cls("of this worker")
        cluster.client = client
        return cluster

    def threads(self) -> int:
        """How many tasks it does at once."""
        try:
            found = sum(self.client.nthreads().values())
        except (OSError, RuntimeError) as error:  # the line broke, or was closed before
            raise self._gone() from error
        if not found:
            raise NoCluster(f"the scheduler at {self.address} has no workers; start some with: dask worker")
        return found

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """A task on its way to some worker; one whose worker dies is done by another."""
        self.threads()
        return self.client.submit(work, *arguments, pure=False)

    def wait(self, task: Any) -> Any:
        """What came of a task. Ctrl-C cancels it."""
        try:
            return task.result()
        except KeyboardInterrupt:
            self.cancel([task])
            raise
        except Exception as error:
            if self.client.status == "running":
                raise
            raise self._gone() from error

    def _gone(self) -> NoCluster:
        return NoCluster(f"the scheduler at {self.address} went away")

    def cancel(self, tasks: Sequence[Any]) -> None:
        """Let nobody do what is not wanted any more."""
        if self.client.status == "running":
            self.client.cancel(list(tasks))

    def can_send(self, agents: Sequence[Agent]) -> bool:
        """Whether these players can travel."""
        try:
            return bool([_parcel(agent) for agent in agents])
        except KibitzError:
            return False

    def play(
        self,
        game: Game,
        options: GameOptions,
        agents: Sequence[Agent],
        schedule: Schedule,
        *,
        batch: int,
        progress: Progress | None,
    ) -> Results:
        """Play every game of a schedule, as `drive.play` does."""
        from distributed import as_completed

        threads = self.threads()
        results = Results.blank(len(schedule), game.players(options))
        order = pickle.dumps((game.name, options, [_parcel(agent) for agent in agents]))
        take = Counter(len(schedule), threads).take
        futures: dict[Any, int] = {}
        size = 1

        def submit() -> list[Any]:
            """The next range of games on its way to a worker, where there are more."""
            first, last = take(size)
            if first == last:
                return []
            future = self.client.submit(_play_range, order, schedule.part(first, last), batch, pure=False)
            futures[future] = first
            return [future]

        try:
            coming = as_completed([future for _ in range(AHEAD * threads) for future in submit()])
            for future in coming:
                (part, spent), first = future.result(), futures.pop(future)
                last = first + len(part.ended)
                results.scores[first:last], results.decisions[first:last] = part.scores, part.decisions
                results.ended[first:last] = True
                size = max(1, min(4 * size, LARGEST, int(len(part.ended) * SPAN / spent)))
                for more in submit():
                    coming.add(more)
                if progress:
                    progress(len(part.ended))
        except KeyboardInterrupt:
            self.cancel(list(futures))
            raise Interrupted(results.so_far("stopped by Ctrl-C"), results) from None
        except Exception as error:
            self._give_up(futures, results, error)
        return results

    def _give_up(self, futures: Iterable[Any], results: Results, error: Exception) -> NoReturn:
        if self.client.status == "running":
            self.cancel(list(futures))
            reason = str(error) if isinstance(error, KibitzError) else repr(error)
        else:
            reason = str(self._gone())
        raise Stopped(results.so_far(reason), results) from error


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Processes started meanwhile leave it to this one to stop them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _parcel(agent: Agent) -> str | bytes:
    """An agent on its way to another process: its spec, or all of it."""
    if agent.spec is not None:
        return agent.spec
    try:
        from distributed.protocol import pickle as by_value

        return by_value.dumps(agent)
    except Exception:
        raise KibitzError(f"{agent.name} cannot be sent to other machines; name it by its spec") from None


def _play_range(order: bytes, schedule: Schedule, batch: int) -> tuple[Results, float]:
    """What a worker does: play some games, alone; and how many seconds that took."""
    game, options, agents = _unpack(order)
    begun = time.perf_counter()
    try:
        results = play(game, options, agents, schedule, batch=batch, workers=1)
    except Stopped as stopped:
        raise stopped.__cause__ or stopped from None  # how many games it played is told for the whole match
    whole = Results(np.ascontiguousarray(results.scores), np.ascontiguousarray(results.decisions), results.ended)
    return whole, time.perf_counter() - begun


@cache
def _unpack(order: bytes) -> tuple[Game, GameOptions, list[Agent]]:
    """Made once per process and match."""
    from kibitz.game import game as find_game

    name, options, parcels = pickle.loads(order)
    game = find_game(name)
    agents = [build(game, options, parcel) if isinstance(parcel, str) else pickle.loads(parcel) for parcel in parcels]
    return game, options, agents
