"""Search: how much looking ahead adds to the deep network of ZSY, and which way of it adds most.

No claim of the paper. Moves that the network likes best are played on by the network itself, to the end or for so many
decisions (`plies`), in so many worlds; each world is the most fitting of several `redeals`. What is sampled counts
against its first opinion by `spread`. The only opponent is the network alone, so that the choice knows nothing of the
champion's judges.
"""

from kibitz.lab.verdict import Champion, Config, Verdict

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

SETTINGS = (
    "rollout:policy=deep,worlds=192,width=4,redeals=1,spread=0.01",
    "rollout:policy=deep,worlds=192,width=4,redeals=1,spread=0.03",
    "rollout:policy=deep,worlds=192,width=4,redeals=16,spread=0.01",
    "rollout:policy=deep,worlds=192,width=4,redeals=16,spread=0.03",
    "rollout:policy=deep,judge=deep,plies=4,worlds=32,width=4,redeals=16,spread=0.1",
    "rollout:policy=deep,worlds=320,width=4,redeals=16,spread=0.03",
)
"""Each within a second per move on one core; the one before the last shows what few worlds do, believed too much."""

TINY = Config(pairs=1, part=1, which=(4,))
QUICK = Config(pairs=4, part=2, which=(4,))
PAPER = Config(pairs=500, part=500, gpu=True)

champion = Champion(tuple(Verdict(setting, "deep") for setting in SETTINGS))
run, report = champion.run, champion.report
