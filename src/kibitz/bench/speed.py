"""Decisions per second: by the arena on one to all cores, on the GPU, of one game."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from kibitz.agent import Agent, CompiledAgent, Random, agents, build
from kibitz.arena.drive import play
from kibitz.arena.fused import prepare
from kibitz.arena.schedule import duplicates
from kibitz.bench.row import SPANS, Stopwatch, best, row
from kibitz.game import Game
from kibitz.kernel import OVER, UNBOUND, bind, mix, pick
from kibitz.options import GameOptions
from kibitz.state import State

Rows = list[dict[str, Any]]


def crews() -> list[int]:
    """How many workers to try: 1, 2, 4 … and all cores."""
    cores = os.cpu_count() or 1
    return sorted({1 << k for k in range(cores.bit_length()) if 1 << k <= cores} | {cores})


def _one_and_all() -> list[int]:
    return sorted({1, os.cpu_count() or 1})


def any_move(game: Game, seconds: float) -> Rows:
    """Any legal move, each as likely as the others: the same in every game, whatever its own `random` does."""
    return [*_played(game, _random(game), seconds, crews()), _bare(game, seconds)]


def _bare(game: Game, seconds: float) -> dict[str, Any]:
    """The rules alone, in a loop that neither counts, scores nor can be stopped: what the arena is measured against."""
    options, loop = game.options(), bind(_play_bare, **game.kernels)
    room = np.zeros(1, game.state), np.zeros(game.moves, np.int32), options.encoded_row()

    def rate(games: int, seed: int) -> tuple[float, float, float]:
        begun = time.perf_counter()
        decisions = loop(*room, np.uint64(seed), games)
        spent = time.perf_counter() - begun
        return decisions / spent, games / spent, spent

    loop(*room, np.uint64(0), 1)
    games = 1
    while (guess := rate(games, 1))[2] < seconds / 4:
        games *= 4
    quickest = max(rate(max(1, int(guess[1] * seconds)), 2 + span) for span in range(SPANS))
    return row("bare loop", 1, *quickest[:2])


deal = player = legal = step = UNBOUND


def _play_bare(states, moves, options, seed, games):
    s, decisions = states[0], 0
    for number in range(games):
        deal(s, options[0], seed + np.uint64(number))
        while player(s) != OVER:
            count = legal(s, moves)
            step(s, moves[pick(mix(seed + np.uint64(decisions)), count)])
            decisions += 1
    return decisions


def _random(game: Game) -> Random:
    agent = Random(game, game.options())
    agent.name = "random"
    return agent


def quick(game: Game, seconds: float) -> Rows:
    return _played(game, build(game, game.options(), game.policy), seconds, crews())


def compiled(game: Game, seconds: float) -> Rows:
    """Every player that is a kernel; of several names for one kernel with other parameters, one."""
    return [found for agent in _compiled(game) for found in _played(game, agent, seconds, _one_and_all())]


def _compiled(game: Game) -> Iterator[CompiledAgent]:
    """One player of each kind; random play has rows of its own, and ZSY's way of it the same name."""
    options = game.options()
    known: set[type[CompiledAgent]] = {Random}
    for name in (name for name in agents(game.name) if name != "random"):
        agent = build(game, options, name)
        if isinstance(agent, CompiledAgent) and type(agent) not in known:
            known.add(type(agent))
            yield agent


def _played(game: Game, agent: Agent, seconds: float, workers: Sequence[int], least: int = 8) -> Rows:
    """Whole games of a player against itself, by the arena as a match plays them; at least so many per worker."""
    options = game.options()
    return played(f"kibitz {agent.name}", game, options, [agent], [0] * game.players(options), seconds, workers, least)


def played(
    by: str, game: Game, options: GameOptions, agents: Sequence[Agent], seated: Sequence[int], seconds: float,
    workers: Sequence[int], least: int = 8,
) -> Rows:  # fmt: skip
    """Whole games of players who sit as `seated` says, at least so many per worker."""

    def rate(games: int, crew: int, seed: int) -> dict[str, Any]:
        schedule = duplicates(0, games, seed, [seated])
        with Stopwatch() as watch:
            results = play(game, options, agents, schedule, workers=crew)
        return watch.row(by, crew, int(results.decisions.sum()), games)

    compiled = [agent for agent in agents if isinstance(agent, CompiledAgent)]
    if len(compiled) == len(agents):
        prepare(game, options, compiled)
    rate(8, 1, 0)
    rows = []
    for crew in workers:
        games = least * crew
        while games / (guess := rate(games, crew, 1)["games_per_second"]) < seconds / 4 and games < 10_000_000:
            games *= 4
        games = max(least * crew, int(guess * seconds))
        rows.append(best(rate(games, crew, 2 + span) for span in range(SPANS)))
    return rows


EACH = 1024
"""Games per worker of players that run networks: a match's usual batches, in which Python's part is small."""


def networks(game: Game, seconds: float) -> Rows:
    options = game.options()
    players = [build(game, options, name) for name in getattr(game.module("bench"), "NETWORKS", ())]
    return [found for agent in players for found in _played(game, agent, seconds, _one_and_all(), EACH)]


def on_the_gpu(game: Game, seconds: float) -> Rows:
    """The same games on the card, many at once: the loop alone, and with their way there and back."""
    from kibitz.arena.cuda import Launch

    options, rows = game.options(), []
    seating = [[0] * game.players(options)]
    for agent in (_random(game), *_compiled(game)):
        games, alone, whole, spent = 1 << 15, (0.0, 0.0), (0.0, 0.0), 0.0
        play(game, options, [agent], duplicates(0, 256, 0, seating), device="gpu")  # compiles
        while spent < seconds and games <= 1 << 23:
            games *= 2
            schedule = duplicates(0, games, 1, seating)
            begun = time.perf_counter()
            launch = Launch(game, options, [agent], schedule)
            launch.cuda.synchronize()
            ready = time.perf_counter()
            launch.play()
            launch.cuda.synchronize()
            done = time.perf_counter()
            decisions = int(launch.results()[0].decisions.sum())
            spent = time.perf_counter() - begun
            alone = max(alone, (decisions / (done - ready), games / (done - ready)))
            whole = max(whole, (decisions / spent, games / spent))
            needs = launch.needs()
        if spent:  # in no time at all: nothing but compiled
            rows.append({**row(f"kibitz {agent.name} on the GPU, the loop alone", 1, *alone), **needs})
            rows.append(row(f"kibitz {agent.name} on the GPU", 1, *whole))
    return rows


def arena(game: Game, seconds: float) -> Rows:
    """One game per call of the arena: what a search or a server asks of it."""
    options = game.options()
    agent, seating = _random(game), [[0] * game.players(options)]
    prepare(game, options, [agent])

    def rate(seed: int) -> tuple[float, float]:
        decisions = games = 0
        schedule = duplicates(0, 1000, seed, seating)
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds:
            one = schedule.part(games % 1000, games % 1000 + 1)
            decisions += int(play(game, options, [agent], one, batch=1, workers=1).decisions.sum())
            games += 1
        spent = time.perf_counter() - begun
        return decisions / spent, games / spent

    return [row("kibitz arena, one game per call", 1, *max(rate(span + 1) for span in range(SPANS)))]


def state(game: Game, seconds: float) -> Rows:
    options = game.options()

    def rate(seed: int) -> tuple[float, float]:
        chance, decisions, games = random.Random(seed), 0, 0
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds:
            one = State(game, options, seed + games)
            while not one.is_over and decisions % 4096 != 4095:
                codes = one.legal_codes
                one.push(int(codes[int(chance.random() * len(codes))]))
                decisions += 1
            decisions += not one.is_over
            games += 1
        spent = time.perf_counter() - begun
        return decisions / spent, games / spent

    rate(0)
    return [row("kibitz State", 1, *max(rate(span + 1) for span in range(SPANS)))]
