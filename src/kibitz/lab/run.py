"""Running an experiment so that it can be killed at any moment and resumed.

A run is a folder, ``runs/<experiment>/<time>/``:

- ``run.json``: experiment, scale, config, seed, commit;
- ``metrics.parquet``: every row measured so far; ``events.*``: the same for TensorBoard;
- ``checkpoint.safetensors``: where to go on, and how many rows were measured by then;
- ``report.json``, ``*.png``: once it is finished.
"""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.errors import BadRun
from kibitz.lab.experiment import Checkpoint, Experiment, Report, Row, Step, experiment
from kibitz.lab.provenance import commit

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
        self.experiment: Experiment = experiment(about["experiment"])
        self.scale, self.seed, self.commit = about["scale"], about["seed"], about["commit"]
        settings = {k: tuple(v) if isinstance(v, list) else v for k, v in about["config"].items()}
        self.config = self.experiment.module.Config(**settings)
        self.rows, self.done, self.seconds = [], 0.0, 0.0
        self.checkpoint: Checkpoint | None = None
        self._load()

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
        about = {
            "experiment": id,
            "scale": scale,
            "seed": seed,
            "commit": commit(chosen.game),
            "config": dataclasses.asdict(config),
        }
        write(folder / "run.json", json.dumps(about, indent=1).encode())
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

    def steps(self, save_every: float = 5.0) -> Iterator[Step]:
        """Go on from the last checkpoint to the end, saving on the way; yields each step."""
        if self.is_finished:
            return
        events = _events(self.folder)
        rows, step, saved = list(self.rows), None, time.monotonic()
        begun, before = time.monotonic(), self.seconds
        work = self.experiment.run(self.config, self.seed, self.checkpoint, self.folder)
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
        found = {
            "experiment": self.experiment.id,
            "title": self.experiment.title,
            "claim": self.experiment.claim,
            "scale": self.scale,
            "seed": self.seed,
            "commit": self.commit,
            "config": dataclasses.asdict(self.config),
            "seconds": round(self.seconds, 1),
            "findings": [dataclasses.asdict(finding) for finding in report.findings],
            "summary": report.summary,
            "figures": sorted(f"{name}.png" for name in report.figures),
        }
        write(self.folder / "report.json", json.dumps(found, indent=1, ensure_ascii=False).encode())
        for name, figure in report.figures.items():
            figure.savefig(self.folder / f"{name}.png", dpi=110, bbox_inches="tight")
        return report

    def _save(self, rows: list[Row], step: Step, seconds: float) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq
        from safetensors.numpy import save

        arrays = {k: np.ascontiguousarray(v) for k, v in step.checkpoint.items() if isinstance(v, np.ndarray)}
        values = {k: v for k, v in step.checkpoint.items() if k not in arrays}
        about = {"values": values, "rows": len(rows), "done": step.done, "seconds": seconds}
        if rows:
            sink = pa.BufferOutputStream()
            pq.write_table(_table(rows), sink)
            write(self.folder / "metrics.parquet", sink.getvalue().to_pybytes())
        # Written last: rows beyond its count belong to a sitting that was cut off, and are dropped.
        write(self.folder / "checkpoint.safetensors", save(arrays, {"about": json.dumps(about, default=_plain)}))
        self.rows, self.checkpoint, self.done, self.seconds = rows[:], step.checkpoint, step.done, seconds

    def _load(self) -> None:
        file = self.folder / "checkpoint.safetensors"
        if not file.exists():
            return
        import pyarrow.parquet as pq
        from safetensors import SafetensorError, safe_open

        try:
            with safe_open(file, framework="numpy") as opened:
                about = json.loads(opened.metadata()["about"])
                arrays = {key: opened.get_tensor(key) for key in opened.keys()}  # noqa: SIM118 - not a mapping
        except (SafetensorError, KeyError, TypeError, ValueError) as error:
            raise BadRun(f"{file} is damaged: {error}") from error
        metrics = self.folder / "metrics.parquet"
        rows = pq.read_table(metrics).to_pylist() if metrics.exists() else []
        self.rows = [{k: v for k, v in row.items() if v is not None} for row in rows[: about["rows"]]]
        self.checkpoint = {**about["values"], **arrays}
        self.done, self.seconds = about["done"], about["seconds"]


def _table(rows: list[Row]) -> Any:
    import pyarrow as pa

    names = list(dict.fromkeys(name for row in rows for name in row))
    return pa.table({name: [_plain(row[name]) if name in row else None for row in rows] for name in names})


def _plain(value: Any) -> Any:
    """A NumPy number as Python's own."""
    return value.item() if isinstance(value, np.generic) else value


def write(file: Path, content: bytes) -> None:
    """Write all or nothing."""
    partial = file.with_name(file.name + ".partial")
    partial.write_bytes(content)
    partial.replace(file)


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
        if name != "step" and isinstance(value, (int, float, np.number))
    ]
    events.add_event(Event(wall_time=time.time(), step=step, summary=Summary(value=values)))
