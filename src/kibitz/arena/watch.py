"""What workers tell while they play, and what can be said of it."""

from __future__ import annotations

import numpy as np

from kibitz.kernel import record

WATCH = record([("decisions", "i8"), ("games", "i8"), ("of_games", "i8"), ("stop", "i8"), ("apart", "i8", (12,))])
"""Of one worker: decisions played, games ended, decisions of the games that ended; and whether it is to stop.

It fills two cache lines, so that no worker writes into its neighbour's.
"""

LONG = 50
"""Decisions of which nobody knows how much of a game they are, before one has ended."""


class Estimate:
    """How many games' worth was played: ended games, and those under way by their decisions."""

    def __init__(self, games: int) -> None:
        self.games, self.told = games, 0.0

    def news(self, watches: np.ndarray) -> float:
        """How much more than when last asked."""
        ended, begun = int(watches["games"].sum()), int((watches["decisions"] - watches["of_games"]).sum())
        length = watches["of_games"].sum() / ended if ended else LONG
        left = self.games - ended
        # Games under way count by their decisions, but never as the whole of what is left.
        under_way = left * begun / (begun + length * left) if left else 0.0
        news = max(0.0, min(ended + under_way, self.games) - self.told)
        self.told += news
        return news
