"""Councils: a vote of kyle, max, baltar and diablo, and a council of Diablos.

Paper, section 4.2: the simple vote of the four won about 15% of its games against Diablo. Section 7 leaves
an ensemble of many Diablos, all with different weights, as future work. Here on racks of ten, 40 cards, and
of five, 20 cards: the paper's Diablo learned on ten slots, its Baltar on five.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.agent import Agent
from kibitz.arena.match import match
from kibitz.game import game as find_game
from kibitz.games.racko.features import PAPER_FEATURES
from kibitz.games.racko.lab._self_play import SelfPlay, diablo
from kibitz.lab import Checkpoint, Finding, Report, Row, Step, derived, in_turn, of_match
from kibitz.learn.td_network import new_network


@dataclass(frozen=True)
class Config:
    racks: tuple[int, ...] = (10, 5)
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

    def __init__(self, members: Sequence[Agent]) -> None:
        super().__init__(members[0].game, members[0].options)
        self.members = members

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        return np.mean([member.values(views, moves, counts) for member in self.members], axis=0)


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    sizes = [PAPER_FEATURES, config.hidden, 1]
    kept: dict[str, Any] = {}

    def work(job: tuple[int, int]) -> list[Row]:
        slots, number = job
        if number < config.diablos:
            kept[f"{slots} {number}"] = trained(config, slots, sizes, derived(seed, "diablo", number))
            return []
        networks = [kept[f"{slots} {n}"] for n in range(config.diablos)]
        members = [diablo(network, sizes, config.divisor, restless=False, slots=slots) for network in networks]
        return judge(config, members, slots, derived(seed, "judged"))

    yield from in_turn([(s, n) for s in config.racks for n in range(config.diablos + 1)], work, checkpoint, kept)


def trained(config: Config, slots: int, sizes: list[int], seed: int) -> np.ndarray:
    """The weights of one more Diablo."""
    options = find_game("racko").options(slots=slots, limit=100)
    table = SelfPlay(options, divisor=config.divisor, rate=0.2, halved_after=20_000, seed=seed, only_wins=True)
    network = new_network(sizes, seed, rising=True)
    for first in range(0, config.games, 1000):
        table.learn(network, sizes, first, min(1000, config.games - first))
    return network


def judge(config: Config, members: list[Any], slots: int, seed: int) -> list[Row]:
    mean, one, shipped = Mean(members), members[0], "diablo:restless=true"
    matches: list[tuple[str, str | Agent, str | Agent]] = [
        ("vote of kyle, max, baltar and diablo against diablo", "council:restless=true", shipped),
        ("vote of kyle, max and diablo against diablo", "council:kyle+max+diablo,restless=true", shipped),
        (f"mean of {config.diablos} Diablos against one of them", mean, one),
        (f"mean of {config.diablos} Diablos against kyle", mean, "kyle"),
        ("one of them against kyle", one, "kyle"),
    ]
    return [
        of_match(match("racko", first, second, pairs=config.pairs, seed=seed, slots=slots), slots=slots, what=what)
        for what, first, second in matches
    ]


def report(rows: list[Row], config: Config) -> Report:
    findings = [
        Finding.of(f"{row['slots']} slots: {row['what']}", row, paper="15%" if "baltar" in row["what"] else None)
        for row in rows
    ]
    return Report(findings, " ".join(f"{f.what[0].upper()}{f.what[1:]}: {f.ours:.1%}." for f in findings))
