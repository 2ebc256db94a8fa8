"""Champion: the fast and the strong player of gin before their judges.

No claim of the paper. The fast one is the network, the strong one the network that looks ahead, by the settings that
`gin.search` tried against the network alone. The judges were there before: simple, camper and montecarlo, and nothing
was learned or chosen at their tables but that the network's way was watched at simple's. Older attempts are told beside
them: `allrounder`, whose style was searched for against four styles, simple among them, alone and with playouts.
"""

from kibitz.games.gin.lab.search import SETTINGS
from kibitz.lab.verdict import Champion, Config, Verdict

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

TINY = Config(pairs=1, part=1, which=(0,))
QUICK = Config(pairs=4, part=2, which=(0,))
PAPER = Config()

BARS = {"simple": 0.82, "camper": 0.85, "montecarlo:sims=256": 0.60}
OLDER = "rollout:policy=allrounder,worlds=128,width=6,redeals=32,scale=0.004,spread=0.02"

champion = Champion(
    (
        Verdict("net", "montecarlo", 0.50),
        *(
            Verdict(player, judge, bar, fast=player == "net")
            for player in ("net", *SETTINGS, OLDER)
            for judge, bar in BARS.items()
        ),
    )
)
run, report = champion.run, champion.report
