"""A network that learns cribbage by playing itself.

The thesis wishes for a network that finds features of its own (section 5.3) and has no number. This one sees what a
move leaves (``picture.py``) and learns by deep Monte Carlo the chance to win the game, from its own games. Each round
is a lesson: what comes of a move is the chance that the score after the round is worth (``standing.py``). It is judged
against players it never learned from. The aim: 52% against `value`.
"""

from typing import Any

from kibitz.lab.network import Config, SelfPlay

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

SMALL: dict[str, Any] = {"width": 16, "layers": 2, "batch": 256, "window": 8, "anew": 2, "gpu": False, "by_hand": True}
TINY = Config(windows=4, tables=32, test_deals=2, final_deals=2, **SMALL)
QUICK = Config(windows=40, tables=256, test_deals=20, final_deals=20, **{**SMALL, "anew": 10})
PAPER = Config(windows=192, tables=65_536, window=24, anew=24, trust=0.9, by_hand=True)

learning = SelfPlay("cribbage", judges=("schell",), finals=("greedy", "value"))
run, report = learning.run, learning.report
