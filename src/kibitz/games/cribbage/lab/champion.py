"""Champion: what could be stronger than value, before its judge.

No claim of the thesis. Value with more imagined hands, with other readings of what was played, and with the learned
play inside, all against `value` as it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.lab import Lab, Report, Row, Steps
from kibitz.lab.verdict import Verdict, judged, told

VERDICTS = (
    Verdict("value:hands=512", "value", 0.52),
    Verdict("value:play=learned", "value", 0.52),
    Verdict("value:sure=0.3", "value", 0.52),
    Verdict("value:sure=1.0", "value", 0.52),
    Verdict("value:caution=0.7", "value", 0.52),
    Verdict("value:caution=1.3", "value", 0.52),
    Verdict("value:crib=0.6", "value", 0.52),
)


@dataclass(frozen=True)
class Config:
    pairs: int = 2_000
    part: int = 8
    which: tuple[int, ...] = tuple(range(len(VERDICTS)))


TINY = Config(pairs=1, part=1, which=(2,))
QUICK = Config(pairs=4, part=2, which=(2,))
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    return judged(lab, [VERDICTS[i] for i in config.which], config.pairs, config.part)


def report(rows: list[Row], config: Config) -> Report:
    return told(rows, VERDICTS)
