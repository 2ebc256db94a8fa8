"""Running an experiment so that it can be killed at any moment and resumed.

A run is a folder, ``runs/<experiment>/<time>/``:

- ``run.json``: experiment, scale, config, seed, and the commits it was run under, several where code changed between;
- ``metrics.parquet``: every row measured so far; ``events.*``: the same for TensorBoard;
- ``checkpoint.safetensors``: where to go on, and how many rows were measured by then;
- ``report.json``, ``*.svg``: once it is finished.

folder.py keeps all of it whole.
"""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Iterator, Mapping
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.errors import BadRun
from kibitz.lab.experiment import Checkpoint, Experiment, Report, Row, Step, experiment
from kibitz.lab.folder import Saved, load, locked, plain, save, weights_of, write
from kibitz.lab.jobs import Lab
from kibitz.lab.provenance import commit
from kibitz.lab.svg import rendered

if TYPE_CHECKING:
    from kibitz.arena.cluster import Cluster

ROOT = Path("runs")


class Run:
    """One run of one experiment, finished or not."""

    folder: Path
    rows: list[Row]
    """What was measured up to the last checkpoint."""
    seconds: float
    """Time spent, over all sittings."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            about = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise BadRun(f"{folder} is no run: {error}") from error
        try:
            self.experiment: Experiment = experiment(about["experiment"])
            self.scale, self.seed, self.commits = about["scale"], about["seed"], list(about["commits"])
            settings = {k: tuple(v) if isinstance(v, list) else v for k, v in about["config"].items()}
            self.config = self.experiment.module.Config(**settings)
        except (KeyError, TypeError, AttributeError) as error:
            raise BadRun(f"{folder / 'run.json'} is damaged: {error}") from error
        self.rows, self.done, self.seconds = [], 0.0, 0.0
        self.checkpoint: Checkpoint | None = None
        found = load(folder, about["config"])
        if found:
            self.rows, self.checkpoint, self.done, self.seconds = (
                found.rows, found.checkpoint, found.done, found.seconds,
            )  # fmt: skip

    @property
    def commit(self) -> str:
        """The code it was run under; several where it was resumed under other code."""
        return ", ".join(self.commits)

    @classmethod
    def start(
        cls, id: str, scale: str = "quick", seed: int = 0, root: Path = ROOT, changes: Mapping[str, str] | None = None
    ) -> Run:
        """A new run, in a folder of its own."""
        chosen = experiment(id)
        config = chosen.config(scale, changes)
        stamp = time.strftime("%Y%m%d-%H%M%S")
        folder = root / id / stamp
        for again in range(2, 100):
            if not folder.exists():
                break
            folder = root / id / f"{stamp}-{again}"
        folder.mkdir(parents=True)
        _write_about(folder, id, scale, seed, [commit(chosen.game)], config)
        return cls(folder)

    @classmethod
    def latest(cls, id: str, root: Path = ROOT) -> Run:
        """The newest run of an experiment."""
        experiment(id)
        folders = sorted(path.parent for path in (root / id).glob("*/run.json"))
        if not folders:
            raise BadRun(f"no run of {id} under {root}; kibitz lab run {id} makes one")
        return cls(folders[-1])

    @property
    def is_finished(self) -> bool:
        return self.done >= 1.0

    def steps(self, save_every: float = 5.0, cluster: Cluster | None = None) -> Iterator[Step]:
        """Go on from the last checkpoint to the end, saving on the way; yields each step.

        On a `cluster` its workers do the work, which gives the same.
        """
        if self.is_finished:
            return
        with locked(self.folder):
            now = commit(self.experiment.game)
            if now not in self.commits:
                self.commits.append(now)
                _write_about(self.folder, self.experiment.id, self.scale, self.seed, self.commits, self.config)
            yield from self._steps(save_every, cluster)

    def _steps(self, save_every: float, cluster: Cluster | None) -> Iterator[Step]:
        events = _events(self.folder)
        rows, step, saved = list(self.rows), None, time.monotonic()
        begun, before = time.monotonic(), self.seconds
        lab = Lab(self.experiment.id, self.seed, self.folder, self.checkpoint)
        if cluster:
            from kibitz.lab.cluster import steps

            work, save_every = steps(cluster, self.experiment.id, self.config, lab), 0.0
        else:
            work = self.experiment.run(self.config, lab)
        try:
            for step in work:
                rows += step.rows
                for number, row in enumerate(step.rows, len(rows) - len(step.rows)):
                    _log(events, row, number)
                # Saved now or not at all: the experiment may change these arrays once it goes on.
                if time.monotonic() - saved >= save_every or step.done >= 1.0:
                    self._save(rows, step, before + time.monotonic() - begun)
                    saved = time.monotonic()
                yield step
        finally:
            if events:
                events.close()
        if step is None or step.done < 1.0:
            raise BadRun(f"{self.experiment.id} ended without saying so; its last step must have done=1.0")

    def report(self) -> Report:
        """What the run found; also written into its folder."""
        if not self.is_finished:
            raise BadRun(
                f"{self.folder} is {self.done:.0%} done; kibitz lab run {self.experiment.id} --resume finishes it"
            )
        report = self.experiment.report(self.rows, self.config)
        about = {
            "experiment": self.experiment.id,
            "run": self.folder.name,
            "weights": weights_of(self.folder),
            "scale": self.scale,
            "changed": self.experiment.changed(self.scale, self.config),
            "seed": self.seed,
            "commit": self.commit,
            "config": dataclasses.asdict(self.config),
            "seconds": round(self.seconds, 1),
        }
        write_report(self.folder, about, self.experiment, report)
        return report

    def _save(self, rows: list[Row], step: Step, seconds: float) -> None:
        save(self.folder, dataclasses.asdict(self.config), Saved(rows, step.checkpoint, step.done, seconds))
        self.rows, self.checkpoint, self.done, self.seconds = rows[:], step.checkpoint, step.done, seconds


def write_report(folder: Path, about: Mapping[str, Any], experiment: Experiment, report: Report) -> None:
    """Write what a run found, with what is known about the run, and its figures."""
    told = {
        "title": experiment.title,
        "claim": experiment.claim,
        "findings": [dataclasses.asdict(finding) for finding in report.findings],
        "summary": report.summary,
        "figures": sorted(f"{name}.svg" for name in report.figures),
    }
    write(folder / "report.json", json.dumps({**about, **told}, indent=1, ensure_ascii=False).encode())
    for name, figure in report.figures.items():
        write(folder / f"{name}.svg", rendered(figure, name))


def _write_about(folder: Path, id: str, scale: str, seed: int, commits: list[str], config: Any) -> None:
    about = {"experiment": id, "scale": scale, "seed": seed, "commits": commits, "config": dataclasses.asdict(config)}
    write(folder / "run.json", json.dumps(about, indent=1, default=plain).encode())


def _events(folder: Path) -> Any:
    try:
        from tensorboard.summary.writer.event_file_writer import EventFileWriter
    except ImportError:
        return None
    return EventFileWriter(str(folder))


def _log(events: Any, row: Row, number: int) -> None:
    if events is None:
        return
    from tensorboard.compat.proto.event_pb2 import Event
    from tensorboard.compat.proto.summary_pb2 import Summary

    step = int(row.get("step", number))
    values = [
        Summary.Value(tag=name, simple_value=float(value))
        for name, value in row.items()
        if name != "step" and isinstance(value, Real)
    ]
    events.add_event(Event(wall_time=time.time(), step=step, summary=Summary(value=values)))
