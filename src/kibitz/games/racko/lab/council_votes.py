"""Councils: a vote of kyle, max, baltar and diablo, and a council of Diablos.

Paper, section 4.2: the simple vote of the four won about 15% of its games against Diablo. Section 7 leaves
an ensemble of many Diablos, all with different weights, as future work. Racks of five, 20 cards, where
all four have learned to play.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.agent import Agent
from kibitz.arena.match import match
from kibitz.game import game as find_game
from kibitz.games.racko.agents.diablo import Player
from kibitz.games.racko.features import FEATURES
from kibitz.games.racko.lab._self_play import SelfPlay
from kibitz.lab import Finding, Report, Step
from kibitz.learn.td_network import new_network


@dataclass(frozen=True)
class Config:
    slots: int = 5
    diablos: int = 4
    """Trained alike, from different weights and games."""
    games: int = 10_000
    hidden: int = 20
    divisor: float = 2.0
    pairs: int = 6_000


QUICK = Config(diablos=2, games=400, pairs=200)
PAPER = Config()


class Mean(Agent):
    """Plays what several Diablos value most on average."""

    unit = "score"

    def __init__(self, members) -> None:
        super().__init__(members[0].game, members[0].options)
        self.members = members

    def values(self, views, moves, counts, *memory):
        return np.mean([member.values(views, moves, counts) for member in self.members], axis=0)


def run(config, seed, checkpoint, folder):
    game = find_game("racko")
    options = game.options(slots=config.slots)
    sizes = [FEATURES, config.hidden, 1]
    margin = 1 / (config.divisor * config.slots)
    weights = list(checkpoint["weights"]) if checkpoint else []
    steps = config.diablos + 1
    for number in range(len(weights), config.diablos):
        table = SelfPlay(
            game, game.options(slots=config.slots, limit=100), margin=margin, rate=0.1, span=4 * config.slots,
            seed=seed * 100 + number, only_wins=True,
        )  # fmt: skip
        network = new_network(sizes, seed * 100 + number, rising=True)
        for first in range(0, config.games, 1000):
            table.rate = 0.2 / (1 + first / 20_000)
            table.learn(network, sizes, first, min(1000, config.games - first))
        weights.append(network)
        yield Step([], {"weights": np.array(weights)}, (number + 1) / steps)
    members = [Player.of(game, options, network, np.array(sizes), margin) for network in weights]
    rows = []
    for what, first, second in (
        ("vote of kyle, max, baltar and diablo against diablo", "council", "diablo"),
        (f"mean of {config.diablos} Diablos against one of them", Mean(members), members[0]),
        (f"mean of {config.diablos} Diablos against kyle", Mean(members), "kyle"),
        ("one of them against kyle", members[0], "kyle"),
    ):
        found = match("racko", first, second, pairs=config.pairs, seed=seed + 7, slots=config.slots)
        low, high = found.interval
        rows.append({"what": what, "win_rate": found.win_rate, "low": low, "high": high})
    yield Step(rows, {"weights": np.array(weights)}, 1.0)


def report(rows, config):
    findings = [
        Finding(row["what"], row["win_rate"], row["low"], row["high"], "15%" if "vote" in row["what"] else None)
        for row in rows
    ]
    summary = (
        "The vote is weaker than Diablo alone, as the paper found, but not by so much: here every member remembers "
        "only what was really played, and racks have five slots. The ensemble of Diablos is answered: trained apart "
        "they end up so alike that their mean plays no better than one of them."
    )
    return Report(findings, summary)
