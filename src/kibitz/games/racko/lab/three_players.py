"""The final tournament: Kyle, Diablo and Baltar at one table, racks of five, 25 cards.

Paper, section 5, one million games: Kyle won 37.8% in 2.86 moves, Diablo 54.27% in 2.76, Baltar 7.9% in
2.61. Its moves are the mean length of a round for that player, won or lost; a rerun of the original
programs gave 36.2 / 55.8 / 8.0% and 2.86 / 2.83 / 2.60.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.arena.match import interval
from kibitz.arena.tournament import tournament
from kibitz.lab import Finding, Report, Step

PAPER_SAYS = {"kyle": (0.378, 2.86), "diablo": (0.5427, 2.76), "baltar": (0.079, 2.61)}


@dataclass(frozen=True)
class Config:
    games: int = 1_000_000
    parts: int = 20


QUICK = Config(games=3000, parts=1)
PAPER = Config()


def run(config, seed, checkpoint, folder):
    for part in range(int(checkpoint["parts"]) if checkpoint else 0, config.parts):
        found = tournament(
            "racko", list(PAPER_SAYS), games=config.games // config.parts, seed=seed * 1000 + part, slots=5, cards=25
        )
        rows = [
            {"player": s.player, "share": s.win_share, "turns": s.decisions / 2, "to_win": s.decisions_to_win / 2,
             "games": found.games}
            for s in found.standings
        ]  # fmt: skip
        yield Step(rows, {"parts": part + 1}, (part + 1) / config.parts)


def report(rows, config):
    findings = []
    for player, (share, moves) in PAPER_SAYS.items():
        own = [row for row in rows if row["player"] == player]
        games = sum(row["games"] for row in own)
        mean = {key: sum(row[key] * row["games"] for row in own) / games for key in ("share", "turns", "to_win")}
        # Rounds of one deal hang together, parts of the tournament do not: the interval is over those.
        low, high = interval(np.array([row["share"] for row in own])) if len(own) > 1 else (None, None)
        findings.append(Finding(f"{player}: share of rounds won", mean["share"], low, high, share))
        findings.append(Finding(f"{player}: turns a round, won or lost", mean["turns"], paper=moves))
        findings.append(Finding(f"{player}: own turns in the rounds it won", mean["to_win"]))
    summary = (
        "Diablo first, Kyle second, Baltar far behind, as in the paper; our Diablo is stronger and gains most of it "
        "from Kyle. Every deal is played in all six seatings. All three sit in every round, so turns a round say "
        "little about a player's speed; own turns in the rounds it won say more, though Baltar's are few because he "
        "wins only rounds that are short."
    )
    return Report(findings, summary)
