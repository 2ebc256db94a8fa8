"""The Diablo that is shipped: four numbers more than the paper's, and a wider margin.

No claim of the paper: its Diablo stopped at 73.21% against Kyle. The features of Table 3 count a card once
for each hole it would fill; four more (`features.py`) count it once for its gap. Diablos with and
without them are trained alike, several of each, on ten slots with two players and on five with three, with
the margin 1/slots. At the end of training weights wander about, so the mean over the last half is kept.
"""

from dataclasses import dataclass

import numpy as np

from kibitz.games.racko.agents.diablo import SCORES
from kibitz.games.racko.features import FEATURES, PAPER_FEATURES
from kibitz.games.racko.lab._self_play import SelfPlay, against, diablo
from kibitz.lab import Finding, Lab, Report, Row, Steps, column, side_by_side, where
from kibitz.learn.td_network import new_network

INPUTS = {PAPER_FEATURES: "Table 3", FEATURES: "Table 3 and four more"}
TABLES = {10: 2, 5: 3}
"""The racks, and how many players sit at the table while it is learned."""


@dataclass(frozen=True)
class Config:
    racks: tuple[int, ...] = tuple(TABLES)
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


def run(config: Config, lab: Lab) -> Steps:
    half, kept = config.games // 2, lab.kept
    kinds = [(inputs, number) for inputs in INPUTS for number in range(config.seeds)]

    def learn(slots: int, first: int) -> list[Row]:
        """A chunk of games of all Diablos of one rack, side by side."""
        options = lab.game.options(slots=slots, players=TABLES[slots], limit=config.limit)
        games = min(config.chunk, (half if first < half else config.games) - first)

        def advance(kind: tuple[int, int]) -> Row:
            inputs, number = kind
            name, own, sizes = f"{slots} {inputs} {number}", lab.derived(number), [inputs, config.hidden, 1]
            if first == 0:
                kept[name] = new_network(sizes, own, rising=True)
                kept[f"sum {name}"] = np.zeros_like(kept[name])
            table = SelfPlay(
                options, divisor=config.divisor, rate=config.rate, halved_after=config.halved_after, seed=own,
                only_wins=True,
            )  # fmt: skip
            found = table.learn(kept[name], sizes, first, games)
            if first >= half:
                kept[f"sum {name}"] += games * kept[name]
            return {"slots": slots, "inputs": inputs, "number": number, "games": first + games, **found}

        return side_by_side(advance, kinds)

    def judge(slots: int) -> list[Row]:
        rows, best = [], -1.0
        for inputs, number in kinds:
            weights = kept.pop(f"sum {slots} {inputs} {number}") / (config.games - half)
            del kept[f"{slots} {inputs} {number}"]
            sizes = [inputs, config.hidden, 1]
            about: Row = {"slots": slots, "inputs": inputs, "number": number}
            player, deals = diablo(weights, sizes, config.divisor, slots=slots), lab.derived("judged")
            rows.append(against(player, "kyle", config.pairs, deals, about, slots=slots))
            if inputs == FEATURES and rows[-1]["win_rate"] > best:
                best = rows[-1]["win_rate"]
                tables = {"weights": weights, "sizes": np.array(sizes), "margin": np.array([1 / config.divisor])}
        lab.save(SCORES, tables, part=str(slots))
        return rows

    chunks = [*range(0, half, config.chunk), *range(half, config.games, config.chunk)]
    return lab.in_turn(
        job for slots in config.racks for job in [*((learn, slots, first) for first in chunks), (judge, slots)]
    )


def report(rows: list[Row], config: Config) -> Report:
    findings, words = [], []
    for slots in config.racks:
        for inputs, name in INPUTS.items():
            own, what = where(rows, slots=slots, inputs=inputs), f"{slots} slots, {name}:"
            late = [row for row in where(own, "turns") if row["games"] > 0.9 * config.games]
            findings.append(Finding(f"{what} turns per round in self-play", float(column(late, "turns").mean())))
            judged = sorted(where(own, "win_rate"), key=lambda row: row["win_rate"])
            findings += [Finding.of(f"{what} against Kyle", row) for row in judged]
            words.append(f"{what} {', '.join(format(row['win_rate'], '.1%') for row in judged)} against Kyle.")
    return Report(findings, " ".join(words))
