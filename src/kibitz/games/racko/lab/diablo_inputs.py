"""What Diablo is shown: bare cards, or features of usable sequences, of some or of all.

Paper, section 4.2: shown the bare cards, a network trained for a million games won 51% against random,
and the chances to draw lower and higher did not help; the features of Table 3 did. Features of all
usable sequences, instead of those that no other contains, gave no noticeable improvement. Here with
racks of five, 20 cards, each kind trained alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.game import game as find_game
from kibitz.games.racko.features import PAPER_FEATURES
from kibitz.games.racko.lab._self_play import SelfPlay, against, diablo
from kibitz.games.racko.scoring import BARE, SIGHTS
from kibitz.lab import Checkpoint, Finding, Report, Row, Step, derived, in_turn
from kibitz.learn.td_network import new_network

OPPONENTS = ("random", "kyle")
PAPER_SAYS = {("cards", "random"): "51%", ("cards and chances", "random"): "no better"}


@dataclass(frozen=True)
class Config:
    slots: int = 5
    games: int = 30_000
    bare_games: int = 6_000
    """With bare cards games seldom end, so they take a hundred times as long."""
    hidden: int = 32
    rate: float = 0.1
    divisor: float = 2.8169
    limit: int = 300
    pairs: int = 5_000


TINY = Config(games=20, bare_games=2, limit=20, pairs=3)
QUICK = Config(games=300, bare_games=20, limit=60, pairs=40)
PAPER = Config()


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    racks: dict[str, Any] = {"slots": config.slots, "limit": config.limit}
    sizes, own = [PAPER_FEATURES, config.hidden, 1], derived(seed, "diablo")

    def learn(sight: int) -> list[Row]:
        options = find_game("racko").options(**racks)
        weights = new_network(sizes, own, rising=sight < BARE)
        table = SelfPlay(options, divisor=config.divisor, rate=config.rate, seed=own, sight=sight)
        table.learn(weights, sizes, 0, config.bare_games if sight >= BARE else config.games)
        player = diablo(weights, sizes, config.divisor, sight=sight, **racks)
        about, deals = {"sight": SIGHTS[sight]}, derived(seed, "judged")
        return [against(player, opponent, config.pairs, deals, about, **racks) for opponent in OPPONENTS]

    yield from in_turn(range(len(SIGHTS)), learn, checkpoint)


def report(rows: list[Row], config: Config) -> Report:
    findings = []
    for row in rows:
        what = f"shown {row['sight']}: against {row['opponent']}, {row['drawn']:.1%} drawn"
        findings.append(Finding.of(what, row, paper=PAPER_SAYS.get((row["sight"], row["opponent"]))))
    won = {(row["sight"], row["opponent"]): row["win_rate"] for row in rows}
    summary = "Wins against random and against Kyle, by what is shown: " + "; ".join(
        f"{sight} {won[sight, 'random']:.1%} and {won[sight, 'kyle']:.1%}" for sight in SIGHTS
    )
    return Report(findings, summary + ".")
