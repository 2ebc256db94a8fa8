"""Workers: threads that share a job out among them, and end together."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np

from kibitz.arena.watch import WATCH, Estimate

LINE = 128
"""Bytes that cores hand to each other at once: two neighbouring cache lines."""

GRACE = 0.5
"""Seconds a worker has to end when all are stopped; a slower one is left behind."""

Progress = Callable[[float], None]
"""Called with how many games' worth has been played since the last call."""


def apart(count: int, kind: np.dtype | type) -> np.ndarray:
    """Zeroed entries for one worker's own use, with no cache line in common with anybody else's.

    Arrays made one after the other lie side by side; cores that write to them would wait for each other.
    """
    kind = np.dtype(kind)
    room = np.zeros(count * kind.itemsize + 2 * LINE, np.uint8)
    first = -room.ctypes.data % LINE
    return room[first : first + count * kind.itemsize].view(kind)


def share_out(work: Callable[[int, int], None], rows: int, workers: int) -> None:
    """Let workers do ``work(first, last)`` for ranges that together are all rows."""
    if workers == 1 or rows < 2:
        work(0, rows)
        return
    take = Counter(rows, workers).take

    def job(watch: np.ndarray) -> None:
        while not watch["stop"]:
            first, last = take(rows)
            if first == last:
                return
            work(first, last)

    crew = Crew(job, min(workers, rows))
    crew.run()
    if crew.failure:
        raise crew.failure


class Counter:
    """Hands out the games of a schedule, a range at a time."""

    def __init__(self, games: int, workers: int) -> None:
        self.next, self.games, self.workers = 0, games, workers
        self.lock = threading.Lock()

    def take(self, most: int) -> tuple[int, int]:
        """Towards the end in smaller ranges, so that all workers end at the same time."""
        with self.lock:
            left = self.games - self.next
            return self._next(min(most, max(1, left // (2 * self.workers))) if self.workers > 1 else most)

    def begin(self, most: int) -> tuple[int, int]:
        """The first range of a worker that plays many games side by side: its whole share, where it has room for it."""
        with self.lock:
            return self._next(min(most, max(1, self.games // self.workers)))

    def _next(self, size: int) -> tuple[int, int]:
        first, self.next = self.next, min(self.next + size, self.games)
        return first, self.next


class Crew:
    """Workers that do the same job until all is done, one of them fails, or they are stopped."""

    failure: BaseException | None = None

    def __init__(self, work: Callable[[np.ndarray], None], workers: int) -> None:
        self.work = work
        self.watches = apart(workers, WATCH)
        self.threads = [threading.Thread(target=self._run, args=(w,), daemon=True) for w in range(workers)]
        self.all_ended, self.running, self.lock = threading.Event(), workers, threading.Lock()

    def run(self, progress: Progress | None = None, estimate: Estimate | None = None) -> None:
        """Wait for all, telling `progress` on the way. Ctrl-C stops all. One worker alone needs no thread."""
        if len(self.threads) == 1 and not progress:
            self._run(0)
            if isinstance(self.failure, KeyboardInterrupt):
                raise self.failure
            return
        for thread in self.threads:
            thread.start()
        try:
            ended = False
            while not ended:
                ended = self.all_ended.wait(0.1)
                if progress and estimate:
                    progress(estimate.news(self.watches))
        except KeyboardInterrupt:
            self._stop()
            raise

    def _stop(self) -> None:
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
