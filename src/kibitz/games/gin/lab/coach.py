"""How well the coach judges gin rummy: is its chance to win right, and is luck what it calls luck?

No claim of a paper; the method is that of `kibitz.lab.coach`, the same for every game.
"""

from dataclasses import replace

from kibitz.lab import coach
from kibitz.lab.coach import QUICK, TINY, Coaching, Config

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

PAPER = replace(coach.PAPER, lucky=4_000, ways=32)  # a stock has no more cards, so draws are counted
coaching = Coaching("gin", weak="simple", playing="allrounder")
run, report = coaching.run, coaching.report
