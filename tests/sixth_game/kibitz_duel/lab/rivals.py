"""Who beats whom: every two players meet.

Claim (made up, as the game is): whoever saves high cards beats whoever plays any card.
"""

from dataclasses import dataclass
from itertools import combinations

import kibitz
from kibitz.lab import Finding, Lab, Report, Row, Steps, of_match

PLAYERS = ("random", "thrifty", "learned")


@dataclass(frozen=True)
class Config:
    pairs: int = 5000


TINY = Config(pairs=20)
QUICK = Config(pairs=400)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    def meet(first: str, second: str) -> list[Row]:
        found = kibitz.match("duel", first, second, pairs=config.pairs, seed=lab.derived(first, second))
        return [of_match(found, first=first, second=second)]

    return lab.in_turn((meet, *two) for two in combinations(PLAYERS, 2))


def report(rows: list[Row], config: Config) -> Report:
    findings = [Finding.of(f"{row['first']} v {row['second']}: games won", row) for row in rows]
    return Report(findings, "They met.")
