"""What takes long to make and is only looked at: made by the first worker that asks, shared by all."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder of this run of the tests, filled by `make`; who comes while another fills it waits."""
    of_worker = factory.getbasetemp()
    shared = of_worker.parent if "PYTEST_XDIST_WORKER" in os.environ else of_worker
    folder, done = shared / name, shared / f"{name}.done"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            folder.mkdir()
            make(folder)
            done.touch()
    return folder
