"""What a mean loss is called in ZSY: from flawless to beginner, by players whose strength is known.

No claim of a paper; the method is that of `kibitz.lab.ratings`, the same for every game.
"""

from kibitz.lab.ratings import PAPER, QUICK, TINY, Config, Rating

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

rating = Rating("zsy", weaker=("greedy", "td"))
run, report = rating.run, rating.report
