"""Experiments at quick scale: resumed from any checkpoint, a run gives what an unbroken one gives."""

import importlib

import pytest

pytest.importorskip("torch")


@pytest.mark.parametrize("name", ["regret", "budget", "abstraction", "camping", "knocking", "standing"])
def test_a_resumed_run_equals_an_unbroken_one(name, tmp_path):
    lab = importlib.import_module(f"kibitz.games.gin.lab.{name}")
    steps = list(lab.run(lab.QUICK, 3, None, tmp_path))
    middle = len(steps) // 2 - 1
    rest = lab.run(lab.QUICK, 3, steps[middle].checkpoint, tmp_path)
    assert timeless(rest) == timeless(steps[middle + 1 :])
    report = lab.report([row for step in steps for row in step.rows], lab.QUICK)
    assert report.findings and report.summary and report.figures


def timeless(steps) -> list:
    return [{k: v for k, v in row.items() if "seconds" not in k} for step in steps for row in step.rows]
