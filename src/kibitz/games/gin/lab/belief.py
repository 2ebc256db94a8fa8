"""Belief: what the other's moves tell of its hand in gin rummy.

No claim of the paper. Six styles play; the true hand of the other is set among hands dealt at random
that fit what was seen, and a few signs are weighed so that the truth stands out. Judged on games of their own, in
bits of surprise at the truth: with sixteen hands to choose from and no knowledge it would be four.
"""

from kibitz.games.gin.belief import FILE, SIGNS, signs
from kibitz.lab.belief import Belief, Config

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

TINY = Config(games=20, judged=10, share=0.06)
QUICK = Config(games=200, judged=100, share=0.06)
PAPER = Config(games=6000, judged=2000, share=0.06)

belief = Belief(("allrounder", "racer", "guard", "allrounder", "striker", "knocker", "simple"), FILE, SIGNS, signs)
run, report = belief.run, belief.report
