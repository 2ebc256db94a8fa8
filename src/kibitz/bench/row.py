"""What one measured speed is."""

from __future__ import annotations

from typing import Any

SPANS = 3
"""Each figure is the best of so many: what else runs on the machine only ever makes it slower."""


def row(by: str, workers: int, decisions: float, games: float) -> dict[str, Any]:
    """Who played on how many cores, and how quickly."""
    return {"by": by, "workers": workers, "decisions_per_second": decisions, "games_per_second": games}
