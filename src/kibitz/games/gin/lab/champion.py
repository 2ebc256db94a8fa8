"""Champion: the fast player of gin before its judges.

No claim of the paper. It is the network. The judges were there before: simple, camper and montecarlo, and nothing was
learned or chosen at their tables but that the network's way was watched at simple's. The aim: 82% against simple, 85%
against camper, 60% against montecarlo with 256 playouts.
"""

from kibitz.lab.verdict import Champion, Config, Verdict

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

TINY = Config(pairs=1, part=1, which=(0,))
QUICK = Config(pairs=4, part=2, which=(0,))
PAPER = Config(part=500)

BARS = {"simple": 0.82, "camper": 0.85, "montecarlo:sims=256": 0.60}

champion = Champion(
    (
        Verdict("net", "montecarlo", 0.50),
        *(Verdict("net", judge, bar, fast=not judge.startswith("montecarlo")) for judge, bar in BARS.items()),
    )
)
run, report = champion.run, champion.report
