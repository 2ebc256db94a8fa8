"""Champion: the fast and the strong player of Rack-O before their judges.

No claim of the paper. The fast one is the network, the strong one the network that looks ahead, by the settings that
`racko.search` tried against the network alone. The judges, the paper's benchmark and diablo, were named before either
was trained, and nothing was learned or chosen at their tables (that of kyle was watched while the network learned);
nobody is restless. An older attempt, playouts by diablo, is told beside them.
"""

from kibitz.games.racko.lab.search import SETTINGS
from kibitz.lab.verdict import Champion, Config, Verdict

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

TINY = Config(pairs=1, part=1, which=(0,))
QUICK = Config(pairs=4, part=2, which=(0,))
PAPER = Config()

BARS = {"diablo": 0.57, "kyle": 0.84}
OLDER = "rollout:policy=diablo,prior=odds,plies=5,worlds=96,width=4"

champion = Champion(
    tuple(
        Verdict(player, judge, bar, fast=player == "net")
        for player in ("net", *SETTINGS, OLDER)
        for judge, bar in BARS.items()
    )
)
run, report = champion.run, champion.report
