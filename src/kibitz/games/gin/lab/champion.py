"""Champion: the strong and the fast player of gin before their judges.

No claim of the paper. `fast` is `allrounder` with a short search, `strong` the same with a longer one. The judges are
players that were there before: simple, camper and montecarlo, none of which the style was searched against but simple.
"""

from kibitz.lab.verdict import Champion, Config, Verdict

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

TINY = Config(pairs=1, part=1, which=(4,))
QUICK = Config(pairs=4, part=2, which=(4,))
PAPER = Config()

champion = Champion(
    (
        Verdict("strong", "simple", 0.82),
        Verdict("strong", "camper", 0.85),
        Verdict("strong", "montecarlo:sims=256", 0.60),
        Verdict("fast", "montecarlo", 0.50),
        Verdict("allrounder", "montecarlo"),
    )
)
run, report = champion.run, champion.report
