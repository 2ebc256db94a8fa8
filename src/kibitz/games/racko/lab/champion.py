"""Champion: the strong player of Rack-O before its judges.

No claim of the paper. `strong` plays every candidate on for a few turns, by diablo on both sides and with what it
cannot see dealt anew, and judges both racks there. The judges are the paper's benchmark and diablo itself;
nobody is restless.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.lab import Lab, Report, Row, Steps
from kibitz.lab.verdict import Verdict, judged, told

VERDICTS = (
    Verdict("strong", "diablo", 0.57),
    Verdict("strong", "kyle", 0.84),
    Verdict("rollout:policy=diablo,worlds=16,width=3", "diablo"),
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
