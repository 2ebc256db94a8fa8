"""Steps per second of the vector environments with observations and masks, under a learner that plays anything."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from kibitz.agent import Agent, Random
from kibitz.bench.row import SHORT, SPANS, Stopwatch, best, row
from kibitz.bench.speed import Rows, crews, played
from kibitz.doors.rules import Rules
from kibitz.errors import NotInstalled
from kibitz.game import Game
from kibitz.kernel import kernel, mix, pick

TABLES = 1024
"""Tables of the environment on the processor."""

ON_CARD = 65_536
"""Tables of the one on the GPU."""

EACH = np.uint64(0x0101010101010101)

MASKS = 1 << 30
"""Bytes of masks there, at most."""


def vector(game: Game, seconds: float) -> Rows:
    """Gymnasium's vector environment, against random moves and against the game's quick player."""
    try:
        from kibitz.doors.gymnasium import VectorEnvironment
    except ImportError:
        raise NotInstalled('Gymnasium is not installed; pip install "kibitz[interop]" brings it') from None
    chosen = np.zeros(TABLES, np.int64)

    def spans(env: VectorEnvironment, by: str, workers: int) -> Iterator[dict[str, Any]]:
        _, info = env.reset(seed=1)
        decided, chance, worked = env.tables.tables["decided"], np.uint64(1), 0.0
        while worked < (1 + SPANS) * seconds:
            before, games = int(decided.sum()), 0
            with Stopwatch() as watch:
                until = time.process_time() + SHORT
                while time.process_time() < until:
                    chance = np.uint64(any_actions(info["action_mask"].view(np.uint8), chance, chosen))
                    *_, over, _, info = env.step(chosen)
                    games += int(np.count_nonzero(over))
            worked += watch.worked
            if worked > seconds:  # before, all tables are near the beginning of their first game
                yield watch.row(by, workers, int(decided.sum()) - before, games)

    rows = []
    for name, opponent in _opponents(game).items():
        rows += _in_the_arena(game, opponent, name, seconds)
        by = f"kibitz VectorEnv of {TABLES}, random against {name}"
        for workers in crews():
            env = VectorEnvironment(game.name, TABLES, opponent=opponent, workers=workers)
            rows.append(best(spans(env, by, workers)))
    return rows


class Outside(Agent):
    """Any legal move, chosen as a learner chooses: outside of the compiled loop, for many games at once."""

    def act(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        return Random(self.game, self.options).act(views, moves, counts)


def _in_the_arena(game: Game, opponent: Any, name: str, seconds: float) -> Rows:
    """The same games by the arena, which shows nobody an observation: what an environment is measured against.

    Once with a learner that is a kernel, so that nothing leaves the compiled loop, and once with one that is asked.
    """
    rules = Rules.of(game.name, opponent=opponent)
    seated = [0, *[1] * len(rules.opponents)]
    inside: list[Agent] = [Random(game, rules.options), rules.opponents[0]]
    asked: list[Agent] = [Outside(game, rules.options), rules.opponents[0]]
    compiled = played(f"kibitz arena, random against {name}", game, rules.options, inside, seated, seconds, crews())
    by = f"kibitz arena, random asked from Python against {name}"
    return compiled + played(by, game, rules.options, asked, seated, seconds, [1], TABLES)


def on_the_card(game: Game, seconds: float) -> Rows:
    """The vector environment on the GPU; a learner of torch chooses there too."""
    import torch

    from kibitz.doors.cuda import CudaEnvironment

    def choose(mask: Any) -> Any:
        return (torch.rand(mask.shape, device=mask.device) * mask).argmax(1)

    rows = []
    for name, opponent in _opponents(game).items():
        count = min(ON_CARD, MASKS // len(game.actions(game.options())))
        env = CudaEnvironment(game.name, count, opponent=opponent)
        _, info = env.reset(seed=1)
        env.step(choose(info["action_mask"]))
        before, games, steps = env.decided(), torch.zeros((), device="cuda"), 0
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds:
            for _ in range(4):
                _, _, over, _, info = env.step(choose(info["action_mask"]))
                games += over.sum()
            torch.cuda.synchronize()
            steps += 4
        spent = time.perf_counter() - begun
        env.check()
        by = f"kibitz CudaEnvironment of {count}, random against {name}"
        rows.append(row(by, 1, (env.decided() - before) / spent, float(games) / spent))
    return rows


def _opponents(game: Game) -> dict[str, Any]:
    """Any legal move, whatever the game's own `random` does, and the quick player."""
    return {"random": Random} if game.policy == "random" else {"random": Random, game.policy: game.policy}


@kernel
def any_actions(masks, chance, chosen):
    """Any legal action of every row, each as likely as the others; the chance that is left. Masks are uint8."""
    size = masks.shape[1]
    whole = size - size % 8
    for i in range(len(masks)):
        mask, count = masks[i], 0
        for first in range(0, whole, 8):
            count += eight(mask, first)
        for j in range(whole, size):
            count += mask[j]
        chance = mix(chance)
        which, count, before, place = pick(chance, count), 0, 0, 0
        for first in range(0, whole, 8):  # without a way out: where the action lies cannot be foreseen
            count += eight(mask, first)
            place = first + 8 if count <= which else place
            before = count if count <= which else before
        for j in range(place, min(place + 8, size)):
            before += mask[j]
            place += 1 if before <= which else 0
        chosen[i] = place
    return chance


@kernel
def eight(mask, first):
    """How many of eight are 1: a processor reads them as one number, whose bytes a product adds up."""
    word = np.uint64(0)
    for j in range(8):
        word |= np.uint64(mask[first + j]) << np.uint64(8 * j)
    return np.int64((word * EACH) >> np.uint64(56))
