"""How well the coach judges Rack-O: is its chance to win right, and is luck what it calls luck?

No claim of a paper; the method is that of `kibitz.lab.coach`, the same for every game.
"""

from kibitz.lab.coach import PAPER, QUICK, TINY, Coaching, Config

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

coaching = Coaching("racko", playing="diablo")
run, report = coaching.run, coaching.report
