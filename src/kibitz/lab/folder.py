"""A run's folder on disk: one process at a time, nothing half written, every damage told in one line.

The checkpoint is the truth. It carries the config it was made under, how many rows were measured by then,
and checksums of those rows and of its own arrays; whatever does not fit is refused, and nothing is lost.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.errors import BadRun
from kibitz.weights import SUFFIXES

METRICS, CHECKPOINT = "metrics.parquet", "checkpoint.safetensors"

Row = dict[str, Any]
"""One line of metrics: numbers and texts by name."""


@dataclass(frozen=True)
class Saved:
    """Where a run stands."""

    rows: list[Row]
    checkpoint: Mapping[str, Any]
    done: float
    seconds: float


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other processes out of the folder; the lock ends with its process, however that ends."""
    with (folder / "lock").open("a+b") as file:
        try:
            _lock(file.fileno())
        except OSError:
            raise BadRun(f"{folder} is being run by another process; wait for it, or stop it first") from None
        yield


def _lock(descriptor: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]  # not on this system
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def write(file: Path, content: bytes) -> None:
    """Write all or nothing."""
    partial = file.with_name(f"{file.name}.{secrets.token_hex(4)}.partial")
    try:
        with partial.open("wb") as sink:
            sink.write(content)
            sink.flush()
            os.fsync(sink.fileno())
        partial.replace(file)
    except OSError as error:
        with suppress(OSError):
            partial.unlink()
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise BadRun(f"the disk is full, so {file} was not written; make room and resume") from error
        raise BadRun(f"cannot write {file}: {error.strerror}") from error


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def weights_of(folder: Path) -> dict[str, str]:
    """The weights files that a run has left, each with its SHA-256."""
    found = sorted(file for file in folder.iterdir() if file.suffix in SUFFIXES and file.name != CHECKPOINT)
    return {file.name: sha256(file) for file in found}


def save(folder: Path, config: Mapping[str, Any], saved: Saved) -> None:
    """Store rows and checkpoint."""
    import pyarrow as pa
    import pyarrow.parquet as pq
    from safetensors.numpy import save as encode

    arrays = {k: np.ascontiguousarray(v) for k, v in saved.checkpoint.items() if isinstance(v, np.ndarray)}
    values = {k: v for k, v in saved.checkpoint.items() if k not in arrays}
    about = {
        "values": values,
        "rows": len(saved.rows),
        "rows_sum": _rows_sum(saved.rows),
        "arrays_sum": _arrays_sum(arrays),
        "config": config,
        "done": saved.done,
        "seconds": saved.seconds,
    }
    if saved.rows:
        sink = pa.BufferOutputStream()
        pq.write_table(_table(saved.rows), sink)
        write(folder / METRICS, sink.getvalue().to_pybytes())
    # Written last: rows beyond its count belong to a sitting that was cut off, and are dropped.
    write(folder / CHECKPOINT, encode(arrays, {"about": json.dumps(about, default=plain)}))


def load(folder: Path, config: Mapping[str, Any]) -> Saved | None:
    """What was stored, checked; None before the first checkpoint."""
    file = folder / CHECKPOINT
    if not file.exists():
        if (folder / METRICS).exists() or (folder / "report.json").exists():
            raise BadRun(f"{file} is missing though the run had begun; without it the run cannot go on")
        return None
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(file, framework="numpy") as opened:
            about = json.loads(opened.metadata()["about"])
            arrays = {key: opened.get_tensor(key) for key in opened.keys()}  # noqa: SIM118 - not a mapping
        whole = about["arrays_sum"] == _arrays_sum(arrays)
    except (SafetensorError, KeyError, TypeError, ValueError, OSError) as error:
        raise BadRun(f"{file} is damaged: {error}") from error
    if not whole:
        raise BadRun(f"{file} is damaged: its arrays do not have the checksum it names")
    changed = [k for k in {**about["config"], **config} if about["config"].get(k) != json.loads(_text(config.get(k)))]
    if changed:
        name = sorted(changed)[0]
        before, now = about["config"].get(name), config.get(name)
        raise BadRun(f"{folder / 'run.json'} says {name} is {now}, the checkpoint was made with {before}; put it back")
    rows = _read_rows(folder / METRICS, about["rows"])
    if _rows_sum(rows) != about["rows_sum"]:
        raise BadRun(f"{folder / METRICS} is damaged: its rows are not those the checkpoint was made with")
    return Saved(rows, {**about["values"], **arrays}, about["done"], about["seconds"])


def stored_rows(file: Path) -> list[Row]:
    """Every row that was measured."""
    import pyarrow.parquet as pq

    return [{k: v for k, v in row.items() if v is not None} for row in pq.read_table(file).to_pylist()]


def _read_rows(file: Path, count: int) -> list[Row]:
    if count == 0:
        return []
    import pyarrow as pa

    try:
        found = stored_rows(file)
    except FileNotFoundError:
        raise BadRun(f"{file} is missing; the checkpoint counts {count} rows") from None
    except (pa.ArrowException, OSError) as error:
        raise BadRun(f"{file} is damaged: {error}") from error
    if len(found) < count:
        raise BadRun(f"{file} has {len(found)} rows, the checkpoint counts {count}; it is damaged")
    return found[:count]


def _table(rows: list[Row]) -> Any:
    import pyarrow as pa

    names = list(dict.fromkeys(name for row in rows for name in row))
    return pa.table({name: [plain(row[name]) if name in row else None for row in rows] for name in names})


def _rows_sum(rows: list[Row]) -> str:
    digest = hashlib.sha256()
    for row in rows:
        for name, value in sorted(row.items()):
            if value is not None:
                # A column that holds a fraction anywhere holds fractions everywhere once it is stored.
                digest.update(f"{name}={float(value) if isinstance(value, Real) else value};".encode())
    return digest.hexdigest()


def _arrays_sum(arrays: Mapping[str, np.ndarray]) -> str:
    digest = hashlib.sha256()
    for name in sorted(arrays):
        digest.update(f"{name} {arrays[name].dtype} {arrays[name].shape}".encode())
        digest.update(np.ascontiguousarray(arrays[name]).tobytes())
    return digest.hexdigest()


def _text(value: Any) -> str:
    return json.dumps(value, default=plain)


def plain(value: Any) -> Any:
    """A NumPy number as Python's own."""
    return value.item() if isinstance(value, np.generic) else value
