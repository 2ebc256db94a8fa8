"""Champion: the strong player of ZSY before its judges.

No claim of the paper. `strong` asks the network for candidates, deals the other's hand by what it passed on and laid
down, and plays on. With open hands it sees both, so that one playout says what comes of a move
if both go on as the network does.
"""

from kibitz.lab.verdict import Champion, Config, Verdict

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

TINY = Config(pairs=1, part=1, which=(4,))
QUICK = Config(pairs=4, part=2, which=(4,))
PAPER = Config()

champion = Champion(
    (
        Verdict("strong", "net", 0.60),
        Verdict("strong", "td", 0.70),
        Verdict("rollout:worlds=1,policy=net,spread=1", "net", 0.60, {"open": True}),
        Verdict("minimax:nodes=100000,prior=net", "net", options={"open": True}),
        Verdict("rollout:policy=td,worlds=128", "net"),
    )
)
run, report = champion.run, champion.report
