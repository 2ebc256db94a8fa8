"""How fast: uniformly random play of every game, and what else a game measures of itself.

A game's own ``bench.py`` may name its OpenSpiel counterpart (``OPEN_SPIEL``) and give figures of its
own: ``figures() -> {"exact solution": "0.21 s"}``.
"""

from __future__ import annotations

import os
import platform
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from rich.table import Table

from kibitz.agent import Random
from kibitz.arena.drive import play
from kibitz.arena.lockstep import Lockstep
from kibitz.arena.schedule import duplicates
from kibitz.game import Game
from kibitz.game import game as find_game

BATCHES = (1, 16, 256, 1024, 4096, 16384)
LENGTHS = 500
"""Random games played to learn how long one is."""


def measure(names: Sequence[str], seconds: float, peers: bool, count: Callable[[int], None]) -> dict[str, Any]:
    """Time every game; `count` is told of each figure."""
    rows, figures = [], {}
    for name in names:
        game = find_game(name)
        own: Any = game.module("bench")
        length = game_length(game)
        for workers in sorted({1, os.cpu_count() or 1}):
            for batch in BATCHES:
                rate = random_play(game, batch, workers, seconds)
                speed = {"decisions_per_second": rate, "games_per_second": rate / length}
                rows.append({"game": name, "by": "kibitz", "batch": batch, "workers": workers, **speed})
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


def random_play(game: Game, batch: int, workers: int, seconds: float) -> float:
    """Decisions a second of random play in batches, while every table is busy: the best of three spans."""
    options = game.options()
    agents, seatings = [Random(game, options)], [[0] * game.players(options)]

    def rate(seed: int) -> float:
        # So many games a second is more than any game here manages: the tables do not run dry.
        enough = batch + int(300_000 * seconds)
        tables = Lockstep(game, options, agents, duplicates(0, enough, seed, seatings), batch)
        tables.tick()
        decisions, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < seconds and tables.tick():
            decisions += int(tables.asked[0])
        return decisions / (time.perf_counter() - begun)

    rate(0)  # compiles, and warms up
    with ThreadPoolExecutor(workers) as pool:
        return max(sum(pool.map(rate, range(workers * span, workers * (span + 1)))) for span in (1, 2, 3))


def game_length(game: Game) -> float:
    """Mean number of decisions of a random game."""
    options = game.options()
    schedule = duplicates(0, LENGTHS, 1, [[0] * game.players(options)])
    return float(play(game, options, [Random(game, options)], schedule).decisions.sum()) / LENGTHS


def _open_spiel(name: str, peer: str, seconds: float) -> list[dict[str, Any]]:
    """Random play of the same game in OpenSpiel, driven from Python."""
    try:
        import pyspiel
    except ImportError:
        return []
    game, chance = pyspiel.load_game(peer), random.Random(0)
    decisions = games = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, odds)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
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
