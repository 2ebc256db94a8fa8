"""The network of `yacht.net` on the board of the rules `yahtzee`, with thirteen boxes and second yahtzees.

The same learner with fewer and shorter steps. What perfect play scores, `kibitz solve yacht --rules yahtzee` says.
"""

from dataclasses import replace

from kibitz.games.yacht.lab import net
from kibitz.games.yacht.lab.net import Config, report, run

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

TINY, QUICK = (replace(small, rules="yahtzee") for small in (net.TINY, net.QUICK))
PAPER = Config(rules="yahtzee", games=2048, steps=8000, judged_on=20_000)
