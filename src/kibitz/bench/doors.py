"""Steps per second of the vector environments with observations and masks, under a learner that plays anything."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from kibitz.agent import Random
from kibitz.bench.row import SPANS, row
from kibitz.bench.speed import Rows, crews, played
from kibitz.doors.rules import Rules
from kibitz.errors import NotInstalled
from kibitz.game import Game
from kibitz.kernel import kernel, mix, pick

TABLES = 1024
"""Tables of the environment on the processor."""

ON_CARD = 65_536
"""Tables of the one on the GPU."""

MASKS = 1 << 30
"""Bytes of masks there, at most."""


def vector(game: Game, seconds: float) -> Rows:
    """Gymnasium's vector environment, against random moves and against the game's quick player."""
    try:
        from kibitz.doors.gymnasium import VectorEnvironment
    except ImportError:
        raise NotInstalled('Gymnasium is not installed; pip install "kibitz[interop]" brings it') from None
    chosen = np.zeros(TABLES, np.int64)

    def rate(env: VectorEnvironment, seed: int) -> tuple[float, float]:
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

    rows = []
    for name, opponent in _opponents(game).items():
        rows += _in_the_arena(game, opponent, name, seconds)
        for workers in crews():
            env = VectorEnvironment(game.name, TABLES, "SameStep", opponent=opponent, workers=workers)
            rate(env, 1)
            best = max(rate(env, span + 2) for span in range(SPANS))
            rows.append(row(f"kibitz VectorEnv of {TABLES}, random against {name}", workers, *best))
    return rows


def _in_the_arena(game: Game, opponent: Any, name: str, seconds: float) -> Rows:
    """The same games by the arena, which shows nobody an observation: what an environment is measured against."""
    rules = Rules.of(game.name, opponent=opponent)
    agents, seated = [Random(game, rules.options), rules.opponents[0]], [0, *[1] * len(rules.opponents)]
    return played(
        f"kibitz arena, random against {name}", game, rules.options, agents, seated, seconds, crews()
    )  # fmt: skip


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
    """Any legal action of every row, each as likely as the others; the chance that is left."""
    for i in range(len(masks)):
        mask = masks[i]
        chance = mix(chance)
        left, first, size = pick(chance, marked(mask)), 0, len(mask)
        while size > 1:  # in which half is it?
            half = (size + 1) // 2
            before = marked(mask[first : first + half])
            if left >= before:
                left, first, half = left - before, first + half, size - half
            size = half
        chosen[i] = first
    return chance


@kernel
def marked(mask):
    """How many are 1; of so few bits many are added at once."""
    count = np.int32(0)
    for j in range(len(mask)):
        count += np.int32(mask[j])
    return count
