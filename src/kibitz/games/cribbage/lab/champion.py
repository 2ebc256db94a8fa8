"""Champion: what could be stronger than value, before its judge.

No claim of the thesis. Value with more imagined hands, with other readings of what was played, and with the learned
play inside, all against `value` as it is. The aim: 52%.
"""

from kibitz.lab.verdict import Champion, Config, Verdict

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

TINY = Config(pairs=1, part=1, which=(2,))
QUICK = Config(pairs=4, part=2, which=(2,))
PAPER = Config(part=2_000, gpu=True)

SETTINGS = (
    "hands=512",
    "play=learned",
    "sure=0.3",
    "sure=1.0",
    "caution=0.7",
    "caution=1.3",
    "crib=0.6",
    # Searched further from here, each with more hands so that nothing is lost to chance.
    "hands=256,sure=0.4",
    "hands=256,sure=0.6",
    "hands=256,sure=0.7",
    "hands=256,caution=0.6",
    "hands=256,caution=0.8",
    "hands=256,crib=0.8",
    "hands=256,crib=1.2",
    "hands=256,crib=1.5",
    "hands=256,sure=0.6,caution=0.8",
    "hands=256,sure=0.4,caution=0.8",
    "hands=256,sure=0.6,caution=0.8,crib=1.2",
    "hands=256,sure=0.6,play=learned",
    "hands=1024,sure=0.6,caution=0.8",
)

champion = Champion(tuple(Verdict(f"value:{setting}", "value", 0.52, fast=True) for setting in SETTINGS))
run, report = champion.run, champion.report
