"""The Diablo that is shipped: four numbers more than the paper's, and a wider margin.

No claim of the paper: its Diablo stopped at 73.21% against Kyle. The features of Table 3 count a card once
for each hole it would fill; four more (`features.py`) count it once for its gap. Diablos with and
without them are trained alike, several of each, on ten slots with two players and on five with three, with
the margin 1/slots. At the end of training weights wander about, so the mean over the last half is kept.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from kibitz.arena.match import match
from kibitz.game import game as find_game
from kibitz.games.racko.agents.diablo import SCORES, Player
from kibitz.games.racko.features import FEATURES, PAPER_FEATURES
from kibitz.games.racko.lab._self_play import SelfPlay
from kibitz.lab import Finding, Report, Step
from kibitz.learn.td_network import new_network
from kibitz.weights import add_tables, label

INPUTS = (PAPER_FEATURES, FEATURES)
TABLES = {10: 2, 5: 3}
"""The racks, and how many players sit at the table while it is learned."""


@dataclass(frozen=True)
class Config:
    racks: tuple = tuple(TABLES)
    seeds: int = 3
    """Diablos trained of each kind."""
    games: int = 160_000
    hidden: int = 32
    rate: float = 0.2
    halved_after: int = 15_000
    """Games after which the rate has fallen to a half (to a third after twice as many)."""
    divisor: float = 1.0
    limit: int = 100
    chunk: int = 4_000
    pairs: int = 20_000
    """Against Kyle."""


TINY = Config(racks=(5,), seeds=1, games=40, chunk=10, pairs=3)
QUICK = Config(seeds=1, games=400, chunk=200, pairs=40)
PAPER = Config()


def run(config, seed, checkpoint, folder):
    known = dict(checkpoint) if checkpoint else {"racks": 0, "games": 0}
    for rack in range(known["racks"], len(config.racks)):
        for rows, done in one_rack(config, config.racks[rack], known, seed, folder):
            copied = {name: part.copy() if isinstance(part, np.ndarray) else part for name, part in known.items()}
            yield Step(rows, copied, (rack + done) / (len(config.racks) + 1))
        known = {"racks": rack + 1, "games": 0}
    yield Step([], known, 1.0)


def one_rack(config, slots, known, seed, folder):
    """All Diablos of one rack side by side: rows of metrics, and the share that is done."""
    game = find_game("racko")
    options = game.options(slots=slots, players=TABLES[slots], limit=config.limit)
    kinds = [(inputs, number) for inputs in INPUTS for number in range(config.seeds)]
    tables = [
        SelfPlay(
            game, options, margin=1 / (config.divisor * slots), rate=config.rate, span=4 * slots,
            seed=seed * 100 + number, only_wins=True,
        )
        for _, number in kinds
    ]  # fmt: skip
    if not known["games"]:
        for at, (inputs, number) in enumerate(kinds):
            known[f"weights {at}"] = new_network([inputs, config.hidden, 1], seed * 100 + number, rising=True)
            known[f"sum {at}"] = np.zeros_like(known[f"weights {at}"])

    def advance(at):
        inputs, number = kinds[at]
        table, weights, first = tables[at], known[f"weights {at}"], known["games"]
        table.rate = config.rate / (1 + first / config.halved_after)
        turns, _ = table.learn(weights, [inputs, config.hidden, 1], first, games)
        if first + games > config.games // 2:
            known[f"sum {at}"] += games * weights
        return {"slots": slots, "inputs": inputs, "number": number, "games": first + games, "turns": turns}

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        while known["games"] < config.games:
            half = config.games // 2
            games = min(config.chunk, (half if known["games"] < half else config.games) - known["games"])
            rows = list(pool.map(advance, range(len(kinds))))
            known["games"] += games
            yield rows, known["games"] / config.games * 0.8
    rows, found = [], []
    for at, (inputs, number) in enumerate(kinds):
        weights = known[f"sum {at}"] / (config.games - config.games // 2)
        sizes = np.array([inputs, config.hidden, 1])
        player = Player.of(game, game.options(slots=slots), weights, sizes, 1 / (config.divisor * slots), restless=True)
        judged = match("racko", player, "kyle:restless=true", pairs=config.pairs, seed=seed + 1_000_003, slots=slots)
        low, high = judged.interval
        rows.append({"slots": slots, "inputs": inputs, "number": number, "win_rate": judged.win_rate, "low": low,
                     "high": high})  # fmt: skip
        found.append((judged.win_rate if inputs == FEATURES else -1.0, weights, sizes))
    _, weights, sizes = max(found, key=lambda one: one[0])
    add_tables(
        folder / SCORES,
        {f"{slots}.weights": weights, f"{slots}.sizes": sizes, f"{slots}.margin": np.array([1 / config.divisor])},
        label(game, "", "racko.diablo_features"),
    )
    yield rows, 1.0


def report(rows, config):
    findings, words = [], []
    for slots in config.racks:
        for inputs in INPUTS:
            own = [row for row in rows if row["slots"] == slots and row["inputs"] == inputs]
            what = f"{slots} slots, {'Table 3' if inputs == PAPER_FEATURES else 'Table 3 and four more'}:"
            last = [row["turns"] for row in own if "turns" in row and row["games"] > 0.9 * config.games]
            findings.append(Finding(f"{what} turns a round in self-play", float(np.mean(last))))
            judged = sorted((row for row in own if "win_rate" in row), key=lambda row: row["win_rate"])
            findings += [Finding(f"{what} against Kyle", row["win_rate"], row["low"], row["high"]) for row in judged]
            words.append(f"{what} {', '.join(format(row['win_rate'], '.1%') for row in judged)} against Kyle.")
    summary = " ".join(words) + " The best of each rack is shipped; its strength on fresh deals is among the matches."
    return Report(findings, summary)
