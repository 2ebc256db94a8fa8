"""Experiments on a cluster: what they give alone, whatever becomes of its workers, its scheduler or the user."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest

from kibitz.arena.cluster import Cluster
from kibitz.errors import NoCluster
from kibitz.game import game
from kibitz.lab import cluster as on_cluster
from kibitz.lab.run import Run
from kibitz.weights import load_tables

pytest.importorskip("distributed")

LEARNING = {"games": "2000", "part": "10"}


@pytest.fixture(scope="module")
def cluster():
    with Cluster("local", workers=2) as running:
        yield running


@pytest.fixture(autouse=True)
def _short_stretches(monkeypatch):
    monkeypatch.setattr(on_cluster, "STRETCH", 0.01)


def alone(root, id="duel.worth", changes=None) -> Run:
    run = Run.start(id, "quick", 3, root / "alone", changes)
    for _ in run.steps():
        pass
    return run


def same(one: Run, two: Run) -> bool:
    """Whether two finished runs found and learned the same."""
    files = [run.folder / "worth.safetensors" for run in (one, two)]
    learned = [load_tables(game("duel"), str(file))["worth"].tolist() if file.exists() else None for file in files]
    return one.is_finished and two.is_finished and one.rows == two.rows and learned[0] == learned[1]


def test_jobs_that_need_nothing_of_each_other_are_done_at_once_and_come_in_order(cluster, tmp_path):
    run = Run.start("duel.rivals", "quick", 3, tmp_path)
    assert [step.done for step in run.steps(cluster=cluster)] == pytest.approx([1 / 3, 2 / 3, 1])
    assert same(run, alone(tmp_path, "duel.rivals"))


def test_a_worker_killed_in_the_middle_of_a_training_run_changes_nothing(cluster, tmp_path):
    run = Run.start("duel.worth", "quick", 3, tmp_path, LEARNING)
    victims, done_then = list(cluster.client.run(os.getpid).values()), []

    def kill() -> None:
        done_then.append(run.done)
        for victim in victims:
            os.kill(victim, signal.SIGKILL)

    for step in run.steps(cluster=cluster):
        if step.done == run.config.part / run.config.games:
            threading.Timer(0.2, kill).start()  # in the middle of the task that begins now
    assert 0 < done_then[0] < 1 and not set(victims) & set(cluster.client.run(os.getpid).values())
    assert same(run, alone(tmp_path, changes=LEARNING))


def test_an_experiment_that_fails_says_why(cluster, tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_COMMIT", "here")
    monkeypatch.setattr(on_cluster, "commit", lambda game: "another")
    run = Run.start("duel.worth", "quick", 3, tmp_path)
    with pytest.raises(Exception, match="but the run began with another; install the same on all"):
        list(run.steps(cluster=cluster))


def test_where_the_scheduler_dies_the_run_goes_on_without_it(tmp_path, monkeypatch):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    words = ["scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"], ["worker", address]
    scheduler, worker = (
        subprocess.Popen([sys.executable, "-m", "dask", *line], stderr=subprocess.DEVNULL) for line in words
    )
    try:
        run = Run.start("duel.worth", "quick", 3, tmp_path, LEARNING)
        monkeypatch.setattr("kibitz.arena.cluster.PATIENCE", 60)
        with Cluster(address) as cluster:
            cluster.client.wait_for_workers(1, timeout=60)
            with pytest.raises(NoCluster, match=f"the scheduler at {address} went away"):
                for _ in run.steps(cluster=cluster):
                    scheduler.kill()
    finally:
        for process in (scheduler, worker):
            process.kill()
            process.wait()
    resumed = Run(run.folder)
    assert 0 < resumed.done < 1
    for _ in resumed.steps():
        pass
    assert same(resumed, alone(tmp_path, changes=LEARNING))


def test_ctrl_c_leaves_a_run_that_resumes(ctrl_c, tmp_path):
    words = ["lab", "run", "duel.worth", "--seed", "3", "--cluster", "local", "--workers", "1"]
    changes = [f"--set={name}={value}" for name, value in {"games": "20000", "part": "20"}.items()]
    process = subprocess.Popen(
        [sys.executable, "-m", "kibitz", *words, *changes],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    waited = time.monotonic()
    while not list(tmp_path.glob("runs/*/*/checkpoint.safetensors")):
        assert process.poll() is None and time.monotonic() - waited < 120
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 1 and "stopped; kibitz lab run duel.worth --folder" in said and "Traceback" not in said
    assert 0 < Run.latest("duel.worth", tmp_path / "runs").done < 1
