"""What is timed of cribbage besides random play."""

from __future__ import annotations

import time

import numpy as np

from kibitz.games.cribbage import stats
from kibitz.games.cribbage.solve import fill

OPEN_SPIEL = "cribbage"


def figures() -> dict[str, str]:
    """The exact statistics of a deal's fifteen keeps."""
    chance = np.random.default_rng(1)
    deals = np.sort(chance.permuted(np.tile(np.arange(52, dtype=np.int8), (2000, 1)), axis=1)[:, :6], axis=1)
    results = np.zeros((len(deals), stats.KEEPS), stats.KEEP)
    fill(stats.tables(), stats.any_throw(), deals[:1], results[:1])
    begun = time.perf_counter()
    fill(stats.tables(), stats.any_throw(), deals, results)
    return {"fifteen keeps, hands and cribs": f"{(time.perf_counter() - begun) / len(deals) * 1e6:.1f} µs"}
