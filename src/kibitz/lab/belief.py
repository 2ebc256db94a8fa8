"""What a seat's moves tell of its hand, weighed and judged. A game's ``lab/belief.py`` names its signs and players.

The true hand of the other is set among hands dealt at random that fit what was seen, and signs are weighed so that the
truth stands out (contrast.py). It is judged on games of its own, in bits of surprise at the truth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.agent import build
from kibitz.lab import figures
from kibitz.lab.contrast import described, fit, surprise
from kibitz.lab.experiment import Finding, Report
from kibitz.lab.folder import Row
from kibitz.lab.jobs import Lab, Steps
from kibitz.lab.rows import of_mean, where

REDEALS = 15
"""With the true hand sixteen, four bits."""


@dataclass(frozen=True)
class Config:
    games: int
    judged: int
    share: float
    """Of all decisions that are looked at."""


@dataclass(frozen=True)
class Belief:
    """The experiment of one game."""

    players: Sequence[str]
    """Who plays, in turn."""
    file: str
    names: Sequence[str]
    """Of the signs."""
    signs: Any
    """The kernel that describes a world by them."""

    def run(self, config: Config, lab: Lab) -> Steps:
        return lab.in_turn([(self._learn, config, lab)])

    def _learn(self, config: Config, lab: Lab) -> list[Row]:
        options = lab.game.options()
        players = [build(lab.game, options, spec) for spec in self.players]
        about = lab.game, options, players, self.signs, len(self.names)
        weights = fit(described(*about, config.games, REDEALS, config.share, lab.derived("fitted")))
        lab.save(self.file, {"weights": weights}, options)
        bits = surprise(described(*about, config.judged, REDEALS, config.share, lab.derived("judged")), weights)
        told = [{"sign": name, "weight": float(weight)} for name, weight in zip(self.names, weights, strict=True)]
        return [{"positions": len(bits), **of_mean("bits", bits)}, *told]

    def report(self, rows: list[Row], config: Config) -> Report:
        (verdict,), weights = where(rows, "bits"), where(rows, "sign")
        figure, axes = figures.chart("What tells a hand", "weight of a sign, in log odds", "")
        axes.barh(range(len(weights)), [row["weight"] for row in weights])
        axes.set_yticks(range(len(weights)), [row["sign"] for row in weights])
        summary = (
            f"Of sixteen hands that fit what was seen, the true one surprises by {verdict['bits']:.2f} bits on average "
            f"({verdict['positions']:,} positions); without knowledge by 4."
        )
        return Report([Finding.of("bits of surprise at the true hand", verdict, "bits")], summary, {"signs": figure})
