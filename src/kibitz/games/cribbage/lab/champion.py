"""Champion: what could be stronger than value, before its judge.

No claim of the thesis. Value with more imagined hands, with other readings of what was played, and with the learned
play inside, all against `value` as it is.
"""

from kibitz.lab.verdict import Champion, Config, Verdict

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

TINY = Config(pairs=1, part=1, which=(2,))
QUICK = Config(pairs=4, part=2, which=(2,))
PAPER = Config()

champion = Champion(
    (
        Verdict("value:hands=512", "value", 0.52, fast=True),
        Verdict("value:play=learned", "value", 0.52, fast=True),
        Verdict("value:sure=0.3", "value", 0.52, fast=True),
        Verdict("value:sure=1.0", "value", 0.52, fast=True),
        Verdict("value:caution=0.7", "value", 0.52, fast=True),
        Verdict("value:caution=1.3", "value", 0.52, fast=True),
        Verdict("value:crib=0.6", "value", 0.52, fast=True),
    )
)
run, report = champion.run, champion.report
