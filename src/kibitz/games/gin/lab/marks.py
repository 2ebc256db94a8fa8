"""Marks and time of reviews alone: does what a review of gin marks lose as much when one looks ten times deeper?

No claim of a paper; the method is that of `kibitz.lab.coach`, which measures all the rest too.
"""

from dataclasses import replace

from kibitz.games.gin.lab import coach
from kibitz.games.gin.lab.coach import Config, coaching

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

PAPER, QUICK, TINY = (
    replace(scale, lucky=0, calibrated=0, reviewed=reviewed)
    for scale, reviewed in ((coach.PAPER, 20), (coach.QUICK, 4), (coach.TINY, 1))
)
run, report = coaching.run, coaching.report
