"""Search: how much looking ahead adds to the network of Rack-O, and which way of it adds most.

No claim of the paper. Moves that the network likes best are played on by the network itself, for so many decisions
(`plies`), in so many worlds; there it says what the position is worth. What is sampled counts against its first
opinion by `spread`. The only opponent is the network alone, so that the choice knows nothing of the champion's judges.
"""

from kibitz.lab.verdict import Champion, Config, Verdict

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

SETTINGS = (
    "rollout:policy=net,judge=net,plies=2,worlds=512,width=4,spread=0.01",
    "rollout:policy=net,judge=net,plies=2,worlds=512,width=4,spread=0.03",
    "rollout:policy=net,judge=net,plies=4,worlds=384,width=3,spread=0.01",
    "rollout:policy=net,judge=net,plies=8,worlds=256,width=3,spread=0.01",
    "rollout:policy=net,judge=net,plies=8,worlds=256,width=3,spread=0.03",
    "rollout:policy=net,judge=net,plies=4,worlds=32,width=2,spread=0.1",
    "rollout:policy=net,judge=net,plies=8,worlds=768,width=3,spread=0.03",
)
"""Each within a second per move on one core; the one before the last shows what few worlds do, believed too much."""

TINY = Config(pairs=1, part=1, which=(5,))
QUICK = Config(pairs=4, part=2, which=(5,))
PAPER = Config(pairs=500, part=500, gpu=True)

champion = Champion(tuple(Verdict(setting, "net") for setting in SETTINGS))
run, report = champion.run, champion.report
