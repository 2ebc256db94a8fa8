"""Weights of the package, and the published runs they come from."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from kibitz.errors import BadRun
from kibitz.game import game
from kibitz.lab import experiments
from kibitz.lab.folder import sha256
from kibitz.lab.results import STORE, publish
from kibitz.lab.run import Run
from kibitz.lab.shipping import ship, shipped
from kibitz.weights import Label, label, save_tables

ROOT = Path(__file__).parents[2]


@pytest.fixture
def run(tmp_path) -> Run:
    made = Run.start("duel.worth", "tiny", 3, tmp_path / "runs")
    list(made.steps())
    return made


def test_a_published_report_names_the_run_and_its_weights(run, tmp_path):
    report = json.loads((publish(run, tmp_path / "results") / "report.json").read_text())
    assert report["run"] == run.folder.name
    assert report["weights"] == {"worth.safetensors": sha256(run.folder / "worth.safetensors")}


def test_only_what_was_published_is_shipped(run, tmp_path):
    store, package = tmp_path / "results", tmp_path / "weights"
    package.mkdir()
    with pytest.raises(BadRun, match="publish it first"):
        ship(run, store, package)
    publish(run, store)
    (file,) = ship(run, store, package)
    assert sha256(file) == sha256(run.folder / "worth.safetensors")
    other = Run.start("duel.worth", "tiny", 4, tmp_path / "others")
    list(other.steps())
    shutil.copy(other.folder / "worth.safetensors", run.folder)
    with pytest.raises(BadRun, match="is not what was published"):
        ship(run, store, package)


def test_arrays_of_other_experiments_stay_in_a_shared_file(run, tmp_path):
    store, package = tmp_path / "results", tmp_path / "weights"
    package.mkdir()
    publish(run, store)
    save_tables(package / "worth.safetensors", {"more": np.ones(2)}, label(game("duel"), "", "duel.another"))
    (file,) = ship(run, store, package)
    assert set(load_file(file)) == {"worth", "more"}
    assert Label.of(file).experiment == "duel.another, duel.worth"
    listed = json.loads((store / "duel" / "worth" / "report.json").read_text())["weights"]
    assert listed == {"worth.safetensors": sha256(file)}


def test_of_a_player_that_is_shipped_again_nothing_is_left(run, tmp_path):
    """An earlier network with more layers would leave its last ones behind, and no player could be made of both."""
    store, package = tmp_path / "results", tmp_path / "weights"
    package.mkdir()
    own = run.folder / "worth.safetensors"
    save_tables(own, {"5.deep.0": np.ones(2), "5.deep.1": np.ones(2)}, Label.of(own))
    publish(run, store)
    older = {"5.deep.0": np.zeros(2), "5.deep.1": np.zeros(2), "5.deep.2": np.zeros(2), "6.deep.2": np.zeros(2)}
    save_tables(package / "worth.safetensors", older, label(game("duel"), "", "duel.another"))
    (file,) = ship(run, store, package)
    held = load_file(file)
    assert set(held) == {"5.deep.0", "5.deep.1", "6.deep.2"} and held["5.deep.0"].all()


def test_weights_of_an_earlier_run_may_stay_where_it_is_stored_as_an_attempt(run, tmp_path, monkeypatch):
    store, package = tmp_path / "results", tmp_path / "weights"
    package.mkdir()
    monkeypatch.setattr("kibitz.lab.shipping._weights", lambda game: package)
    monkeypatch.setattr("kibitz.lab.shipping.games", lambda: ["duel"])
    publish(run, store)
    ship(run, store, package)
    other = Run.start("duel.worth", "tiny", 4, tmp_path / "others")
    list(other.steps())
    publish(other, store)
    assert [one.is_as_published for one in shipped(store)] == [False]
    publish(run, store, attempt=True)
    assert [one.is_as_published for one in shipped(store)] == [True]


def test_every_shipped_file_is_the_one_its_published_run_lists():
    found = shipped(ROOT / STORE)
    assert {one.game for one in found} >= {"cribbage", "gin", "racko", "yacht", "zsy"}
    assert not [one.file.name for one in found if not one.is_as_published]


def test_every_shipped_file_names_experiments_that_exist():
    known = set(experiments())
    missing = {one.file.name: set(one.experiments) - known for one in shipped(ROOT / STORE)}
    assert not {name: ids for name, ids in missing.items() if ids}
    unlisted = sorted(f"{one.game}/{one.file.name}" for one in shipped(ROOT / STORE) if not one.published)
    print("no published run lists:", ", ".join(unlisted))
