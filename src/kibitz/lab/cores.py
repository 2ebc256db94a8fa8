"""Work that Python itself does much of, shared out among processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import current_process, get_context
from typing import Any

import numpy as np

from kibitz.lab.folder import Row


class Cores:
    """As many processes as this one has cores, for work that Python itself does much of."""

    def __init__(self) -> None:
        self.count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        if current_process().daemon:  # a cluster's worker, which may start no others
            self.count = 1
        self.pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Cores:
        return self

    def __exit__(self, *failure: object) -> None:
        if self.pool:
            self.pool.shutdown(cancel_futures=True)

    def share(
        self, work: Callable[..., list[Row]], items: Sequence[Any] | np.ndarray, size: int, *arguments: Any
    ) -> list[Row]:
        """The rows of ``work(some items, *arguments)``, so many items at a time, however many cores there are."""
        pieces = [items[first : first + size] for first in range(0, len(items), size)]
        if self.count == 1 or len(pieces) == 1:
            found = [work(piece, *arguments) for piece in pieces]
        else:
            self.pool = self.pool or ProcessPoolExecutor(self.count, get_context("spawn"))
            found = [job.result() for job in [self.pool.submit(work, piece, *arguments) for piece in pieces]]
        return [row for rows in found for row in rows]
