"""How fast: uniformly random play of every game, and what else a game measures of itself.

A game's own ``bench.py`` may name its OpenSpiel counterpart (``OPEN_SPIEL``) and give figures of its
own: ``figures() -> {"exact solution": "0.21 s"}``.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from rich.table import Table

from kibitz.agent import Random
from kibitz.arena.drive import Lockstep, play
from kibitz.arena.match import duplicates
from kibitz.game import Game
from kibitz.game import game as find_game

BATCHES = (1, 16, 256, 1024, 4096, 16384)


def measure(names: Sequence[str], seconds: float, peers: bool, count: Callable[[int], None]) -> dict[str, Any]:
    """Time every game; `count` is told of each figure."""
    rows, figures = [], {}
    for name in names:
        game = find_game(name)
        own: Any = game.module("bench")
        for workers in sorted({1, os.cpu_count() or 1}):
            for batch in BATCHES:
                rows.append({"game": name, "by": "kibitz", **random_play(game, batch, workers, seconds)})
                count(1)
        if peers and hasattr(own, "OPEN_SPIEL"):
            rows += _open_spiel(name, own.OPEN_SPIEL, seconds)
            count(1)
        if hasattr(own, "figures"):
            figures[name] = own.figures()
            count(1)
    return {
        "machine": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "speed": rows,
        "figures": figures,
    }


def random_play(game: Game, batch: int, workers: int, seconds: float) -> dict[str, Any]:
    """Decisions and games a second of random play in batches."""
    options = game.options()
    agents = [Random(game, options)]
    seatings = [[0] * game.players(options)]
    # First a short one that also compiles, to learn how many games fill the time.
    trial = Lockstep(game, options, agents, duplicates(0, 4 * batch, 1, seatings), batch)
    trial.tick()
    begun, ticks = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds / 5 and trial.tick():
        ticks += 1
    rate = max(int(trial.progress[1]), 1) / (time.perf_counter() - begun)
    games = max(batch * workers, int(rate * seconds * workers))
    schedule = duplicates(0, games, 2, seatings)
    begun = time.perf_counter()
    results = play(game, options, agents, schedule, batch=batch, workers=workers)
    spent = time.perf_counter() - begun
    return {
        "batch": batch,
        "workers": workers,
        "decisions_per_second": float(results.decisions.sum() / spent),
        "games_per_second": games / spent,
    }


def _open_spiel(name: str, peer: str, seconds: float) -> list[dict[str, Any]]:
    """Random play of the same game in OpenSpiel, driven from Python."""
    try:
        import pyspiel
    except ImportError:
        return []
    game, rng = pyspiel.load_game(peer), np.random.default_rng(0)
    decisions = games = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(actions, p=odds)))
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.integers(len(actions)))])
                decisions += 1
        games += 1
    spent = time.perf_counter() - begun
    by = f"OpenSpiel {peer}"
    speed = {"decisions_per_second": decisions / spent, "games_per_second": games / spent}
    return [{"game": name, "by": by, "batch": 1, "workers": 1, **speed}]


def speed_table(measured: dict[str, Any]) -> Table:
    table = Table(title=f"random play, {measured['cores']} cores", title_justify="left")
    for heading in ("game", "by", "cores", "batch", "decisions/s", "games/s"):
        table.add_column(heading, justify="left" if heading in ("game", "by") else "right")
    last = None
    for row in measured["speed"]:
        if last not in (None, row["game"]):
            table.add_section()
        last = row["game"]
        rates = [f"{row['decisions_per_second']:,.0f}", f"{row['games_per_second']:,.0f}"]
        table.add_row(row["game"], row["by"], str(row["workers"]), f"{row['batch']:,}", *rates)
    return table


def figures_table(measured: dict[str, Any]) -> Table:
    table = Table("game", "figure", "measured")
    for name, figures in measured["figures"].items():
        for what, value in figures.items():
            table.add_row(name, what, str(value))
    return table
