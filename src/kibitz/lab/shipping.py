"""Weights that ship with the package, and the published runs they come from.

A published report lists the weights its run wrote, each with its SHA-256. `ship` puts them into the package; whoever
has the package can then tell whether a file is the one that was published. An experiment may be run and published again
while the weights of an earlier run stay; that run is then stored beside it, as an attempt.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load_file

from kibitz.errors import BadRun
from kibitz.game import game as find_game
from kibitz.game import games
from kibitz.lab.folder import sha256, write
from kibitz.lab.results import ATTEMPTS, STORE
from kibitz.lab.run import Run
from kibitz.weights import SUFFIXES, Label, add_tables, describe, load_tables, save_tables


@dataclass(frozen=True)
class Shipped:
    """A weights file of the package."""

    game: str
    file: Path
    experiments: tuple[str, ...]
    """That it comes from, as its label says."""
    published: tuple[str, ...]
    """Those of them of which a stored run lists it, with the same SHA-256 or another."""
    is_as_published: bool
    """Whether of all those a stored run lists the file as it is."""


def ship(run: Run, store: Path = STORE, package: Path | None = None) -> list[Path]:
    """Put the weights of a published run into the package, in place of earlier ones.

    Where a file also holds arrays of other experiments, the run's are put beside those, and every stored report
    that lists the file gets its new SHA-256.
    """
    published = _report(run.experiment.id, store)
    if published.get("run") != run.folder.name:
        raise BadRun(f"{run.folder} is not the published run of {run.experiment.id}; publish it first")
    game = find_game(run.experiment.game)
    folder = package or _weights(game.name)
    written = []
    for name, expected in published["weights"].items():
        source, target = run.folder / name, folder / name
        if not source.exists() or sha256(source) != expected:
            raise BadRun(f"{source} is not what was published; its SHA-256 should be {expected}")
        others = _experiments(target) - {run.experiment.id} if target.exists() else set()
        if others:
            before = sha256(target)
            _put_beside(load_tables(game, str(source.resolve())), Label.of(source), target)
            for id in sorted({run.experiment.id, *others}):
                _correct(id, name, (before, expected), sha256(target), store)
        else:
            shutil.copy(source, target)
        written.append(target)
    return written


def shipped(store: Path = STORE) -> list[Shipped]:
    """Every weights file of the package, and whether it is the published one."""
    found = []
    for name in games():
        for file in sorted(file for file in _weights(name).glob("*.*") if file.suffix in SUFFIXES):
            named = sorted(_experiments(file))
            listed = {id: _listed(id, file.name, store) for id in named}
            known = tuple(id for id, digests in listed.items() if digests)
            fits = all(sha256(file) in listed[id] for id in known)
            found.append(Shipped(name, file, tuple(named), known, fits))
    return found


def _put_beside(tables: dict[str, np.ndarray], written: Label, target: Path) -> None:
    """Put a run's arrays into a file that others share, in place of all arrays of the same players.

    A player is the first two words of an array's name, such as ``5.deep``: an earlier one may have had more layers.
    """
    known, held = Label.of(target), load_file(target)
    anew = {tuple(name.split(".")[:2]) for name in tables}
    save_tables(target, {name: array for name, array in held.items() if tuple(name.split(".")[:2]) not in anew}, known)
    add_tables(target, tables, written)


def _weights(game: str) -> Path:
    return Path(str(files(find_game(game).package))) / "weights"


def _experiments(file: Path) -> set[str]:
    return set(filter(None, describe(file).get("experiment", "").split(", ")))


def _listed(id: str, name: str, store: Path) -> set[str]:
    """The SHA-256 of a file in every stored run of an experiment that lists it."""
    folder = store.joinpath(*id.split("."))
    told = [json.loads(file.read_text(encoding="utf-8")) for file in _reports(folder)]
    return {digest for report in told if (digest := report.get("weights", {}).get(name))}


def _reports(folder: Path) -> list[Path]:
    return [file for file in (folder / "report.json", *folder.glob(f"{ATTEMPTS}/*/report.json")) if file.exists()]


def _report(id: str, store: Path) -> dict[str, Any]:
    """The published report of an experiment; empty where there is none."""
    file = store.joinpath(*id.split("."), "report.json")
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def _correct(id: str, name: str, earlier: tuple[str, ...], digest: str, store: Path) -> None:
    """Where a stored run lists a file as it was, list it as it is."""
    for file in _reports(store.joinpath(*id.split("."))):
        report = json.loads(file.read_text(encoding="utf-8"))
        if report.get("weights", {}).get(name) in earlier:
            report["weights"][name] = digest
            write(file, json.dumps(report, indent=1, ensure_ascii=False).encode())
