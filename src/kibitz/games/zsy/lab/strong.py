"""Strong: the players of ZSY that look ahead before their judges.

No claim of the paper. They are the settings that `zsy.search` tried against the network alone, so that the choice
between them knows nothing of these judges, the champion's. With open hands a searcher sees both, so that one playout
says what comes of a move if both go on as the network does.
"""

from kibitz.games.zsy.lab.champion import BARS
from kibitz.games.zsy.lab.search import SETTINGS
from kibitz.lab.verdict import Champion, Config, Verdict

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

TINY = Config(pairs=1, part=1, which=(0,))
QUICK = Config(pairs=4, part=2, which=(0,))
PAPER = Config(part=500, which=(0, 5, 6), gpu=True)

champion = Champion(
    (
        Verdict("rollout:worlds=1,policy=net,spread=1", "net", 0.60, {"open": True}),
        *(Verdict(setting, judge, bar) for setting in SETTINGS for judge, bar in BARS.items()),
    )
)
run, report = champion.run, champion.report
