"""Champion: the strong and the fast player of gin before their judges.

No claim of the paper. `fast` is `allrounder` with a short search, `strong` the same with a longer one. The judges are
players that were there before: simple, camper and montecarlo, none of which the style was searched against but simple.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.lab import Lab, Report, Row, Steps
from kibitz.lab.verdict import Verdict, judged, told

VERDICTS = (
    Verdict("strong", "simple", 0.82),
    Verdict("strong", "camper", 0.85),
    Verdict("strong", "montecarlo:sims=256", 0.60),
    Verdict("fast", "montecarlo", 0.50),
    Verdict("allrounder", "montecarlo"),
)


@dataclass(frozen=True)
class Config:
    pairs: int = 2_000
    part: int = 8
    which: tuple[int, ...] = tuple(range(len(VERDICTS)))


TINY = Config(pairs=1, part=1, which=(4,))
QUICK = Config(pairs=4, part=2, which=(4,))
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    return judged(lab, [VERDICTS[i] for i in config.which], config.pairs, config.part)


def report(rows: list[Row], config: Config) -> Report:
    return told(rows, VERDICTS)
