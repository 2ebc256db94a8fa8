"""Strong: the players of Rack-O that look ahead before their judges.

No claim of the paper. They are the settings that `racko.search` tried against the network alone, so that the choice
between them knows nothing of these judges, the champion's. An older attempt, playouts by diablo, comes last.
"""

from kibitz.games.racko.lab.champion import BARS
from kibitz.games.racko.lab.search import SETTINGS
from kibitz.lab.verdict import Champion, Config, Verdict

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

TINY = Config(pairs=1, part=1, which=(10,))
QUICK = Config(pairs=4, part=2, which=(10,))
PAPER = Config(part=500, which=(6, 7), gpu=True, adjusted=True)

OLDER = "rollout:policy=diablo,prior=odds,plies=5,worlds=96,width=4"

champion = Champion(tuple(Verdict(player, judge, bar) for player in (*SETTINGS, OLDER) for judge, bar in BARS.items()))
run, report = champion.run, champion.report
