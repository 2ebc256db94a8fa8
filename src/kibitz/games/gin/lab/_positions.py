"""Positions to learn from: games of simple against simple, looked into from outside."""

from __future__ import annotations

import numpy as np

from kibitz.game import game
from kibitz.games.gin.agents.simple import NOTES, choose, remember
from kibitz.games.gin.rules import DRAWING, STATE, deal, player, step
from kibitz.games.gin.rules import view as look
from kibitz.kernel import kernel, mix


def positions(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Views of the seat about to draw, one per turn, and the masks of what the other really held."""
    views, truths = np.zeros(count, STATE), np.zeros(count, np.int64)
    options = game("gin").options().encoded()
    collect(
        options,
        np.uint64(mix(np.uint64(seed))),
        np.zeros(1, STATE),
        np.zeros(1, STATE),
        np.zeros(2, NOTES),
        views,
        truths,
    )
    return views, truths


def held(truths: np.ndarray) -> np.ndarray:
    """Masks as rows of 52 zeros and ones."""
    return (truths[:, None] >> np.arange(52) & 1).astype(np.float32)


@kernel
def collect(options, seed, states, seen, notes, views, truths):
    s, v = states[0], seen[0]
    n = 0
    games = 0
    while n < len(views):
        deal(s, options, mix(seed + np.uint64(games)))
        chance = mix(seed ^ mix(np.uint64(games)))
        games += 1
        notes[0].hand = notes[1].hand = 0
        while player(s) >= 0 and n < len(views):
            p = player(s)
            look(s, p, v)
            chance = mix(chance)
            v.rng = chance
            if s.phase == DRAWING:
                views[n] = v
                truths[n] = s.hands[1 - p]
                n += 1
            move = choose(v, notes[p])
            remember(v, move, notes[p], v)
            step(s, move)
