"""What a discard must bring to be taken: two constants, a learned margin, and the exact one.

Paper, section 4.2: lowering the margin from 1/(2 × slots) to 1/(2.8169 × slots) brought Diablo from 71.4% to
73.21% against Kyle; a network that was to learn the best margin only made it worse. The margin stands
for what a draw will bring, and that can be worked out by trying every card that may come. Here a
network learns it from positions of Diablo's own games.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from kibitz.arena.match import duplicates, match
from kibitz.game import game as find_game
from kibitz.games.racko.agents.diablo import DRAWS, FORECASTS, Player
from kibitz.games.racko.features import DESK, FEATURES, UNITS
from kibitz.games.racko.networks import put
from kibitz.games.racko.scoring import FORECAST, after_a_draw, may_draw, survey_outlook
from kibitz.kernel import kernel
from kibitz.lab import Finding, Report, Step
from kibitz.learn.imitation import record
from kibitz.learn.td_network import fit, new_network
from kibitz.weights import add_tables, label

MARGIN, LEARNED, AHEAD = DRAWS


@dataclass(frozen=True)
class Config:
    racks: tuple = (10, 5)
    """The slots of the racks that Diablo has networks for."""
    games: int = 12_000
    """Of Diablo against itself, to learn from."""
    part: int = 1000
    """Games between two checkpoints."""
    tested: float = 0.1
    """The share of positions kept back to see how well the network foretells."""
    hidden: int = 48
    epochs: int = 60
    rate: float = 1.5
    """Of the first epoch; it falls to a twentieth."""
    divisors: tuple = (2.0, 2.8169, 1.0)
    """Of the constant margins: the paper's two, and a wide one."""
    kyle_pairs: int = 20_000
    pairs: int = 10_000
    """Of the players with each other."""


TINY = Config(racks=(5,), games=8, part=4, epochs=2, kyle_pairs=2, pairs=1)
QUICK = Config(games=40, part=20, epochs=3, kyle_pairs=20, pairs=10)
PAPER = Config()


def run(config, seed, checkpoint, folder):
    known = dict(checkpoint) if checkpoint else {"racks": 0, **untaught()}
    for number in range(known["racks"], len(config.racks)):
        for rows, done in one_rack(config, config.racks[number], known, seed, folder):
            yield Step(rows, dict(known), (number + done) / (len(config.racks) + 1))
        known = {"racks": number + 1, **untaught()}
    yield Step([], known, 1.0)


def untaught():
    """What is known of a rack before it is looked at: no games, no network, no matches."""
    return {"games": 0, "rows": np.zeros((0, FEATURES + 2), "f4"), "weights": np.zeros(0), "played": 0}


def one_rack(config, slots, known, seed, folder):
    """Watch, learn, and play: rows of metrics, and the share that is done."""
    game = find_game("racko")
    options = game.options(slots=slots)
    matches = [(one, "kyle") for one in players(config)] + list(combinations(players(config), 2))
    steps = len(matches) + 1  # a match counts as much as all the watching
    while known["games"] < config.games:
        more = min(config.part, config.games - known["games"])
        seen = watch(game, options, known["games"], more, seed)
        known["rows"], known["games"] = np.concatenate([known["rows"], seen]), known["games"] + more
        yield [], known["games"] / config.games / steps
    if not len(known["weights"]):
        known["weights"], rows = learn(config, known["rows"], seed)
        known["rows"] = known["rows"][:0]
        add_tables(
            folder / FORECASTS,
            {f"{slots}.weights": known["weights"], f"{slots}.sizes": np.array(sizes(config))},
            label(game, "", "racko.diablo_margin"),
        )
        yield [{"slots": slots, **row} for row in rows], 1 / steps
    for played in range(known["played"], len(matches)):
        names = matches[played]
        pairs = config.kyle_pairs if "kyle" in names else config.pairs
        seats = [
            "kyle:restless=true" if name == "kyle" else player(config, game, options, name, known["weights"])
            for name in names
        ]
        found = match("racko", *seats, pairs=pairs, seed=seed + 2_000_003, slots=slots)
        known["played"] = played + 1
        row = {"slots": slots, "first": names[0], "second": names[1], "win_rate": found.win_rate,
               "low": found.interval[0], "high": found.interval[1]}  # fmt: skip
        yield [row], (played + 2) / steps


def players(config):
    """The ways to value a draw that are compared, by name."""
    return [*(f"1/({divisor} x slots)" for divisor in config.divisors), LEARNED, AHEAD]


def player(config, game, options, name, forecast):
    """Diablo with one of them."""
    made = Player(game, options, draw="margin", restless=True)
    if name in (LEARNED, AHEAD):
        made.params["draw"] = DRAWS.index(name)
        put(made.params[0].forecasts, forecast, np.array(sizes(config)), UNITS, name)
    else:
        made.params["margin"] = 1 / (config.divisors[players(config).index(name)] * options.slots)
    return made


def sizes(config):
    return [FEATURES + 1, config.hidden, 1]


def watch(game, options, first, games, seed):
    """What each draw of some games is forecast from, and in the last column what it is worth."""
    diablo = Player(game, options, draw="margin")

    def describe(views):
        rows = np.zeros((len(views), FEATURES + 2), "f4")
        counts = 1 + (views["piled"] > 0) + (views["discarded"] > 1)
        weigh_draws(views, counts, diablo.params, np.zeros(1, DESK), rows)
        return rows

    def part(number):
        deals = first + games * number // workers, first + games * (number + 1) // workers
        if deals[0] == deals[1]:
            return np.zeros((0, FEATURES + 2), "f4")
        schedule = duplicates(*deals, seed, [(0, 1)])
        rows = record(game, options, [diablo, diablo], schedule, describe).inputs
        return rows[rows[:, FEATURES] > 0]  # every rack has a score: the rest are no draws

    workers = os.cpu_count() or 1
    with ThreadPoolExecutor(workers) as pool:
        seen = np.concatenate(list(pool.map(part, range(workers))))
    # The order of the rows hangs on the number of workers; what is learned must not.
    return seen[np.lexsort(seen.T)]


@kernel
def weigh_draws(views, counts, params, desks, rows):
    desk, network = desks[0], params[0].scores
    weights, layers = network.weights, network.sizes[: network.layers]
    for k in range(len(views)):
        if may_draw(views[k], min(counts[k], 2)):
            now = survey_outlook(views[k], weights, layers, desk.units, desk)
            for j in range(FEATURES + 1):
                rows[k, j] = desk.outlook[j]
            rows[k, FEATURES + 1] = (after_a_draw(desk, weights, layers, desk.units) - now) * desk.slots / FORECAST


def learn(config, rows, seed):
    """A network's weights, and how well it foretells draws it has not learned from."""
    chance = np.random.default_rng([seed, 5])
    order = chance.permutation(len(rows))
    tested, taught = np.split(order, [max(1, int(config.tested * len(rows)))])
    inputs, targets = rows[:, :-1].astype("f8"), rows[:, -1].astype("f8")
    weights, shape = new_network(sizes(config), seed), np.array(sizes(config))
    units, slopes = np.zeros(UNITS), np.zeros(UNITS)
    measured = []
    for epoch in range(config.epochs):
        rate = config.rate * 0.05 ** (epoch / max(config.epochs - 1, 1))
        fit(weights, shape, inputs, targets, chance.permutation(taught), rate, units, slopes)
        error = fit(weights.copy(), shape, inputs, targets, tested, 0.0, units, slopes)
        spread = targets[tested].var()
        measured.append({"epoch": epoch + 1, "error": error, "explained": 1 - error / spread if spread else 0.0})
    return weights, measured


def report(rows, config):
    paper = {("1/(2.0 x slots)", "kyle"): 0.714, ("1/(2.8169 x slots)", "kyle"): 0.7321,
             (LEARNED, "kyle"): "worse than a constant"}  # fmt: skip
    findings, words = [], []
    for slots in config.racks:
        own = [row for row in rows if row["slots"] == slots]
        told = [row["explained"] for row in own if "explained" in row][-1]
        findings.append(Finding(f"{slots} slots: share of the variance between draws that is foretold", told))
        for row in own:
            if "first" in row:
                names = row["first"], row["second"]
                what, said = f"{slots} slots: {' against '.join(names)}", paper.get(names) if slots == 10 else None
                findings.append(Finding(what, row["win_rate"], row["low"], row["high"], said))
        kyle = {row["first"]: row["win_rate"] for row in own if row.get("second") == "kyle"}
        words.append(
            f"On {slots} slots the network foretells {told:.0%} of the variance between draws. Against Kyle, by what a "
            f"draw is taken to bring: {', '.join(f'{name} {rate:.1%}' for name, rate in kyle.items())}."
        )
    summary = " ".join(words)
    return Report(findings, summary)
