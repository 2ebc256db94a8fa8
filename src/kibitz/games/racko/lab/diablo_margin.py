"""What a discard must bring to be taken: two constants, a learned margin, and the exact one.

Paper, section 4.2: lowering the margin from 1/(2 × slots) to 1/(2.8169 × slots) brought Diablo from 71.4% to
73.21% against Kyle; a network that was to learn the best margin only made it worse. The margin stands
for what a draw will bring, and that can be worked out by trying every card that may come. Here a
network learns it from positions of Diablo's own games.
"""

from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from kibitz.agent import Agent
from kibitz.arena.match import match
from kibitz.game import game as find_game
from kibitz.games.racko.agents.diablo import DRAWS, FORECASTS, Player
from kibitz.games.racko.features import DESK, FEATURES, UNITS
from kibitz.games.racko.networks import put
from kibitz.games.racko.scoring import FORECAST, after_a_draw, may_draw, survey_outlook
from kibitz.kernel import kernel
from kibitz.lab import PERCENT, Finding, Lab, Report, Row, Steps, derived, figures, of_match, side_by_side, where
from kibitz.learn.imitation import record
from kibitz.learn.td_network import fit, new_network

_, LEARNED, AHEAD = DRAWS
KYLE = "kyle"
PAPER_SAYS: dict[tuple[str, str], float | str] = {
    ("1/(2.0 x slots)", KYLE): 0.714,
    ("1/(2.8169 x slots)", KYLE): 0.7321,
    (LEARNED, KYLE): "worse than a constant",
}


@dataclass(frozen=True)
class Config:
    racks: tuple[int, ...] = (10, 5)
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
    divisors: tuple[float, ...] = (2.0, 2.8169, 1.0)
    """Of the constant margins: the paper's two, and a wide one."""
    kyle_pairs: int = 20_000
    pairs: int = 10_000
    """Of the players with each other."""


TINY = Config(racks=(5,), games=8, part=4, epochs=2, kyle_pairs=2, pairs=1)
QUICK = Config(games=40, part=20, epochs=3, kyle_pairs=20, pairs=10)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    kept = lab.kept

    def watch_more(slots: int, first: int) -> list[Row]:
        games = min(config.part, config.games - first)
        seen = watch(slots, games, lab.derived("watched", slots, first))
        kept["seen"] = np.concatenate([kept["seen"], seen]) if first else seen
        return []

    def teach(slots: int) -> list[Row]:
        kept["forecast"], rows = learn(config, kept.pop("seen"), lab.derived("taught", slots))
        lab.save(FORECASTS, {"weights": kept["forecast"], "sizes": np.array(sizes(config))}, part=str(slots))
        return [{"slots": slots, **row} for row in rows]

    def play(slots: int, names: tuple[str, str]) -> list[Row]:
        first, second = (player(config, slots, name, kept["forecast"]) for name in names)
        pairs = config.kyle_pairs if KYLE in names else config.pairs
        found = match("racko", first, second, pairs=pairs, seed=lab.derived("judged"), slots=slots)
        return [of_match(found, slots=slots, first=names[0], second=names[1])]

    matches = [*((name, KYLE) for name in players(config)), *combinations(players(config), 2)]
    jobs: list[Any] = []
    for slots in config.racks:
        jobs += [(watch_more, slots, first) for first in range(0, config.games, config.part)]
        jobs += [(teach, slots), *((play, slots, names) for names in matches)]
    return lab.in_turn(jobs)


def players(config: Config) -> list[str]:
    """The ways to value a draw that are compared, by name."""
    return [*(f"1/({divisor} x slots)" for divisor in config.divisors), LEARNED, AHEAD]


def player(config: Config, slots: int, name: str, forecast: np.ndarray) -> str | Agent:
    """Diablo with one of them, or Kyle."""
    if name == KYLE:
        return "kyle:restless=true"
    game = find_game("racko")
    made = Player(game, game.options(slots=slots), draw="margin", restless=True)
    if name in (LEARNED, AHEAD):
        made.params["draw"] = DRAWS.index(name)
        put(made.params[0].forecasts, forecast, np.array(sizes(config)), UNITS, name)
    else:
        made.params["margin"] = 1 / (config.divisors[players(config).index(name)] * slots)
    return made


def sizes(config: Config) -> list[int]:
    return [FEATURES + 1, config.hidden, 1]


def watch(slots: int, games: int, seed: int) -> np.ndarray:
    """What each draw of some games is forecast from, and in the last column what it is worth."""
    game = find_game("racko")
    options: Any = game.options(slots=slots)
    diablo = Player(game, options, draw="margin")

    def part(ends: tuple[int, int]) -> np.ndarray:
        size, own = ends[1] - ends[0], derived(seed, ends[0])
        kept = []
        for found in record(
            [diablo, diablo], weigh_draw, FEATURES + 2, size, own, most=4 * options.limit, context=DESK
        ):
            kept.append(found.inputs[found.inputs[:, FEATURES] > 0])  # every rack has a score: the rest are no draws
        return np.concatenate(kept)

    edges = np.unique(np.linspace(0, games, 17).astype(int)).tolist()
    return np.concatenate(side_by_side(part, list(pairwise(edges))))


@kernel
def weigh_draw(v, move, params, desk, row):
    """What a draw is forecast from, and last what it is worth; zeros where there is no choice of one."""
    row[FEATURES] = 0.0
    if may_draw(v, min(1 + (v.piled > 0) + (v.discarded > 1), 2)):
        weights, layers = params.scores.weights, params.scores.sizes[: params.scores.layers]
        now = survey_outlook(v, weights, layers, desk.units, desk)
        for j in range(FEATURES + 1):
            row[j] = desk.outlook[j]
        row[FEATURES + 1] = (after_a_draw(desk, weights, layers, desk.units) - now) * desk.slots / FORECAST


def learn(config: Config, rows: np.ndarray, seed: int) -> tuple[np.ndarray, list[Row]]:
    """A network's weights, and how well it foretells draws it has not learned from."""
    chance = np.random.default_rng(seed)
    order = chance.permutation(len(rows))
    tested, taught = np.split(order, [max(1, int(config.tested * len(rows)))])
    inputs, targets = rows[:, :-1].astype("f8"), rows[:, -1].astype("f8")
    weights, shape = new_network(sizes(config), seed), np.array(sizes(config))
    units, slopes = np.zeros(UNITS), np.zeros(UNITS)
    measured: list[Row] = []
    for epoch in range(config.epochs):
        rate = config.rate * 0.05 ** (epoch / max(config.epochs - 1, 1))
        fit(weights, shape, inputs, targets, chance.permutation(taught), rate, units, slopes)
        error = fit(weights.copy(), shape, inputs, targets, tested, 0.0, units, slopes)
        spread = targets[tested].var()
        measured.append({"epoch": epoch + 1, "error": error, "explained": 1 - error / spread if spread else 0.0})
    return weights, measured


def report(rows: list[Row], config: Config) -> Report:
    findings, words = [], []
    title = "Diablo against Kyle, by what a draw is taken to bring"
    figure, axes = figures.chart(title, "", "games won against Kyle", percent=True)
    ways = players(config)
    for slots in config.racks:
        own = where(rows, slots=slots)
        told = where(own, "explained")[-1]["explained"]
        findings.append(
            Finding(f"{slots} slots: share of the variance between draws that is foretold", told, unit=PERCENT)
        )
        for row in where(own, "win_rate"):
            names = row["first"], row["second"]
            said = PAPER_SAYS.get(names) if slots == 10 else None
            findings.append(Finding.of(f"{slots} slots: {' against '.join(names)}", row, paper=said))
        drawn = [{**row, "at": ways.index(row["first"])} for row in where(own, second=KYLE)]
        figures.curve(axes, drawn, "at", "win_rate", f"{slots} slots", linestyle="")
        kyle = [f"{row['first']} {row['win_rate']:.1%}" for row in where(own, second=KYLE)]
        words.append(
            f"On {slots} slots the network foretells {told:.0%} of the variance between draws. Against Kyle, by what a "
            f"draw is taken to bring: {', '.join(kyle)}."
        )
    printed = {name: won for (name, _), won in PAPER_SAYS.items() if name in ways and not isinstance(won, str)}
    figures.paper(axes, [ways.index(name) for name in printed], list(printed.values()), "paper, 10 slots")
    figures.name_places(axes, ways, slant=20)
    return Report(findings, " ".join(words), {"margins": figure})
