"""Strong: the players of gin that look ahead before their judges.

No claim of the paper. They are the settings that `gin.search` tried against the network alone, so that the choice
between them knows nothing of these judges, the champion's. An older attempt comes last: `allrounder`, whose style was
searched for against four styles, simple among them, with playouts.
"""

from kibitz.games.gin.lab.champion import BARS
from kibitz.games.gin.lab.search import SETTINGS
from kibitz.lab.verdict import Champion, Config, Verdict

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

TINY = Config(pairs=1, part=1, which=(9,))
QUICK = Config(pairs=4, part=2, which=(9,))
PAPER = Config(part=500, which=(3, 4, 5), gpu=True)

OLDER = "rollout:policy=allrounder,worlds=128,width=6,redeals=32,scale=0.004,spread=0.02"

champion = Champion(tuple(Verdict(player, judge, bar) for player in (*SETTINGS, OLDER) for judge, bar in BARS.items()))
run, report = champion.run, champion.report
