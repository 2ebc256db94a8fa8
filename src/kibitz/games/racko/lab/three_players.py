"""The final tournament: Kyle, Diablo and Baltar at one table, racks of five, 25 cards.

Paper, section 5, one million games: Kyle won 37.8% in 2.86 moves, Diablo 54.27% in 2.76, Baltar 7.9% in
2.61. Its moves are the mean length of a round for that player, won or lost; a rerun of the original
programs gave 36.2 / 55.8 / 8.0% and 2.86 / 2.83 / 2.60. Played here with our own Diablo, and with one made as
the paper made its own (see `racko.diablo_paper`), at tables of three with racks of five: the best of some starts,
476,000 games with one hidden layer and as many with two, the margin 1/(2.8169 × slots).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.arena.tournament import tournament
from kibitz.games.racko.features import PAPER_FEATURES
from kibitz.games.racko.lab._self_play import SelfPlay, diablo
from kibitz.games.racko.scoring import PRINTED
from kibitz.lab import Finding, Lab, Report, Row, Steps, column, figures, of_mean, side_by_side, where
from kibitz.learn.td_network import add_layer, new_network

PAPER_SAYS = {"kyle": (0.378, 2.86), "diablo": (0.5427, 2.76), "baltar": (0.079, 2.61)}
TABLES = ("ours", "as the paper's")
RACKS: dict[str, Any] = {"slots": 5, "cards": 25}


@dataclass(frozen=True)
class Config:
    games: int = 1_000_000
    parts: int = 20
    starts: int = 4
    tried: int = 4_000
    """Games of each start; the one whose rounds are the shortest then goes on."""
    trained: int = 476_000
    """Games of the paper's Diablo, with one hidden layer and again with two."""
    chunk: int = 14_000
    epoch: int = 100
    allowed: int = 5000
    """Turns of each player in an epoch."""
    first_layer: int = 34
    second_layer: int = 30
    rate: float = 0.1
    within: float = 0.05
    divisor: float = 2.8169
    limit: int = 1500


TINY = Config(games=12, parts=2, starts=2, tried=10, trained=20, chunk=10, epoch=10, allowed=100, limit=60)
QUICK = Config(games=3000, parts=1, starts=2, tried=200, trained=600, chunk=300, allowed=1000)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    options = lab.game.options(players=3, limit=config.limit, **RACKS)
    shapes = [[PAPER_FEATURES, -config.first_layer, 1], [PAPER_FEATURES, -config.first_layer, -config.second_layer, 1]]
    kept = lab.kept

    def play_on(weights: np.ndarray, own: int, deep: int, first: int, games: int) -> Row:
        teacher = SelfPlay(
            options, divisor=config.divisor, rate=config.rate, seed=own, sight=PRINTED, restless=True,
            oldest_first=True, allowed=config.allowed,
        )  # fmt: skip
        found = [
            teacher.learn(weights, shapes[deep], at, config.epoch) for at in range(first, first + games, config.epoch)
        ]
        return {name: float(np.mean([row[name] for row in found[-20:]])) for name in found[0]}

    def start() -> list[Row]:
        """Some starts; the best is kept."""
        seeds = [lab.derived("diablo", number) for number in range(config.starts)]
        networks = [new_network(shapes[0], own, within=config.within) for own in seeds]
        numbers = range(config.starts)
        found = side_by_side(lambda n: play_on(networks[n], seeds[n], 0, 0, config.tried), numbers)
        # A round that is cut off is a short one, but none that was finished.
        best = min(numbers, key=lambda n: (found[n]["drawn"] > 0.5, found[n]["turns"]))
        kept.update({"weights": networks[best], "seed": seeds[best]})
        return [{"start": n, **row} for n, row in enumerate(found)]

    def learn(deep: int, first: int) -> list[Row]:
        if deep and first == config.trained:
            kept["weights"] = add_layer(
                kept["weights"], shapes[0], config.second_layer, int(kept["seed"]), config.within
            )
        games = min(config.chunk, (1 + deep) * config.trained - first)
        found = play_on(kept["weights"], int(kept["seed"]), deep, first, games)
        return [{"trained": first + games, "layers": 1 + deep, **found}]

    def play(table: str, part: int) -> list[Row]:
        as_papers = diablo(kept["weights"], shapes[1], config.divisor, sight=PRINTED, players=3, **RACKS)
        as_papers.name = "diablo"
        middle = "diablo:restless=true" if table == TABLES[0] else as_papers
        players = ["kyle:restless=true", middle, "baltar:one,restless=true"]
        games, deals = config.games // config.parts, lab.derived("deals", part)
        found = tournament("racko", players, games=games, seed=deals, **RACKS)
        return [
            {"table": table, "player": s.player.partition(":")[0], "share": s.win_share, "turns": s.decisions / 2,
             "to_win": s.decisions_to_win / 2, "games": found.games}
            for s in found.standings
        ]  # fmt: skip

    jobs: list[Any] = [(start,)]
    for deep in (0, 1):
        first = deep * config.trained + (0 if deep else config.tried)
        jobs += [(learn, deep, at) for at in range(first, (1 + deep) * config.trained, config.chunk)]
    jobs += [(play, table, part) for table in TABLES for part in range(config.parts)]
    return lab.in_turn(jobs)


def report(rows: list[Row], config: Config) -> Report:
    findings, words = [], []
    figure, axes = figures.chart("Three at a table: who wins the rounds", "", "rounds won", percent=True, size=(6, 4))
    for beside, table in zip((-0.1, 0.1), TABLES, strict=True):
        shares, drawn = [], []
        for at, (player, (share, moves)) in enumerate(PAPER_SAYS.items()):
            own, what = where(rows, table=table, player=player), f"Diablo {table}, {player}:"
            # Rounds of one deal hang together, parts of the tournament do not: the interval is over those.
            mean = of_mean("share", column(own, "share")) if len(own) > 1 else own[0]
            findings.append(Finding.of(f"{what} share of rounds won", mean, "share", paper=share))
            findings.append(
                Finding(f"{what} turns per round, won or lost", float(column(own, "turns").mean()), paper=moves)
            )
            won = [row for row in own if row["share"] > 0]
            if won:
                turns = float(np.average(column(won, "to_win"), weights=column(won, "share")))
                findings.append(Finding(f"{what} own turns in the rounds it won", turns))
            shares.append(f"{player} {mean['share']:.1%}")
            drawn.append({"at": at + beside, **mean})
        figures.curve(axes, drawn, "at", "share", f"here, with Diablo {table}", linestyle="")
        words.append(f"With Diablo {table}: {', '.join(shares)}.")
    figures.paper(axes, range(len(PAPER_SAYS)), [share for share, _ in PAPER_SAYS.values()])
    figures.name_places(axes, list(PAPER_SAYS), slant=0)
    summary = " ".join(words) + " Every deal is played in all six seatings."
    return Report(findings, summary, {"shares": figure})
