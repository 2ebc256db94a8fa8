"""Why the thesis' learner gets worse, and what repairs it: reward relative to the score.

Not in the thesis. Its reward is the final difference, which mostly says how far ahead a player already was
when it decided. Here the lead at the time of the decision is taken off, so that a decision is rewarded for
what was gained after it; nothing else changes. If the explanation is right, such a learner should play
better than its start where the thesis' own plays worse.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from kibitz.games.cribbage.lab import variants
from kibitz.games.cribbage.lab.variants import Config, learn_all
from kibitz.lab import Checkpoint, Report, Row, Step
from kibitz.learn.weighted import Settings

PAPER = Config()
TINY = variants.TINY
QUICK = variants.QUICK


def listed() -> dict[str, tuple[Settings, np.ndarray | None]]:
    found: dict[str, tuple[Settings, np.ndarray | None]] = {"as the thesis": (Settings(), None)}
    for scale in (0.1, 0.4, 2.0):
        found[f"relative s={scale}"] = (Settings(scale=scale, relative=True), None)
    found["relative, one responsible"] = (Settings(scale=0.4, relative=True, top=1), None)
    found["relative, neighbours X=0.5"] = (Settings(scale=0.4, relative=True, own_share=0.5), None)
    return found


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    yield from learn_all(listed(), config, seed, checkpoint)


def report(rows: list[Row], config: Config) -> Report:
    return variants.report(rows, config)
