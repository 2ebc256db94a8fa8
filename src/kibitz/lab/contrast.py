"""Weights by contrast: signs are weighed so that the true world stands out among worlds dealt at random.

Players play; at some of their decisions the true position and several redeals of what the player to move cannot see
are described by a game's signs. The weights are those under which the truth is likeliest among them: a choice
model (conditional logit), fitted by Newton's method.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.agent import Agent
from kibitz.arena.trial import walk
from kibitz.game import Game
from kibitz.kernel import UNBOUND, bind, mix
from kibitz.options import GameOptions

STEADY = 1e-3
"""Weights are held near 0 by so much, where the positions say nothing of them."""


def described(
    game: Game, options: GameOptions, players: Sequence[Agent], signs: Any, size: int, games: int, redeals: int,
    keep: float, seed: int,
) -> np.ndarray:  # fmt: skip
    """Signs by position, world (the true one first) and sign; `players` sit in turn, a share `keep` is looked at."""
    rng = np.random.default_rng(seed)
    loop = bind(_describe, redeal=game.redeal, view=game.view, signs=signs)
    found = []
    for states, movers in walk(game, options, players, rng.integers(0, 2**63, games, np.uint64)):
        chosen = np.flatnonzero(rng.random(len(states)) < keep)
        if len(chosen):
            out = np.zeros((len(chosen), 1 + redeals, size))
            loop(states[chosen], movers[chosen], np.zeros(1, game.state), rng.integers(0, 2**63, 1, np.uint64), out)
            found.append(out)
    return np.concatenate(found)


def fit(x: np.ndarray, rounds: int = 30) -> np.ndarray:
    """The weights under which the first world of each position is likeliest."""
    weights = np.zeros(x.shape[2])
    for _ in range(rounds):
        shares = chances(x, weights)
        mean = np.einsum("nm,nmf->nf", shares, x)
        slope = (x[:, 0] - mean).mean(axis=0) - STEADY * weights
        spread = np.einsum("nm,nmf,nmg->fg", shares, x, x) / len(x) - mean.T @ mean / len(x)
        step = np.linalg.solve(spread + STEADY * np.eye(len(weights)), slope)
        now = surprise(x, weights).mean()
        while surprise(x, weights + step).mean() > now and abs(step).max() > 1e-6:
            step /= 2  # the model bends: a whole step may lead beyond the best
        weights += step
        if abs(step).max() < 1e-6:
            break
    return weights


def chances(x: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """How likely each world of each position is among its own."""
    logits = x @ weights
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


def surprise(x: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Bits of surprise at the truth in each position; without any knowledge, the logarithm of how many worlds."""
    return -np.log2(np.maximum(chances(x, weights)[:, 0], 1e-300))


redeal = view = signs = UNBOUND


def _describe(states, movers, worlds, seeds, out):
    for i in range(len(states)):
        for k in range(out.shape[1]):
            if k == 0:
                worlds[0] = states[i]
            else:
                view(states[i], movers[i], worlds[0])
                redeal(worlds[0], movers[i], mix(seeds[0] + np.uint64(i * out.shape[1] + k)))
            found = signs(worlds[0], movers[i])
            for j in range(out.shape[2]):
                out[i, k, j] = found[j]
