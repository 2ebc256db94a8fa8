"""A network that learns Rack-O by playing itself.

No paper has it; the strongest player of the paper sees hand-made features. This network sees the cards one by one
and a plan for its rack (``picture.py``), learns by deep Monte Carlo from its own games, begun with eight windows of
`kyle`'s moves, and is judged against `kyle`, and against `diablo` and `max`, from whom it never learned. The aim: 84%
against `kyle` and 57% against `diablo`.
"""

from typing import Any

from kibitz.lab.network import Config, SelfPlay

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

SMALL: dict[str, Any] = {"width": 16, "layers": 2, "batch": 256, "window": 8, "anew": 2, "gpu": False}
TINY = Config(windows=4, tables=32, test_deals=2, final_deals=2, lessons=2, teacher="kyle", **SMALL)
QUICK = Config(
    windows=40, tables=256, test_deals=20, final_deals=20, lessons=30, teacher="kyle", **{**SMALL, "anew": 10}
)
PAPER = Config(
    windows=880,
    tables=131_072,
    window=24,
    layers=4,
    anew=80,
    trust=0.9,
    explore=0.06,
    explore_end=0.05,
    past=0.0,
    lessons=8,
    teacher="kyle",
    final_deals=2000,
)

learning = SelfPlay("racko", judges=("kyle",), finals=("diablo", "max"), learned={"limit": 60})
run, report = learning.run, learning.report
