"""Councils: a vote of kyle, max, baltar and diablo, and a council of Diablos.

Paper, section 4.2: the simple vote of the four won about 15% of its games against Diablo. Section 7 leaves
an ensemble of many Diablos, all with different weights, as future work. Here on racks of ten, 40 cards, and
of five, 20 cards: the paper's Diablo learned on ten slots, its Baltar on five.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.agent import Agent
from kibitz.arena.match import match
from kibitz.game import game as find_game
from kibitz.games.racko.agents.diablo import Player
from kibitz.games.racko.features import PAPER_FEATURES
from kibitz.games.racko.lab._self_play import SelfPlay
from kibitz.lab import Finding, Report, Step
from kibitz.learn.td_network import new_network


@dataclass(frozen=True)
class Config:
    racks: tuple = (10, 5)
    diablos: int = 4
    """Trained alike, from different weights and games."""
    games: int = 10_000
    hidden: int = 20
    divisor: float = 2.0
    pairs: int = 6_000


TINY = Config(racks=(5,), diablos=2, games=10, pairs=2)
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
    sizes = [PAPER_FEATURES, config.hidden, 1]
    known = dict(checkpoint) if checkpoint else {"racks": 0, "weights": np.zeros((0, len(new_network(sizes, 0))))}
    steps = len(config.racks) * (config.diablos + 1)
    for rack in range(known["racks"], len(config.racks)):
        slots = config.racks[rack]
        for number in range(len(known["weights"]), config.diablos):
            fresh = trained(config, game, slots, sizes, seed * 100 + number)
            known["weights"] = np.concatenate([known["weights"], fresh[None]])
            yield Step([], dict(known), (rack * (config.diablos + 1) + number + 1) / steps)
        options, margin = game.options(slots=slots), 1 / (config.divisor * slots)
        members = [Player.of(game, options, network, np.array(sizes), margin) for network in known["weights"]]
        rows = [{"slots": slots, **row} for row in judge(config, members, slots, seed)]
        known = {"racks": rack + 1, "weights": known["weights"][:0]}
        yield Step(rows, dict(known), (rack + 1) / len(config.racks))


def trained(config, game, slots, sizes, seed):
    """The weights of one more Diablo."""
    table = SelfPlay(
        game, game.options(slots=slots, limit=100), margin=1 / (config.divisor * slots), rate=0.1, span=4 * slots,
        seed=seed, only_wins=True,
    )  # fmt: skip
    network = new_network(sizes, seed, rising=True)
    for first in range(0, config.games, 1000):
        table.rate = 0.2 / (1 + first / 20_000)
        table.learn(network, sizes, first, min(1000, config.games - first))
    return network


def judge(config, members, slots, seed):
    for what, first, second in (
        ("vote of kyle, max, baltar and diablo against diablo", "council:restless=true", "diablo:restless=true"),
        (
            "vote of kyle, max and diablo against diablo",
            "council:kyle+max+diablo,restless=true",
            "diablo:restless=true",
        ),
        (f"mean of {config.diablos} Diablos against one of them", Mean(members), members[0]),
        (f"mean of {config.diablos} Diablos against kyle", Mean(members), "kyle"),
        ("one of them against kyle", members[0], "kyle"),
    ):
        found = match("racko", first, second, pairs=config.pairs, seed=seed + 7, slots=slots)
        low, high = found.interval
        yield {"what": what, "win_rate": found.win_rate, "low": low, "high": high}


def report(rows, config):
    findings = [
        Finding(
            f"{row['slots']} slots: {row['what']}", row["win_rate"], row["low"], row["high"],
            "15%" if "baltar" in row["what"] else None,
        )
        for row in rows
    ]  # fmt: skip
    summary = " ".join(f"{f.what[0].upper()}{f.what[1:]}: {f.ours:.1%}." for f in findings if "kyle" not in f.what[-4:])
    return Report(findings, summary)
