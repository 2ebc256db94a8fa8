"""Champion: the strong player of Rack-O before its judges.

No claim of the paper. `strong` plays every candidate on for a few turns, by diablo on both sides and with what it
cannot see dealt anew, and judges both racks there. The judges are the paper's benchmark and diablo itself;
nobody is restless.
"""

from kibitz.lab.verdict import Champion, Config, Verdict

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

TINY = Config(pairs=1, part=1, which=(2,))
QUICK = Config(pairs=4, part=2, which=(2,))
PAPER = Config()

champion = Champion(
    (
        Verdict("strong", "diablo", 0.57),
        Verdict("strong", "kyle", 0.84),
        Verdict("rollout:policy=diablo,worlds=16,width=3", "diablo"),
    )
)
run, report = champion.run, champion.report
