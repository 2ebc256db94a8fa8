"""Champion: the fast player of Rack-O before its judges.

No claim of the paper. It is the network. The judges, the paper's benchmark and diablo, were named before it was
trained: 57% against diablo and 84% against kyle is the aim. It began with eight windows of kyle's moves and was watched
at kyle's table while it learned; from diablo it learned nothing. Nobody makes the random moves of the paper's program.
"""

from kibitz.lab.verdict import Champion, Config, Verdict

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

TINY = Config(pairs=1, part=1, which=(0,))
QUICK = Config(pairs=4, part=2, which=(0,))
PAPER = Config(part=500)

BARS = {"diablo": 0.57, "kyle": 0.84}

champion = Champion(tuple(Verdict("net", judge, bar, fast=True) for judge, bar in BARS.items()))
run, report = champion.run, champion.report
