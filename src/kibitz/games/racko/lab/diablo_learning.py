"""Diablo's learning curve by our recipe, with one hidden layer and then with two.

Paper, section 4.2 and Figure 2: with ten slots and one hidden layer Diablo finished its games after
15,000 of training, needed 10 moves at 43,000 and 9.87 at 476,000; a second hidden layer of 30 nodes
brought 8.88. Against Kyle it won 66.83% with one layer, 71.4% with two, and 73.21% with the margin for a
discard lowered from 1/(2 × slots) to 1/(2.8169 × slots). The literal recipe is `racko.diablo_paper`; here weights begin
positive, winning is the reward, and the rate falls.
"""

from dataclasses import dataclass

import numpy as np

from kibitz.games.racko.features import PAPER_FEATURES
from kibitz.games.racko.lab._self_play import SelfPlay, against, diablo
from kibitz.lab import Finding, Lab, Report, Row, Steps, column, figures, said, where
from kibitz.learn.td_network import add_layer, new_network

PAPER_TURNS = {1: 9.87, 2: 8.88}
PAPER_WINS = {(1, 2.0): 0.6683, (2, 2.0): 0.714, (2, 2.8169): 0.7321}
"""On ten slots, by hidden layers and divisor of the margin."""


@dataclass(frozen=True)
class Config:
    slots: int = 10
    players: int = 2
    games: int = 476_000
    """With one hidden layer."""
    deep_games: int = 476_000
    """With two; the paper does not say how many more it played."""
    first_layer: int = 32
    second_layer: int = 30
    rising: bool = True
    """Start with positive weights: see the report."""
    only_wins: bool = True
    """Learn from winning or losing; off: from the points of the round, as the paper did."""
    rate: float = 0.2
    """The paper's is 0.1."""
    halved_after: int = 60_000
    """Games after which the rate has fallen to a half (to a third after twice as many); 0: never."""
    margins: tuple[float, ...] = (2.8169, 2.0)
    """Divisors: the margin is 1 / (divisor × slots). The last is trained with."""
    limit: int = 100
    """Turns; the paper's 1500 only lengthens the games in which nothing is learned."""
    chunk: int = 4_000
    pairs: int = 20_000
    """Against Kyle, at the end of each stage."""


TINY = Config(games=20, deep_games=20, chunk=10, pairs=3)
QUICK = Config(games=200, deep_games=200, chunk=100, pairs=40)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    slots, own = config.slots, lab.derived("diablo")
    options = lab.game.options(slots=slots, players=config.players, limit=config.limit)
    shapes = [[PAPER_FEATURES, config.first_layer, 1], [PAPER_FEATURES, config.first_layer, config.second_layer, 1]]
    table = SelfPlay(
        options, divisor=config.margins[-1], rate=config.rate, halved_after=config.halved_after, seed=own,
        only_wins=config.only_wins,
    )  # fmt: skip
    kept = lab.keep(weights=new_network(shapes[0], own, config.rising))
    stages = [(0, config.games), (config.games, config.games + config.deep_games)]

    def learn(deep: int, first: int) -> list[Row]:
        start, end = stages[deep]
        if deep and first == start:
            kept["weights"] = add_layer(kept["weights"], shapes[0], config.second_layer, own)
        games = min(config.chunk, end - first)
        found = table.learn(kept["weights"], shapes[deep], first, games, since=start)
        rows: list[Row] = [{"games": first + games, "layers": 1 + deep, **found}]
        if first + games == end:
            rows += [judge(shapes[deep], divisor) for divisor in config.margins]
            tables = {"weights": kept["weights"], "sizes": np.array(shapes[deep])}
            tables["margin"] = np.array([1 / config.margins[-1]])
            lab.save(f"diablo-{slots}-{1 + deep}.safetensors", tables, part=str(slots))
        return rows

    def judge(sizes: list[int], divisor: float) -> Row:
        """Diablo against Kyle, on deals of its own."""
        player = diablo(kept["weights"], sizes, divisor, slots=slots)
        about = {"hidden": len(sizes) - 2, "divisor": divisor}
        return against(player, "kyle", config.pairs, lab.derived("judged"), about, slots=slots)

    return lab.in_turn((learn, deep, first) for deep, ends in enumerate(stages) for first in range(*ends, config.chunk))


def report(rows: list[Row], config: Config) -> Report:
    is_papers = config.slots == 10
    figure, axes = figures.chart("Diablo against itself", "games of self-play", "turns per round", log="y")
    findings = []
    for layers, turns in PAPER_TURNS.items():
        part = where(rows, "turns", layers=layers)
        figures.curve(axes, part, "games", "turns", f"{layers} hidden", marker="")
        what = f"turns per round in self-play, {layers} hidden layer{'s' if layers > 1 else ''}"
        findings.append(Finding(what, float(column(part[-10:], "turns").mean()), paper=turns if is_papers else None))
    if is_papers:  # of the second layer it does not say after how many games
        ends = [config.games, config.games + config.deep_games]
        figures.paper(axes, ends, list(PAPER_TURNS.values()), "paper, with 1 hidden and with 2")
    judged = where(rows, "win_rate")
    for row in judged:
        what = f"against Kyle, {row['hidden']} hidden, margin 1/({row['divisor']} x slots)"
        paper = PAPER_WINS.get((row["hidden"], row["divisor"])) if is_papers else None
        findings.append(Finding.of(what, row, paper=paper))
    ended = next((row["games"] for row in where(rows, "turns") if row["drawn"] < 0.5), None)
    if ended:
        what = f"games of training by which most rounds are finished, counted every {config.chunk}"
        findings.append(Finding(what, ended, paper=15_000 if is_papers else None))
    best = max(judged, key=lambda row: row["win_rate"])
    start = "positive weights" if config.rising else "weights of either sign"
    summary = (
        f"From {start} most rounds are finished {f'within {ended:,} games' if ended else 'at no time'}, and one "
        f"hidden layer ends at {findings[0].ours:.2f} turns per round, two at {findings[1].ours:.2f}. Against Kyle the "
        f"best is {best['hidden']} hidden with the margin 1/({best['divisor']} x slots): {said(best)}."
    )
    return Report(findings, summary, {"curve": figure})
