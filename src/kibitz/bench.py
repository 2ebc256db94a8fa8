"""How fast: games in the compiled loop on one to all cores, one game through `State`, OpenSpiel beside it.

A game's own ``bench.py`` may name its OpenSpiel counterpart (``OPEN_SPIEL``) and give figures of its
own: ``figures() -> {"exact solution": "0.21 s"}``.
"""

from __future__ import annotations

import os
import platform
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numba
import numpy as np
from rich.table import Table

import kibitz
from kibitz.agent import build
from kibitz.arena.drive import play
from kibitz.arena.schedule import duplicates
from kibitz.errors import KibitzError, NotInstalled
from kibitz.game import Game
from kibitz.game import game as find_game
from kibitz.kernel import kernel, mix, pick
from kibitz.lab.provenance import commit
from kibitz.state import State

KINDS = {
    "random": "random play",
    "player": "the game's quick player",
    "vector": "random play through the vector environment of Gymnasium",
    "state": "one game through State: legal moves, push",
    "gpu": "random play and the quick player on the GPU",
    "peers": "random play in OpenSpiel",
    "figures": "what a game measures of itself",
}

SPANS = 3
"""Each figure is the best of so many: what else runs on the machine only ever makes it slower."""

SLOWER = 0.9
"""Below this part of an earlier figure it has become slower; less than that is noise."""


def measure(
    names: Sequence[str], seconds: float, kinds: Sequence[str], count: Callable[[float], None]
) -> dict[str, Any]:
    """Time every game; `count` is told of each figure."""
    rows: list[dict[str, Any]] = []
    figures: dict[str, Any] = {}
    for name in names:
        game = find_game(name)
        own: Any = game.module("bench")
        for kind in kinds:
            if kind == "figures":
                figures[name] = own.figures() if hasattr(own, "figures") else {}
            else:
                found = _MEASURES[kind](game, seconds)
                rows += [{"game": name, "commit": commit(name), "kind": kind, **row} for row in found]
            count(1)
    return {**machine(), "seconds": seconds, "speed": rows, "figures": figures}


def machine() -> dict[str, Any]:
    """Where it was measured, and with what."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = [line for line in info.read_text(encoding="utf-8").splitlines() if line.startswith("model name")]
        model = lines[0].partition(": ")[2] if lines else model
    versions = {"kibitz": kibitz.__version__, "numba": numba.__version__, "numpy": np.__version__}
    return {"machine": model, "cores": os.cpu_count(), "python": platform.python_version(), **versions}


def crews() -> list[int]:
    """How many workers to try: 1, 2, 4 … and all cores."""
    cores = os.cpu_count() or 1
    return sorted({1 << k for k in range(cores.bit_length()) if 1 << k <= cores} | {cores})


def _random(game: Game, seconds: float) -> list[dict[str, Any]]:
    return _played(game, seconds, "random")


def _player(game: Game, seconds: float) -> list[dict[str, Any]]:
    return _played(game, seconds, game.policy)


def _played(game: Game, seconds: float, player: str) -> list[dict[str, Any]]:
    """Whole games of a player against itself, by the arena as a match plays them."""
    options = game.options()
    agent, seating = build(game, options, player), [[0] * game.players(options)]

    def rate(games: int, workers: int, seed: int) -> tuple[float, float, float]:
        schedule = duplicates(0, games, seed, seating)
        begun = time.perf_counter()
        decisions = int(play(game, options, [agent], schedule, workers=workers).decisions.sum())
        spent = time.perf_counter() - begun
        return decisions / spent, games / spent, spent

    rows = []
    rate(600, 1, 0)  # compiles
    for workers in crews():
        games = 600
        while (guess := rate(games, workers, 1))[2] < seconds / 4 and games < 10_000_000:
            games *= 2
        games = max(1, int(guess[1] * seconds))
        best = max(rate(games, workers, 2 + span) for span in range(SPANS))
        rows.append(_row(f"kibitz {agent.name}", workers, best[0], best[1]))
    return rows


def _gpu(game: Game, seconds: float) -> list[dict[str, Any]]:
    """The same games on the card, so many at once that it is busy; the games travel there and back."""
    options, rows = game.options(), []
    for player in dict.fromkeys(("random", game.policy)):
        agent, seating = build(game, options, player), [[0] * game.players(options)]
        games, best, spent = 1 << 16, (0.0, 0.0), 0.0
        play(game, options, [agent], duplicates(0, 256, 0, seating), device="gpu")  # compiles
        while spent < seconds and games <= 1 << 24:
            games *= 2
            schedule = duplicates(0, games, 1, seating)
            begun = time.perf_counter()
            decisions = int(play(game, options, [agent], schedule, device="gpu").decisions.sum())
            spent = time.perf_counter() - begun
            best = max(best, (decisions / spent, games / spent))
        rows.append(_row(f"kibitz {player} on the GPU", 1, *best))
    return rows


TABLES = 1024
"""Tables of the vector environment that is timed."""


def _vector(game: Game, seconds: float) -> list[dict[str, Any]]:
    """Steps of Gymnasium's vector environment with observations, masks and all: both sides play random moves."""
    try:
        from kibitz.doors.gymnasium import VectorEnvironment
    except ImportError:
        raise NotInstalled('Gymnasium is not installed; pip install "kibitz[interop]" brings it') from None
    env = VectorEnvironment(game.name, TABLES, "SameStep", opponent="random")
    chosen = np.zeros(TABLES, np.int64)

    def rate(seed: int) -> tuple[float, float]:
        _, info = env.reset(seed=seed)
        before, chance = env.tables.tables["decided"].sum(), np.uint64(seed)
        games = 0
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds:
            chance = np.uint64(any_actions(info["action_mask"], chance, chosen))
            *_, over, _, info = env.step(chosen)
            games += int(over.sum())
        spent = time.perf_counter() - begun
        return (env.tables.tables["decided"].sum() - before) / spent, games / spent

    rate(1)
    return [_row(f"kibitz VectorEnv of {TABLES}", 1, *max(rate(span + 2) for span in range(SPANS)))]


@kernel
def any_actions(masks, chance, chosen):
    """Any legal action of every row, each as likely as the others; the chance that is left."""
    for i in range(len(masks)):
        mask, legal = masks[i], 0
        for j in range(len(mask)):
            legal += mask[j]
        chance = mix(chance)
        left, action = pick(chance, legal), 0
        while mask[action] == 0 or left > 0:
            left -= mask[action]
            action += 1
        chosen[i] = action
    return chance


def _state(game: Game, seconds: float) -> list[dict[str, Any]]:
    options = game.options()

    def rate(seed: int) -> tuple[float, float]:
        chance, decisions, games = random.Random(seed), 0, 0
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds:
            state = State(game, options, seed + games)
            while not state.is_over and decisions % 4096 != 4095:
                codes = state.legal_codes
                state.push(int(codes[int(chance.random() * len(codes))]))
                decisions += 1
            decisions += not state.is_over
            games += 1
        spent = time.perf_counter() - begun
        return decisions / spent, games / spent

    rate(0)
    return [_row("kibitz State", 1, *max(rate(span + 1) for span in range(SPANS)))]


def _peers(game: Game, seconds: float) -> list[dict[str, Any]]:
    """Random play of the same game in OpenSpiel, driven from Python and by its own C++ loop."""
    name = getattr(game.module("bench"), "OPEN_SPIEL", None)
    if name is None:
        return []
    try:
        import pyspiel
    except ImportError:
        raise NotInstalled('OpenSpiel is not installed; pip install "kibitz[interop]" brings it') from None
    peer = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(peer.num_players())]

    def from_python(seed: int) -> tuple[int, float]:
        chance, state, decisions = random.Random(seed), peer.new_initial_state(), 0
        begun = time.perf_counter()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, odds)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                decisions += 1
        return decisions, time.perf_counter() - begun

    def in_cpp(seed: int) -> tuple[int, float]:
        state = peer.new_initial_state()
        begun = time.perf_counter()
        pyspiel.evaluate_bots(state, bots, seed)
        spent = time.perf_counter() - begun
        return sum(played.player >= 0 for played in state.full_history()), spent

    def rate(one_game: Callable[[int], tuple[int, float]], seed: int) -> tuple[float, float]:
        decisions, spent, games = 0, 0.0, 0
        while spent < seconds:
            more, longer = one_game(seed + games)
            decisions, spent, games = decisions + more, spent + longer, games + 1
        return decisions / spent, games / spent

    ways = {"from Python": from_python, "in C++": in_cpp}
    return [
        _row(f"OpenSpiel {name} {way}", 1, *max(rate(one_game, 1000 * span) for span in range(SPANS)))
        for way, one_game in ways.items()
    ]


_MEASURES = {"random": _random, "player": _player, "vector": _vector, "state": _state, "gpu": _gpu, "peers": _peers}


def _row(by: str, workers: int, decisions: float, games: float) -> dict[str, Any]:
    return {"by": by, "workers": workers, "decisions_per_second": decisions, "games_per_second": games}


def check_kinds(kinds: Sequence[str]) -> None:
    """Refuse what cannot be measured."""
    wrong = [kind for kind in kinds if kind not in KINDS]
    if wrong:
        raise KibitzError(f"nothing to measure is called {wrong[0]!r}; there is {', '.join(KINDS)}")


def speed_table(measured: dict[str, Any], earlier: dict[str, Any] | None = None) -> Table:
    """All speeds; beside an earlier measurement, what became of each."""
    table = Table(title=f"{measured['machine']}, {measured['cores']} cores", title_justify="left")
    for heading in ("game", "by", "cores", "decisions/s", "games/s", *(["against before"] if earlier else [])):
        table.add_column(heading, justify="left" if heading in ("game", "by") else "right")
    before = {_key(row): row["decisions_per_second"] for row in (earlier or {}).get("speed", [])}
    last = None
    for row in measured["speed"]:
        if last not in (None, row["game"]):
            table.add_section()
        last = row["game"]
        rates = [f"{row['decisions_per_second']:,.0f}", f"{row['games_per_second']:,.0f}"]
        was = before.get(_key(row))
        change = [_change(row["decisions_per_second"] / was if was else None)] if earlier else []
        table.add_row(row["game"], row["by"], str(row["workers"]), *rates, *change)
    return table


def _key(row: dict[str, Any]) -> tuple:
    return row["game"], row["by"], row["workers"]


def _change(ratio: float | None) -> str:
    return "new" if ratio is None else f"× {ratio:.2f}{' slower' if ratio < SLOWER else ''}"


def figures_table(measured: dict[str, Any]) -> Table:
    table = Table("game", "figure", "measured")
    for name, figures in measured["figures"].items():
        for what, value in figures.items():
            table.add_row(name, what, str(value))
    return table
