"""``kibitz bench``: how fast, on this machine, with which versions, at which commit.

A game's own ``bench.py`` may name its OpenSpiel counterpart (``OPEN_SPIEL``), its players that run networks
(``NETWORKS``), an experiment that trains one (``TRAINER``, which has a ``trainer()``: steps of it, and how many samples
these are), and give figures of its own: ``figures() -> {"exact solution": "0.21 s"}``.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from kibitz import __version__
from kibitz.bench.doors import on_the_card, vector
from kibitz.bench.learning import learning, trainers
from kibitz.bench.peers import peers
from kibitz.bench.review import reviews
from kibitz.bench.speed import any_move, arena, compiled, networks, on_the_gpu, quick, state
from kibitz.bench.start import start
from kibitz.errors import KibitzError
from kibitz.game import Game
from kibitz.game import game as find_game
from kibitz.lab.provenance import commit

Measure = Callable[[Game, float], list[dict[str, Any]]]

KINDS: dict[str, tuple[str, Measure | None]] = {
    "random": ("random play, 1 to all cores", any_move),
    "player": ("the game's quick player, 1 to all cores", quick),
    "players": ("every compiled player, on one core and on all", compiled),
    "networks": ("players that run networks, on one core and on all", networks),
    "arena": ("one game at a time through the arena", arena),
    "state": ("one game through State: legal moves, push", state),
    "vector": ("a random learner in the vector environment of Gymnasium, 1 to all cores", vector),
    "gpu": ("random play and every compiled player on the GPU", on_the_gpu),
    "learning": ("games of a network against itself, from which it learns, on the GPU", learning),
    "trainers": ("what a game's own trainer learns from per second, on the GPU", trainers),
    "card": ("a random learner in the vector environment on the GPU", on_the_card),
    "peers": ("random play in OpenSpiel, from Python (with and without observations) and in C++", peers),
    "start": ("from import to the first move, with and without compiled code on disk", start),
    "review": ("the review of a whole game, on one core", None),
    "figures": ("what a game measures of itself", None),
}
"""What can be measured, and by what."""

USUAL = ("random", "player", "arena", "state", "start", "figures")
"""What is measured by default."""

LIBRARIES = ("numba", "numpy", "numba-cuda", "onnxruntime", "torch", "open_spiel", "gymnasium")


def measure(
    names: Sequence[str], seconds: float, kinds: Sequence[str], count: Callable[[float], None]
) -> dict[str, Any]:
    """Time every game; `count` is told of each figure."""
    speed: list[dict[str, Any]] = []
    first_moves: list[dict[str, Any]] = []
    figures: dict[str, Any] = {}
    for name in names:
        game = find_game(name)
        for kind in kinds:
            by = KINDS[kind][1]
            if by is None:
                own: Any = game.module("bench")
                measured = reviews(game) if kind == "review" else own.figures() if hasattr(own, "figures") else {}
                figures[name] = {**figures.get(name, {}), **measured}
            else:
                about = {"game": name, "commit": commit(name, "bench"), "kind": kind}
                rows = [{**about, **row} for row in by(game, seconds)]
                (first_moves if kind == "start" else speed).extend(rows)
            count(1)
    return {**machine(), "seconds": seconds, "speed": speed, "start": first_moves, "figures": figures}


def machine() -> dict[str, Any]:
    """Where it was measured, and with what."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = [line for line in info.read_text(encoding="utf-8").splitlines() if line.startswith("model name")]
        model = lines[0].partition(": ")[2] if lines else model
    found = {"machine": model, "cores": os.cpu_count(), "gpu": gpu(), "python": platform.python_version()}
    return found | {"kibitz": __version__} | {name: known for name in LIBRARIES if (known := _version(name))}


def _version(library: str) -> str | None:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return None


def gpu() -> str | None:
    """The name of the card that `device="gpu"` plays on; None where there is none."""
    from kibitz.arena.cuda import toolkit

    try:
        cuda = toolkit()
        if not cuda.is_available():
            return None
        name = cuda.get_current_device().name
    except Exception:  # an old driver says so in many ways: no card that can be used
        return None
    return name.decode() if isinstance(name, bytes) else str(name)


def check_kinds(kinds: Sequence[str]) -> None:
    """Refuse what cannot be measured."""
    wrong = [kind for kind in kinds if kind not in KINDS]
    if wrong:
        raise KibitzError(f"nothing to measure is called {wrong[0]!r}; there is {', '.join(KINDS)}")
