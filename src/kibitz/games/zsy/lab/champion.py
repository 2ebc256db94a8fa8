"""Champion: the fast and the strong player of ZSY before their judges.

No claim of the paper. The fast one is the deep network, the strong one the network that looks ahead, by the settings
that `zsy.search` tried against the network alone. The judges, the earlier network and the linear learner, were named
before either was trained and nothing was learned or chosen at their tables. With open hands a searcher sees both,
so that one playout says what comes of a move if both go on as the network does.
"""

from kibitz.games.zsy.lab.search import SETTINGS
from kibitz.lab.verdict import Champion, Config, Verdict

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

TINY = Config(pairs=1, part=1, which=(3,))
QUICK = Config(pairs=4, part=2, which=(3,))
PAPER = Config()

BARS = {"net": 0.60, "td": 0.70}

champion = Champion(
    (
        Verdict("rollout:worlds=1,policy=deep,spread=1", "net", 0.60, {"open": True}),
        Verdict("minimax:nodes=100000,prior=net", "net", options={"open": True}),
        *(
            Verdict(player, judge, bar, fast=player == "deep")
            for player in ("deep", *SETTINGS)
            for judge, bar in BARS.items()
        ),
    )
)
run, report = champion.run, champion.report
