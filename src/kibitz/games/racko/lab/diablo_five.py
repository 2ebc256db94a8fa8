"""Diablo's learning curve with racks of five, at tables of three.

The paper's final tournament has racks of five and three players, and does not say how its Diablo for them
was trained. Here as the one for ten slots is (`diablo_learning`).
"""

from __future__ import annotations

from kibitz.games.racko.lab.diablo_learning import Config, report, run

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

TINY = Config(slots=5, players=3, games=60, deep_games=60, chunk=30, pairs=5)
QUICK = Config(slots=5, players=3, games=600, deep_games=600, chunk=200, pairs=50)
PAPER = Config(slots=5, players=3, games=476_000, deep_games=476_000)
