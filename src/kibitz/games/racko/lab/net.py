"""A network that learns Rack-O by playing itself.

No paper has it; the strongest player of the paper sees hand-made features. This network sees the cards one by one
(``picture.py``), learns by deep Monte Carlo from its own games, begun with games of `kyle`, and is judged against
players it never learned from. The aim: 84% against `kyle` and 57% against `diablo`. The network that is shipped learned
twice: as below, and then from there on with ``--set start=FOLDER``, which begins with the network of a run.
"""

from typing import Any

from kibitz.lab.network import Config, SelfPlay

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

SMALL: dict[str, Any] = {"width": 16, "layers": 2, "batch": 256, "window": 8, "anew": 2, "gpu": False}
TINY = Config(windows=4, tables=32, test_deals=2, final_deals=2, lessons=2, teacher="kyle", **SMALL)
QUICK = Config(
    windows=40, tables=256, test_deals=20, final_deals=20, lessons=30, teacher="kyle", **{**SMALL, "anew": 10}
)
PAPER = Config(windows=205, tables=131_072, window=24, anew=29, lessons=24, teacher="kyle")

learning = SelfPlay("racko", judges=("kyle",), finals=("diablo", "max"), learned={"limit": 60})
run, report = learning.run, learning.report
