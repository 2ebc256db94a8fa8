"""Search: how much looking ahead adds to the network of gin, and which way of it adds most.

No claim of the paper. Moves that the network likes best are played on by the network itself to the end of the hand,
where the score says the chance to win the game; each world is the most fitting of several `redeals`. What is sampled
counts against its first opinion by `spread`. The last setting plays on by a rule player, which is much
quicker. The only opponent is the network alone, so that the choice knows nothing of the champion's judges.
"""

from kibitz.lab.verdict import Champion, Config, Verdict

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

SETTINGS = (
    "rollout:policy=net,worlds=64,width=3,redeals=16,spread=0.01",
    "rollout:policy=net,worlds=64,width=3,redeals=16,spread=0.03",
    "rollout:policy=net,worlds=64,width=3,redeals=1,spread=0.01",
    "rollout:policy=net,worlds=1,width=2,redeals=1",
    "rollout:policy=allrounder,prior=net,worlds=256,width=3,spread=0.01",
)
"""Each within a second per move on one core."""

TINY = Config(pairs=1, part=1, which=(3,))
QUICK = Config(pairs=2, part=2, which=(3,))
PAPER = Config(pairs=400, part=400, which=(0, 1, 2), gpu=True)

champion = Champion(tuple(Verdict(setting, "net") for setting in SETTINGS))
run, report = champion.run, champion.report
