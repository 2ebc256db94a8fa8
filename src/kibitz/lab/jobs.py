"""How experiments do their work: seeds for its parts, one job after the other, several things side by side."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np

from kibitz.lab.experiment import Checkpoint, Step
from kibitz.lab.folder import Row

Job = TypeVar("Job")
Found = TypeVar("Found")


def derived(seed: int, *part: int | str) -> int:
    """A seed for one part of an experiment, unrelated to those of the others: 63 bits.

    >>> derived(1, "match", 0) == derived(1, "match", 0) != derived(1, "match", 1)
    True
    """
    path = [str(step) if isinstance(step, str) else int(step) for step in (seed, *part)]
    digest = hashlib.blake2b(repr(path).encode(), digest_size=8, person=b"kibitz lab").digest()
    return int.from_bytes(digest, "little") >> 1


def in_turn(
    jobs: Sequence[Job],
    work: Callable[[Job], list[Row]],
    checkpoint: Checkpoint | None,
    kept: dict[str, Any] | None = None,
) -> Iterator[Step]:
    """One step per job, which can be resumed before any of them.

    What a job leaves for later ones it puts into `kept`, which begins as given and is part of every checkpoint.
    """
    kept = {} if kept is None else kept
    kept |= {name: value for name, value in (checkpoint or {}).items() if name != "jobs done"}
    for number in range(int(checkpoint["jobs done"]) if checkpoint else 0, len(jobs)):
        rows = work(jobs[number])
        yield Step(rows, {**copied(kept), "jobs done": number + 1}, (number + 1) / len(jobs))


def copied(kept: Checkpoint) -> dict[str, Any]:
    """A checkpoint that stays as it is while the work goes on."""
    return {name: part.copy() if isinstance(part, np.ndarray | list) else part for name, part in kept.items()}


def side_by_side(work: Callable[[Job], Found], items: Sequence[Job], threads: int | None = None) -> list[Found]:
    """Do the same with each item, on all cores or so many threads."""
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        return list(pool.map(work, items))
