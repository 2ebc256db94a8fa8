"""What a mean loss is called in Yacht: from flawless to beginner, by players whose strength is known.

No claim of a paper; the method is that of `kibitz.lab.ratings`, the same for every game.
"""

from kibitz.lab.ratings import PAPER, QUICK, TINY, Config, Rating

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

rating = Rating("yacht", weaker=("greedy", "net"), alone=True)
run, report = rating.run, rating.report
