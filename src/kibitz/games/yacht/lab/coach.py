"""How well the coach judges Yacht: is its chance to win right, and is luck what it calls luck?

No claim of a paper; the method is that of `kibitz.lab.coach`, the same for every game.
"""

from dataclasses import replace

from kibitz.lab import coach
from kibitz.lab.coach import QUICK, TINY, Coaching, Config

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

PAPER = replace(coach.PAPER, ways=64)
coaching = Coaching("yacht", weak="greedy")
run, report = coaching.run, coaching.report
