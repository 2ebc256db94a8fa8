"""An experiment on a cluster: workers take its steps, and their matches are spread over all workers.

An experiment goes on from any checkpoint, and gives what an unbroken run gives. So a stretch of it is a task: a
checkpoint and the files of the run go to a worker; rows, a later checkpoint and new files come back. A stretch whose
worker dies is taken again by another, from the same checkpoint. Where a checkpoint says nothing but how many jobs are
done, no job needs what another left, and they are taken all at once.
"""

from __future__ import annotations

import pickle
import tempfile
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.arena.cluster import AHEAD, Cluster
from kibitz.arena.drive import spread_over
from kibitz.errors import KibitzError
from kibitz.lab.experiment import Checkpoint, Step, experiment
from kibitz.lab.folder import CHECKPOINT, METRICS, write
from kibitz.lab.jobs import DONE, Lab
from kibitz.lab.provenance import commit

STRETCH = 5.0
"""Seconds of steps in one task at least: what is lost with a worker."""

SETTLED = 5
"""A task lasts so many times as long as it takes to its first step, so that beginning anew costs little."""

RUNNERS = (CHECKPOINT, METRICS, "run.json", "report.json", "lock")
"""Files of a run's folder that its runner writes, and no experiment."""


@dataclass(frozen=True)
class Order:
    """What every task of a run is told."""

    experiment: str
    config: Any
    seed: int
    commit: str


@dataclass(frozen=True)
class Stretch:
    """What came of a task."""

    step: Step
    """All its steps as one."""
    files: dict[str, bytes]
    """What the experiment wrote meanwhile, by its place in the run's folder."""


def steps(cluster: Cluster, id: str, config: Any, lab: Lab) -> Iterator[Step]:
    """The steps of an experiment, from the checkpoint of `lab` on, taken by the workers of a cluster."""
    order = pickle.dumps(Order(id, config, lab.seed, commit(id.partition(".")[0])))
    checkpoint, least = lab.checkpoint, 0.0
    while True:
        taken = cluster.wait(cluster.submit(_take, order, checkpoint, _files(lab.folder), least))
        step = _accepted(taken, lab.folder)
        yield step
        if step.done < 1.0 and least == 0 and set(step.checkpoint) == {DONE} and not taken.files:
            step = yield from _all_at_once(cluster, order, step, lab.folder)
        if step.done >= 1.0:
            return
        checkpoint, least = step.checkpoint, STRETCH


def _all_at_once(cluster: Cluster, order: bytes, step: Step, folder: Path) -> Generator[Step, None, Step]:
    """Jobs that need nothing of each other, yielded in their order: up to the last, or to one that leaves a file."""
    first = int(step.checkpoint[DONE])
    jobs, files = list(range(first, round(first / step.done))), _files(folder)
    coming: dict[int, Any] = {}
    try:
        for number in jobs:
            for ahead in jobs[number - first : number - first + AHEAD * cluster.threads()]:
                if ahead not in coming:
                    coming[ahead] = cluster.submit(_take, order, {DONE: ahead}, files, 0.0)
            taken = cluster.wait(coming.pop(number))
            step = _accepted(taken, folder)
            yield step
            if taken.files:  # which the jobs that were begun already have not seen
                break
    finally:
        cluster.cancel(list(coming.values()))
    return step


def _accepted(taken: Stretch, folder: Path) -> Step:
    """Put what a task wrote into the run's folder."""
    for name, content in taken.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write(folder / name, content)
    return taken.step


def _files(folder: Path) -> dict[str, bytes]:
    """What the experiment has written into the run's folder so far."""
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.name not in RUNNERS and not file.name.startswith("events.")
    }


def _take(order: bytes, checkpoint: Checkpoint | None, files: dict[str, bytes], least: float) -> Stretch:
    """What a worker does: steps from a checkpoint on, for so many seconds; with 0, one step."""
    from distributed import worker_client

    told: Order = pickle.loads(order)
    here = commit(told.experiment.partition(".")[0])
    if here != told.commit:
        raise KibitzError(f"a worker has commit {here}, but the run began with {told.commit}; install the same on all")
    with (
        tempfile.TemporaryDirectory() as name,
        worker_client() as client,
        spread_over(Cluster.of_worker(client)),
    ):
        folder = Path(name)
        _accepted(Stretch(Step(), files), folder)
        lab = Lab(told.experiment, told.seed, folder, checkpoint)
        taken = _whole(experiment(told.experiment).run(told.config, lab), least)
        written = {place: content for place, content in _files(folder).items() if files.get(place) != content}
        return Stretch(taken, written)


def _whole(steps: Iterator[Step], least: float) -> Step:
    """Some steps as one."""
    begun, rows, enough = time.monotonic(), [], 0.0
    for step in steps:
        rows += step.rows
        spent = time.monotonic() - begun
        enough = enough or max(least, SETTLED * spent)
        if step.done >= 1.0 or least == 0 or spent >= enough:
            return Step(rows, pickle.loads(pickle.dumps(step.checkpoint)), step.done)
    raise KibitzError("the experiment ended without saying so; its last step must have done=1.0")
