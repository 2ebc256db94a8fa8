"""What a mean loss is called: from flawless to beginner, by players whose strength is known.

No claim of a paper; the method is that of `kibitz.lab.ratings`, the same for every game.
"""

from dataclasses import replace

from kibitz.lab import ratings
from kibitz.lab.ratings import QUICK, TINY, Config, Rating

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

PAPER = replace(ratings.PAPER, games=16, pairs=300)
rating = Rating("gin", weaker=("simple", "racer", "camper"), strong="montecarlo:sims=8")
run, report = rating.run, rating.report
