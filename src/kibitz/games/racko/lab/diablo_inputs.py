"""What Diablo is shown: bare cards, or features of usable sequences, of some or of all.

Paper, section 4.2: shown the bare cards, a network trained for a million games won 51% against random,
and the chances to draw lower and higher did not help; the features of Table 3 did. Features of all
usable sequences, instead of those that no other contains, gave no noticeable improvement. Here with
racks of five, 20 cards, each kind trained alike.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.arena.match import match
from kibitz.game import game as find_game
from kibitz.games.racko.agents.diablo import Player
from kibitz.games.racko.features import PAPER_FEATURES
from kibitz.games.racko.lab._self_play import SelfPlay
from kibitz.games.racko.scoring import BARE, SIGHTS
from kibitz.lab import Finding, Report, Step
from kibitz.learn.td_network import new_network


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


def run(config, seed, checkpoint, folder):
    game = find_game("racko")
    options = game.options(slots=config.slots, limit=config.limit)
    sizes, margin = [PAPER_FEATURES, config.hidden, 1], 1 / (config.divisor * config.slots)
    for sight in range(int(checkpoint["sights"]) if checkpoint else 0, len(SIGHTS)):
        table = SelfPlay(game, options, margin=margin, rate=config.rate, span=4 * config.slots, seed=seed, sight=sight)
        weights = new_network(sizes, seed, rising=sight < BARE)
        table.learn(weights, sizes, 0, config.bare_games if sight >= BARE else config.games)
        player = Player.of(game, options, weights, np.array(sizes), margin, sight, restless=True)
        rows = []
        for opponent in ("random", "kyle"):
            other = "kyle:restless=true" if opponent == "kyle" else opponent
            found = match(
                "racko", player, other, pairs=config.pairs, seed=seed + 3, slots=config.slots, limit=config.limit
            )
            low, high = found.interval
            rows.append({"sight": SIGHTS[sight], "opponent": opponent, "win_rate": found.win_rate, "low": low,
                         "high": high, "drawn": found.draws / found.games})  # fmt: skip
        yield Step(rows, {"sights": sight + 1}, (sight + 1) / len(SIGHTS))


def report(rows, config):
    paper = {("cards", "random"): "51%", ("cards and chances", "random"): "no better"}
    findings = [
        Finding(
            f"shown {row['sight']}: against {row['opponent']}, {row['drawn']:.1%} drawn",
            row["win_rate"], row["low"], row["high"], paper.get((row["sight"], row["opponent"])),
        )
        for row in rows
    ]  # fmt: skip
    won = {(row["sight"], row["opponent"]): row["win_rate"] for row in rows}
    summary = "Wins against random and against Kyle, by what is shown: " + "; ".join(
        f"{sight} {won[sight, 'random']:.1%} and {won[sight, 'kyle']:.1%}"
        for sight, opponent in won
        if opponent == "kyle"
    )
    return Report(findings, summary)
