"""Strong: the player of cribbage that looks ahead, with many worlds, before its judge.

No claim of the thesis. It is the setting of `cribbage.search` with the most worlds that a second per move allows for.
The aim: 52% against `value`.
"""

from kibitz.games.cribbage.lab.search import SETTINGS
from kibitz.lab.verdict import Champion, Config, Verdict

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

TINY = Config(pairs=1, part=1, which=(1,))
QUICK = Config(pairs=4, part=2, which=(1,))
PAPER = Config(part=500, which=(2,), gpu=True)

champion = Champion(tuple(Verdict(setting, "value", 0.52) for setting in SETTINGS))
run, report = champion.run, champion.report
