"""Councils: a vote of kyle, max, baltar and diablo, and a council of many Diablos.

Paper, section 4.2: the simple vote of the four won about 15% of its games against Diablo. Section 7 leaves
an ensemble of many Diablos, all with different weights, as future work. Here on racks of ten, 40 cards, and
of five, 20 cards: the paper's Diablo learned on ten slots, its Baltar on five. The vote is also tried as the
paper's program has it: members are not told what was played, and equal votes go to the draw pile and to the lowest
slot, discarding first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.agent import Agent, CompiledAgent
from kibitz.arena.match import match
from kibitz.game import game as find_game
from kibitz.games.racko.agents.council import Player as Council
from kibitz.games.racko.agents.diablo import NETWORK
from kibitz.games.racko.features import DESK, PAPER_FEATURES, UNITS
from kibitz.games.racko.lab._self_play import SelfPlay
from kibitz.games.racko.networks import put
from kibitz.games.racko.restless import is_restless
from kibitz.games.racko.rules import DRAW, MOVES, legal
from kibitz.games.racko.scoring import score_position
from kibitz.kernel import best_of, draw, kernel, record
from kibitz.lab import Finding, Lab, Report, Row, Steps, figures, of_match, side_by_side, where
from kibitz.learn.td_network import new_network


@dataclass(frozen=True)
class Config:
    racks: tuple[int, ...] = (10, 5)
    diablos: int = 12
    """Trained alike, from different weights and games."""
    games: int = 20_000
    hidden: int = 20
    divisor: float = 1.0
    pairs: int = 6_000
    vote_pairs: int = 4_000


TINY = Config(racks=(5,), diablos=2, games=10, pairs=2, vote_pairs=2)
QUICK = Config(diablos=2, games=400, pairs=200, vote_pairs=100)
PAPER = Config()

MOST = 16
"""Members of an ensemble, at most."""
MEMBERS = record([("networks", NETWORK, (MOST,)), ("count", "i8"), ("margin", "f8"), ("restless", "i8")])


@kernel
def decide_together(v, moves, count, memory, params):
    """The move that the networks value most on average."""
    if params.restless and is_restless(v):
        return moves[draw(v, count)]
    desk, total = memory.scratch_desk, memory.scratch_total
    desk.margin, desk.sight = params.margin, 0
    for m in range(count):
        total[m] = 0.0
    for k in range(params.count):
        network = params.networks[k]
        sizes = network.sizes[: network.layers]
        score_position(v, moves, count, network.weights, sizes, desk.units, desk, desk.values)
        for m in range(count):
            total[m] += desk.values[m]
    return moves[best_of(total, count)]


class Ensemble(CompiledAgent):
    """Plays what several Diablos value most on average; of one alone it is that Diablo."""

    decide = decide_together
    memory = record([("scratch_desk", DESK), ("scratch_total", "f8", (MOVES,))])

    def __init__(self, slots: int, networks: Sequence[np.ndarray], sizes: Sequence[int], divisor: float) -> None:
        game = find_game("racko")
        super().__init__(game, game.options(slots=slots))
        self.params = np.zeros(1, MEMBERS)
        params = self.params[0]
        for k, weights in enumerate(networks):
            put(params.networks[k], weights, np.array(sizes), UNITS, "ensemble")
        params.count, params.margin, params.restless = len(networks), 1 / (divisor * slots), True


@kernel
def elect_as_programmed(views, moves, counts, votes, restless, chosen):
    for k in range(len(views)):
        if restless and is_restless(views[k]):
            chosen[k] = moves[k, draw(views[k], counts[k])]
            continue
        for m in range(counts[k]):
            votes[k, m] += 0.5 * (moves[k, m] == DRAW)  # the discard wants a strict majority
        chosen[k] = moves[k, best_of(votes[k], counts[k])]


@kernel
def list_moves(views, moves, counts):
    for k in range(len(views)):
        counts[k] = legal(views[k], moves[k])


class Untold(Council):
    """The vote as the paper's program takes it: each member goes on as if what it wished had been played."""

    def act(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        chosen = np.empty(len(views), np.int32)
        elect_as_programmed(views, moves, counts, self.values(views, moves, counts, *memory), self.restless, chosen)
        return chosen

    def note(self, views: np.ndarray, chosen: np.ndarray, memory: np.ndarray) -> None:
        moves, counts = np.zeros((len(views), self.game.moves), np.int32), np.zeros(len(views), np.int64)
        list_moves(views, moves, counts)
        for i, member in enumerate(self.members):
            if member.memory is not None:
                notes = memory[f"notes{i}"].copy()
                wished = member.act(views.copy(), moves, counts, notes.copy())
                member.note(views, wished, notes)
                memory[f"notes{i}"] = notes


FOUR = "vote of kyle, max, baltar and diablo"
VOTES = {
    FOUR: (Council, "kyle+max+baltar+diablo"),
    "vote of kyle, max and diablo": (Council, "kyle+max+diablo"),
    "vote of the four, as programmed": (Untold, "kyle+max+baltar+diablo"),
    "vote of kyle, max and baltar, as programmed": (Untold, "kyle+max+baltar"),
}
"""All against the shipped diablo."""
PAPER_WON = 0.15
"""By the vote of the four, in the paper: about so much."""


def run(config: Config, lab: Lab) -> Steps:
    game, sizes, kept = lab.game, [PAPER_FEATURES, config.hidden, 1], lab.kept

    def train(slots: int) -> list[Row]:
        numbers = range(config.diablos)
        found = side_by_side(lambda n: trained(config, slots, sizes, lab.derived("diablo", n)), numbers)
        kept.update({f"{slots} {n}": network for n, network in zip(numbers, found, strict=True)})
        return []

    def play(slots: int, what: str, first: str | Agent, second: str | Agent, pairs: int) -> list[Row]:
        found = match("racko", first, second, pairs=pairs, seed=lab.derived("judged"), slots=slots)
        return [of_match(found, slots=slots, what=what)]

    def vote(slots: int, what: str) -> list[Row]:
        kind, members = VOTES[what]
        council = kind(game, game.options(slots=slots), members, restless=True)
        return play(slots, f"{what} against diablo", council, "diablo:restless=true", config.vote_pairs)

    def ensemble(slots: int) -> list[Row]:
        networks = [kept[f"{slots} {n}"] for n in range(config.diablos)]
        together, one = (Ensemble(slots, some, sizes, config.divisor) for some in (networks, networks[:1]))
        name, kyle = f"mean of {config.diablos} Diablos", "kyle:restless=true"
        return [
            *play(slots, f"{name} against one of them", together, one, config.pairs),
            *play(slots, f"{name} against diablo", together, "diablo:restless=true", config.pairs),
            *play(slots, f"{name} against kyle", together, kyle, config.pairs),
            *play(slots, "one of them against kyle", one, kyle, config.pairs),
        ]

    jobs: list[Any] = []
    for slots in config.racks:
        jobs += [(train, slots), (ensemble, slots), *((vote, slots, what) for what in VOTES)]
    return lab.in_turn(jobs)


def trained(config: Config, slots: int, sizes: list[int], seed: int) -> np.ndarray:
    """The weights of one more Diablo."""
    options = find_game("racko").options(slots=slots, limit=100)
    table = SelfPlay(options, divisor=config.divisor, rate=0.2, halved_after=20_000, seed=seed, only_wins=True)
    network = new_network(sizes, seed, rising=True)
    for first in range(0, config.games, 1000):
        table.learn(network, sizes, first, min(1000, config.games - first))
    return network


def report(rows: list[Row], config: Config) -> Report:
    findings = Finding.each(
        rows, "{slots} slots: {what}", paper=lambda row: PAPER_WON if "vote" in row["what"] else None
    )
    figure, axes = figures.chart("Councils: what they win", "", "games won", percent=True, size=(8, 5))
    names = list(dict.fromkeys(row["what"] for row in rows))
    summary = ""
    for slots in config.racks:
        drawn = [{**row, "at": names.index(row["what"])} for row in where(rows, slots=slots)]
        figures.curve(axes, drawn, "at", "win_rate", f"{slots} slots", linestyle="")
        told = ", ".join(f"{row['what']} {row['win_rate']:.1%}" for row in where(rows, slots=slots))
        summary += f"On {slots} slots: {told}. "
    figures.paper(axes, [names.index(f"{FOUR} against diablo")], [PAPER_WON], "paper: the vote of the four")
    figures.level(axes, 0.5)
    figures.name_places(axes, names, slant=40)
    return Report(findings, summary + f"The paper's vote wins {PAPER_WON:.0%} against Diablo.", {"councils": figure})
