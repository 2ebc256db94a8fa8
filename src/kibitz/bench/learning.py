"""Decisions per second of games that a network plays against itself while it learns from them, on the GPU."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from kibitz.bench.row import SPANS, row
from kibitz.game import Game
from kibitz.learn.self_play_settings import Settings

SETTINGS = Settings(windows=1000, tables=131_072, window=24, anew=1000)
"""As most of the networks that ship have learned."""

FIRST = replace(SETTINGS, tables=256, window=2)
"""The first time everything is compiled."""


def learning(game: Game, seconds: float) -> list[dict[str, Any]]:
    """Deep Monte Carlo over many tables, network, games and fit together; in no time at all: nothing but compiled."""
    from kibitz.arena.cuda import card
    from kibitz.learn.dmc import Learner

    card()
    options = game.options()
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
    return [row("kibitz self-play with learning on the GPU", 1, max(rates), 0.0)]
