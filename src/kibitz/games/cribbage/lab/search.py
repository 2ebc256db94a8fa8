"""Search: how much looking ahead adds to value.

No claim of the thesis. Moves that `value` likes best are played on to the end of the round by `value` itself, or by the
much quicker `schell`, in worlds whose cards were kept and thrown as strong players do (`belief.py`); there the score
says the chance to win (`standing.py`). What is sampled counts against its first opinion by `spread`. So throws are
judged by the very cards, and cards in the play by replies that read them, where `value` itself goes by tables and a
quick rule.
"""

from kibitz.lab.verdict import Champion, Config, Verdict

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

SETTINGS = (
    "rollout:policy=value,worlds=96,width=4,spread=0.01",
    "rollout:policy=schell,prior=value,worlds=256,width=4,spread=0.003",
    "rollout:policy=value,worlds=384,width=4,spread=0.01",
)
"""Each within a second per move on one core."""

TINY = Config(pairs=1, part=1, which=(1,))
QUICK = Config(pairs=4, part=2, which=(1,))
PAPER = Config(part=500, which=(0, 1), gpu=True)

champion = Champion(tuple(Verdict(setting, "value", 0.52) for setting in SETTINGS))
run, report = champion.run, champion.report
