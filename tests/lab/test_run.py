"""Runs: killed and resumed, they give what an unbroken one gives."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from kibitz.errors import BadRun, UnknownExperiment
from kibitz.game import game
from kibitz.lab.results import page, publish
from kibitz.lab.run import Run
from kibitz.weights import load_tables


def finished(root, scale="quick", seed=3) -> Run:
    run = Run.start("duel.worth", scale, seed, root)
    for _ in run.steps():
        pass
    return run


def test_a_run_leaves_its_folder(tmp_path):
    run = finished(tmp_path)
    assert run.is_finished and len(run.rows) == 10
    about = json.loads((run.folder / "run.json").read_text())
    assert about["seed"] == 3 and about["config"] == {"games": 200, "part": 20} and about["commits"] == [run.commit]
    again = Run(run.folder)
    assert again.rows == run.rows and again.is_finished and list(again.steps()) == []
    report = run.report()
    assert report.findings[0].ours == 1.0
    assert (run.folder / "worth.svg").exists() and (run.folder / "report.json").exists()
    assert list(run.folder.glob("events.*")), "no TensorBoard events"


def test_stopped_after_any_step_and_resumed(tmp_path):
    whole = finished(tmp_path / "whole")
    for stop in (1, 4, 9):
        run = Run.start("duel.worth", "quick", 3, tmp_path / str(stop))
        for number, _ in enumerate(run.steps(save_every=0), 1):
            if number == stop:
                break
        resumed = Run.latest("duel.worth", tmp_path / str(stop))
        assert resumed.folder == run.folder and 0 < resumed.done < 1
        for _ in resumed.steps():
            pass
        assert resumed.rows == whole.rows
        weights = [load_tables(game("duel"), str(r.folder / "worth.safetensors"))["worth"] for r in (resumed, whole)]
        assert (weights[0] == weights[1]).all()


def test_killed_in_the_middle_and_resumed(tmp_path):
    """SIGKILL at whatever moment it hits, in a process of its own."""
    code = (
        "import sys, time; from pathlib import Path; from kibitz.lab.run import Run\n"
        "run = Run.start('duel.worth', 'paper', 3, Path(sys.argv[1]))\n"
        "for step in run.steps(save_every=0): print(step.done, flush=True)"
    )
    process = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    resumed = Run.latest("duel.worth", tmp_path)
    assert 0 < resumed.done < 1, "it was not killed in time to show anything"
    for _ in resumed.steps():
        pass
    assert resumed.rows == finished(tmp_path / "whole", "paper").rows


def test_mistakes_are_named(tmp_path):
    with pytest.raises(UnknownExperiment, match=r"did you mean 'duel\.worth'"):
        Run.start("duel.wrth", root=tmp_path)
    with pytest.raises(UnknownExperiment, match="no scale 'huge'"):
        Run.start("duel.worth", "huge", root=tmp_path)
    with pytest.raises(BadRun, match="no run of duel"):
        Run.latest("duel.worth", tmp_path / "none")
    run = Run.start("duel.worth", "quick", 0, tmp_path)
    with pytest.raises(BadRun, match="0% done"):
        run.report()
    with pytest.raises(BadRun, match="only finished runs"):
        publish(run, tmp_path / "results")
    (run.folder / "checkpoint.safetensors").write_bytes(b"rubbish")
    with pytest.raises(BadRun, match="damaged"):
        Run(run.folder)
    (run.folder / "run.json").write_text("{")
    with pytest.raises(BadRun, match="is no run"):
        Run(run.folder)


def test_constants_can_be_changed_and_the_page_says_so(tmp_path):
    run = Run.start("duel.worth", "paper", 3, tmp_path, {"games": "40", "part": "20"})
    for _ in run.steps():
        pass
    assert run.config.games == 40
    publish(run, tmp_path / "results")
    text = page(tmp_path / "results")
    assert "--scale paper --seed 3 --set games=40 --set part=20`" in text
    assert "; scale paper, but games 40 instead of 2,000, part 20 instead of 100" in text
    with pytest.raises(BadRun, match="no constant 'game'; did you mean 'games'"):
        Run.start("duel.worth", "quick", 3, tmp_path, {"game": "40"})
    with pytest.raises(BadRun, match="games is 'many'; it must be of type int"):
        Run.start("duel.worth", "quick", 3, tmp_path, {"games": "many"})


def test_the_results_page_shows_what_is_stored(tmp_path):
    run = finished(tmp_path)
    target = publish(run, tmp_path / "results")
    assert {p.name for p in target.iterdir()} == {"report.json", "metrics.parquet", "worth.svg"}
    beside = publish(finished(tmp_path, seed=4), tmp_path / "results", attempt=True)
    assert beside.parent == target / "attempts" and (target / "report.json").exists()
    assert publish(run, tmp_path / "results") == target and beside.exists(), "attempts stay where they are"
    text = page(tmp_path / "results")
    assert "Another attempt" in text and "--seed 4" in text
    assert "| the 12 takes | 1 | 1 |" in text
    assert "kibitz lab run duel.worth --scale quick --seed 3" in text and run.commit in text
