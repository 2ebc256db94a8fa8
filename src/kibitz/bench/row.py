"""What one measured speed is."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

SPANS = 3
"""Each figure is the best of so many: what else runs on the machine only ever makes it slower."""


SHORT = 0.003
"""Seconds of processor time in a short span, of which many are measured: between two of them others get their turns
on a busy machine, within one they seldom do, and so leave alone what it has in its caches."""


class Stopwatch:
    """Time on the clock and of the processor, while it runs: ``with watch: work()``, as often as one likes."""

    def __init__(self) -> None:
        self.spent = self.worked = 0.0

    def __enter__(self) -> Stopwatch:
        self._begun = time.perf_counter(), time.process_time()
        return self

    def __exit__(self, *error: object) -> None:
        self.spent += time.perf_counter() - self._begun[0]
        self.worked += time.process_time() - self._begun[1]

    def row(self, by: str, workers: int, decisions: int, games: int) -> dict[str, Any]:
        """Who played how much on how many cores meanwhile.

        "busy" is how many cores were at work on average: where that is less than the workers, they were kept waiting.
        """
        return {**row(by, workers, decisions / self.spent, games / self.spent), "busy": self.worked / self.spent}


def row(by: str, workers: int, decisions: float, games: float) -> dict[str, Any]:
    """Who played on how many cores, and how quickly."""
    return {"by": by, "workers": workers, "decisions_per_second": decisions, "games_per_second": games}


def per_core(measured: dict[str, Any]) -> float:
    """Decisions per second of processor time: what can be compared on a machine where others work too."""
    return measured["decisions_per_second"] / measured["busy"]


def best(rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The quickest: on one core by processor time, on several by the clock."""
    return max(rows, key=lambda found: per_core(found) if found["workers"] == 1 else found["decisions_per_second"])
