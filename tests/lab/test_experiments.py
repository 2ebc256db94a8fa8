"""Every experiment that is found, at its smallest: killed once and resumed, it finds what an unbroken run finds."""

from __future__ import annotations

import math

import pytest

from kibitz.lab import experiments
from kibitz.lab.run import Run


def finish(run: Run) -> Run:
    for _ in run.steps():
        pass
    return run


def stop(run: Run) -> Run:
    """Stop after the first step that leaves something to do, and open the folder as another process would."""
    for step in run.steps(save_every=0):
        if step.done < 1.0:
            break
    return Run(run.folder)


def comparable(rows: list[dict]) -> list[dict]:
    """Rows without what a clock measured, with NaN equal to itself."""
    return [
        {k: "nan" if isinstance(v, float) and math.isnan(v) else v for k, v in row.items() if "seconds" not in k}
        for row in rows
    ]


@pytest.mark.parametrize("id", experiments())
def test_stopped_and_resumed_it_finds_the_same(id, tmp_path):
    whole = finish(Run.start(id, "tiny", 1, tmp_path / "whole"))
    resumed = finish(stop(Run.start(id, "tiny", 1, tmp_path / "stopped")))
    assert comparable(resumed.rows) == comparable(whole.rows)
    report = whole.report()
    assert report.findings and report.summary
    assert all(math.isfinite(f.ours) or math.isnan(f.ours) for f in report.findings)
