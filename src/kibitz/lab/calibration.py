"""How often a network's chance to win comes true, and the correction that makes it so.

The network plays itself. From the first games a correction of its chances is fitted, which ships beside it; other games
judge the correction, in ten bins by the chance that was said. A game's ``lab/calibration.py`` names the player.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kibitz.coach.watch import Watched, watch
from kibitz.lab import reliability
from kibitz.lab.experiment import Report
from kibitz.lab.folder import Row
from kibitz.lab.jobs import Lab, Steps, parts, seated
from kibitz.learn.calibrated import chances_file
from kibitz.learn.calibration import KNOTS, corrected, fit_curve


@dataclass(frozen=True)
class Config:
    fitted: int = 100_000
    """Games that the fit is made from: many more than judge it, or they would find its own errors."""
    judged: int = 40_000
    """Other games, that judge it."""
    share: float = 0.2
    """Of their positions that are looked at."""
    part: int = 1_000
    """Games between two checkpoints."""
    gpu: bool = False
    """Whether the network is asked on a graphics card."""


@dataclass(frozen=True)
class Calibration:
    """The experiment of one game."""

    player: str
    """One that judges pictures by a network, whose file is named as the player is."""
    options: Mapping[str, Any] = field(default_factory=dict)

    def run(self, config: Config, lab: Lab) -> Steps:
        player = self._seated(config, lab)
        # What the fit is made from, the chance found and who won; and the fit.
        kept = lab.keep(seen=np.zeros((0, 2), np.float32), curve=np.zeros(len(KNOTS)))

        def play(first: int, games: int) -> tuple[Watched, np.ndarray]:
            """Games, and the chance that the network finds at each of their positions."""
            # The last number keeps these deals apart from those of the coach's experiment, which judges the result.
            seeds = np.random.default_rng([lab.seed, first, 1]).integers(0, 2**63, games, np.uint64)
            watched = watch(lab.game, player.options, player, seeds, config.share)
            return watched, watched.best(player)

        def watch_more(first: int, games: int) -> list[Row]:
            watched, found = play(first, games)
            more = np.stack([found, watched.won], axis=1).astype(np.float32)
            kept["seen"] = np.concatenate([kept["seen"].reshape(-1, 2), more])
            return []

        def fit() -> list[Row]:
            seen = kept.pop("seen")
            kept["curve"] = curve = fit_curve(seen[:, 0].astype(float), seen[:, 1])
            lab.save(chances_file(self.player), {"curve": curve})
            return [{"what": "fit", "knot": k, "added": float(added)} for k, added in enumerate(curve)]

        def judge(first: int, games: int) -> list[Row]:
            watched, found = play(first, games)
            told = {"found": found, "said": corrected(found, kept["curve"])}
            return [
                {"what": what, **row}
                for what, chances in told.items()
                for row in reliability.tally(chances, watched.won, watched.rows)
            ]

        fitted, judged = parts(config.fitted, config.part), parts(config.judged, config.part, config.fitted)
        return lab.in_turn([*((watch_more, *part) for part in fitted), (fit,), *((judge, *part) for part in judged)])

    def _seated(self, config: Config, lab: Lab) -> Any:
        """The player, who says what the network finds."""
        player = seated(lab.game, lab.game.options(**self.options), self.player, config.gpu)
        player.curve = np.zeros(len(KNOTS))
        return player

    def report(self, rows: list[Row], config: Config) -> Report:
        return reliability.correction(rows, config.judged, "the network finds")
