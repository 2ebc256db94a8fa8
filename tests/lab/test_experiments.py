"""Every experiment that is found, at its smallest: stopped once and resumed, it finds what an unbroken run finds."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import numpy as np
import pytest

from kibitz.lab import experiments
from kibitz.lab.folder import CHECKPOINT, Row
from kibitz.lab.run import Run


def listed() -> list:
    """All experiments; a review of a whole game, of which the coach's have one at least, takes a while."""
    slow = (".coach", ".marks", ".ratings")
    return [pytest.param(id, marks=pytest.mark.slow if id.endswith(slow) else ()) for id in experiments()]


@pytest.mark.parametrize("id", listed())
def test_stopped_and_resumed_it_finds_the_same(id, tmp_path):
    whole = Run.start(id, "tiny", 1, tmp_path / "whole")
    resumed = stopped_halfway(whole)
    list(resumed.steps())
    assert comparable(resumed.rows) == comparable(whole.rows)
    left = weights(resumed.folder), weights(whole.folder)
    assert left[0].keys() == left[1].keys()
    for name, array in left[0].items():
        np.testing.assert_array_equal(array, left[1][name], err_msg=name)
    report = whole.report()
    assert report.findings and report.summary
    assert all(math.isfinite(f.ours) for f in report.findings)


def stopped_halfway(run: Run) -> Run:
    """Play a run to its end, saving after every step; the run as another process finds it that stopped halfway."""
    kept = []
    for _ in run.steps(save_every=0):
        kept.append(run.folder.with_name(f"after step {len(kept) + 1}"))
        shutil.copytree(run.folder, kept[-1])
    halfway = kept.pop(max(1, len(kept) // 2) - 1)
    for folder in kept:
        shutil.rmtree(folder)
    return Run(halfway)


def comparable(rows: list[Row]) -> list[Row]:
    """Rows without what a clock measured, with NaN equal to itself."""
    return [
        {k: "nan" if isinstance(v, float) and math.isnan(v) else v for k, v in row.items() if "seconds" not in k}
        for row in rows
    ]


def weights(folder: Path) -> dict[str, np.ndarray]:
    """Every array of the weights files that a run has left."""
    import onnx
    from safetensors.numpy import load_file

    found: dict[str, np.ndarray] = {}
    for file in folder.iterdir():
        if file.suffix == ".safetensors" and file.name != CHECKPOINT:
            found |= {f"{file.name}: {name}": array for name, array in load_file(file).items()}
        if file.suffix == ".onnx":
            kept = onnx.load(str(file)).graph.initializer
            found |= {f"{file.name}: {array.name}": onnx.numpy_helper.to_array(array) for array in kept}
    return found
