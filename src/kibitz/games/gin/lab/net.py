"""A network that learns gin rummy by playing itself.

No paper has it. The network sees sets of cards (``picture.py``) and learns by deep Monte Carlo the chance to win the
game, from whole games against itself, begun with games of `racer`. Each hand is a lesson: what comes of a move is the
chance that the score after the hand is worth (``standing.py``), so that it learns when a knock is enough. At some
tables it spars with players of other styles: an early knocker, a safe discarder and one that is neither. The lesson of
`camper` was that strength against one player does not carry over, so its judges, `simple` and `camper`, are
players it never learned from. The aim: 82% against `simple` and 85% against `camper`.
"""

from typing import Any

from kibitz.lab.network import Config, SelfPlay

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

SMALL: dict[str, Any] = {"width": 16, "layers": 2, "batch": 256, "window": 8, "anew": 2, "gpu": False, "by_hand": True}
TINY = Config(
    windows=4, tables=32, test_deals=1, final_deals=1, lessons=2, teacher="racer", partners=("striker",), sparring=0.5,
    **SMALL,
)  # fmt: skip
QUICK = Config(
    windows=40, tables=256, test_deals=10, final_deals=10, lessons=40, teacher="racer", **{**SMALL, "anew": 10}
)
PAPER = Config(
    windows=400,
    tables=73_728,
    window=24,
    layers=4,
    anew=50,
    trust=0.9,
    explore=0.06,
    explore_end=0.1,
    past=0.0,
    lessons=8,
    teacher="racer",
    partners=("striker", "guard", "allrounder"),
    sparring=0.75,
    by_hand=True,
    final_deals=1000,
)

learning = SelfPlay("gin", judges=("simple",), finals=("camper", "racer"))
run, report = learning.run, learning.report
