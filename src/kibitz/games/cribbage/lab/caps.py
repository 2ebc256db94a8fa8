"""A cap on weights: the learners of the thesis' regularisation against their own checkpoints.

The thesis' section 4.2: no updated weight is more than K = 0.5, 0.6, 0.7 or 0.8. Claims: the cap shares the
winning side of the board between hand_max_min and hand_max_avg, less so the higher it is (Figures 17 to
20); in 10,000-game matches against their checkpoints only K = 0.8 looks like learning (Figure 21), the
others play on par with recent checkpoints and worse than random weights.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kibitz.games.cribbage.lab import variants
from kibitz.games.cribbage.lab.variants import CAPS, Config, learn_all
from kibitz.lab.experiment import Checkpoint, Report, Row, Step

PAPER = Config()
QUICK = variants.QUICK


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    every = variants.variants(config)
    yield from learn_all({name: every[name] for name in CAPS}, config, seed, checkpoint)


def report(rows: list[Row], config: Config) -> Report:
    return variants.report(rows, config)
