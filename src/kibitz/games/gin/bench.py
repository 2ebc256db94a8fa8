"""What is timed of gin rummy besides random play."""

from __future__ import annotations

import time

import numpy as np

from kibitz.arena.match import match
from kibitz.games.gin.melds import deadwood
from kibitz.kernel import kernel

OPEN_SPIEL = "gin_rummy"


def figures() -> dict[str, str]:
    """Melding a hand of ten cards, and games of simple against itself."""
    chance = np.random.default_rng(1)
    dealt = chance.permuted(np.tile(np.arange(52), (100_000, 1)), axis=1)[:, :10]
    hands = (1 << dealt.astype(np.int64)).sum(axis=1)
    total_deadwood(hands[:10])
    begun = time.perf_counter()
    total_deadwood(hands)
    melding = (time.perf_counter() - begun) / len(hands)
    match("gin", "simple", "simple", pairs=50)
    simple = match("gin", "simple", "simple", pairs=5000, seed=1)
    return {
        "least deadwood of ten cards": f"{melding * 1e9:.0f} ns",
        "simple v simple, all cores": f"{simple.games / simple.seconds:,.0f} games to 100 per second",
    }


@kernel
def total_deadwood(hands):
    total = 0
    for i in range(len(hands)):
        total += deadwood(hands[i])
    return total
