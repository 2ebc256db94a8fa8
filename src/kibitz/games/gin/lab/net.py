"""A network that learns gin rummy by playing itself.

No paper has it. The network sees sets of cards (``picture.py``) and learns by deep Monte Carlo what a move brings in
points of the hand, from its own single hands, begun with hands of `racer`. Its finals are whole games against players
it never learned from, of several styles: the lesson of `camper` was that strength against one of them does not
carry over. The aim: 82% against `simple` and 85% against `camper`.
"""

from typing import Any

from kibitz.lab.network import Config, SelfPlay

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

SMALL: dict[str, Any] = {"width": 16, "layers": 2, "batch": 256, "window": 8, "anew": 2, "gpu": False, "margin": 60.0}
TINY = Config(windows=4, tables=32, test_deals=1, final_deals=1, lessons=4, teacher="racer", **SMALL)
QUICK = Config(
    windows=40, tables=256, test_deals=10, final_deals=10, lessons=40, teacher="racer", **{**SMALL, "anew": 10}
)
PAPER = Config(
    windows=538,
    tables=131_072,
    window=24,
    anew=76,
    trust=0.9,
    lessons=30,
    teacher="racer",
    margin=60.0,
    final_deals=1000,
)

learning = SelfPlay(
    "gin", judges=("simple",), finals=("camper", "racer", "guard", "striker"), learned={"hands": 1}
)  # fmt: skip
run, report = learning.run, learning.report
