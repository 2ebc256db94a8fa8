"""Decisions per second of games that a network plays against itself while it learns from them, on the GPU."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from importlib import import_module
from typing import Any

from kibitz.bench.row import SPANS, row
from kibitz.game import Game
from kibitz.learn.self_play_settings import Settings

SETTINGS = Settings(windows=1000, tables=131_072, window=24, anew=1000)
"""As most of the networks that ship have learned."""

FIRST = replace(SETTINGS, tables=256, window=2)
"""The first time everything is compiled."""


PHASES = {
    "look": ("kibitz.learn.self_play", "Tables", "look"),
    "network": ("kibitz.learn.dmc", "", "worth"),
    "choose": ("kibitz.learn.self_play", "Tables", "choose"),
    "play": ("kibitz.learn.self_play", "Tables", "play"),
    "fit": ("kibitz.learn.dmc", "Learner", "_fit"),
}
"""What a window consists of: looking at all moves, asking the network about them, choosing, playing, and learning."""


def learning(game: Game, seconds: float) -> list[dict[str, Any]]:
    """Deep Monte Carlo over many tables, network, games and fit together; in no time at all: nothing but compiled."""
    from kibitz.arena.cuda import card
    from kibitz.learn.dmc import Learner

    card()
    options = game.options()
    if game.players(options) < 2:
        return []  # a game for one alone is not learned by self-play
    Learner(game, options, FIRST, 1, "cuda").learn()
    if not seconds:
        return []
    learner = Learner(game, options, SETTINGS, 1, "cuda")
    for _ in range(2):
        learner.learn()
    rates = []
    for _ in range(SPANS):
        before, begun = learner.decisions, time.perf_counter()
        while time.perf_counter() - begun < seconds:
            learner.learn()  # ends with its loss, for which it waits
        rates.append((learner.decisions - before) / (time.perf_counter() - begun))
    found = row("kibitz self-play with learning on the GPU", 1, max(rates), 0.0)
    return [{**found, **profile(learner)}]


def trainers(game: Game, seconds: float) -> list[dict[str, Any]]:
    """How much a game's own trainer learns from per second, as its experiment trains; ``TRAINER`` names that.

    The experiment's ``trainer()`` gives some steps of it, to be done again and again, and how many samples these are.
    """
    from kibitz.arena.cuda import card

    name = getattr(game.module("bench"), "TRAINER", None)
    if name is None:
        return []
    card()
    import torch

    experiment: Any = game.module(f"lab.{name}")
    learn, samples = experiment.trainer()
    for _ in range(3):
        learn()
    rates = []
    for _ in range(SPANS):
        torch.cuda.synchronize()
        begun, made = time.perf_counter(), 0
        while time.perf_counter() - begun < seconds:
            learn()
            made += samples
        torch.cuda.synchronize()
        rates.append(made / (time.perf_counter() - begun))
    return [row(f"{game.name}.{name}", 1, max(rates), 0.0)]


def profile(learner: Any) -> dict[str, Any]:
    """One more window, watched: nanoseconds of the card's time per decision by phase, and what had to be looked at."""
    import torch

    spans: dict[str, list[tuple[Any, Any]]] = {name: [] for name in PHASES}
    looked = 0

    def watched(name: str, inner: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **more: Any) -> Any:
            nonlocal looked
            begun, ended = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            begun.record()
            answer = inner(*arguments, **more)
            ended.record()
            spans[name].append((begun, ended))
            looked += len(answer) if name == "look" else 0
            return answer

        return call

    with ExitStack() as until_the_end:
        for name, (module, owner, function) in PHASES.items():
            holder: Any = import_module(module)
            holder = getattr(holder, owner) if owner else holder
            inner = getattr(holder, function)
            setattr(holder, function, watched(name, inner))
            until_the_end.callback(setattr, holder, function, inner)
        before = learner.decisions
        learner.learn()
        torch.cuda.synchronize()
    made = learner.decisions - before
    spent = {name: sum(begun.elapsed_time(ended) for begun, ended in each) for name, each in spans.items()}  # in ms
    return {
        "phases": {name: 1e6 * each / made for name, each in spent.items()},
        "moves_per_decision": looked / made,
        "picture": learner.tables.painter.size,
    }
