"""A larger network that learns ZSY by playing itself, on the card.

The network `net` has convolutions over the ranks and was trained by games on the processor. This one is plain
layers, plays and learns on the graphics card, and sees some tens of times as many games; what it sees is the same. The
aim: 60% against `net`, 70% against `td`.
"""

from typing import Any

from kibitz.lab.network import Config, SelfPlay

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

SMALL: dict[str, Any] = {"width": 16, "layers": 2, "batch": 256, "window": 8, "anew": 2, "gpu": False}
TINY = Config(windows=4, tables=32, test_deals=2, final_deals=2, **SMALL)
QUICK = Config(windows=40, tables=256, test_deals=20, final_deals=20, **{**SMALL, "anew": 10})
PAPER = Config(windows=271, tables=131_072, window=16, width=768, anew=38)

learning = SelfPlay("zsy", judges=("tdns",), finals=("greedy", "td", "net"))
run, report = learning.run, learning.report
