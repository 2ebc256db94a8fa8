"""What is timed of cribbage besides random play, in seconds of one core."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from kibitz.arena.match import match
from kibitz.games.cribbage import stats
from kibitz.games.cribbage.deals import fill_keeps
from kibitz.games.cribbage.weighted import pegging_records, training

OPEN_SPIEL = "cribbage"


def figures() -> dict[str, str]:
    """The exact statistics of a deal, the thesis' training, and the strongest player's games."""
    chance = np.random.default_rng(1)
    deals = np.sort(chance.permuted(np.tile(np.arange(52, dtype=np.int8), (2000, 1)), axis=1)[:, :6], axis=1)
    results = np.zeros((len(deals), stats.KEEPS), stats.KEEP)
    keeps = _seconds(lambda: fill_keeps(stats.tables(), stats.any_throw(), deals, results)) / len(deals)
    pair = training.Pair(training.beginners(1), pegging_records.first_records(20_000, 1))
    games = 2_000 / _seconds(lambda: pair.train(2_000, 1))
    strong = 40 / _seconds(lambda: match("cribbage", "value", "value", pairs=20, workers=1))
    return {
        "fifteen keeps, hands and cribs": f"{keeps * 1e6:.1f} µs",
        "training games of weighted": f"{games:,.0f}/s",
        "games of value against itself": f"{strong:,.0f}/s",
    }


def _seconds(work: Callable[[], object]) -> float:
    """Time of the processor, compiling not counted: work done a second time."""
    work()
    begun = time.process_time()
    work()
    return time.process_time() - begun
