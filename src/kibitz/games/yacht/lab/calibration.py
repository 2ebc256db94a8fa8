"""How often a chance to win at Yacht comes true.

Not in a paper. Yacht for two has no fit to judge: `duel` works its chances out. It plays itself, and at some decisions
what it says is compared with what came of it, in ten bins; the method is that of `kibitz.lab.coach`.
"""

from dataclasses import replace

from kibitz.games.yacht.lab import coach
from kibitz.games.yacht.lab.coach import Config, coaching

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

PAPER, QUICK, TINY = (
    replace(scale, lucky=0, reviewed=0, calibrated=calibrated)
    for scale, calibrated in ((coach.PAPER, 100_000), (coach.QUICK, 200), (coach.TINY, 4))
)
run, report = coaching.run, coaching.report
