"""Marks and time of reviews alone: does what a review of Rack-O marks lose as much when it is played out?

No claim of a paper; the method is that of `kibitz.lab.coach`, which measures all the rest too.
"""

from dataclasses import replace

from kibitz.games.racko.lab import coach
from kibitz.games.racko.lab.coach import Config, coaching

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

PAPER, QUICK, TINY = (
    replace(scale, lucky=0, calibrated=0, reviewed=reviewed, worlds=worlds)
    for scale, reviewed, worlds in ((coach.PAPER, 60, 80), (coach.QUICK, 4, 80), (coach.TINY, 1, 20))
)
run, report = coaching.run, coaching.report
