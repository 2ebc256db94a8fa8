"""What a mean loss is called in Rack-O: from flawless to beginner, by players whose strength is known.

No claim of a paper; the method is that of `kibitz.lab.ratings`, the same for every game.
"""

from kibitz.lab.ratings import PAPER, QUICK, TINY, Config, Rating

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

rating = Rating("racko", weaker=("kyle", "max"))
run, report = rating.run, rating.report
