"""What Diablo is shown: bare cards, or features of usable sequences, of some or of all.

Paper, section 4.2: shown the bare cards, a network trained for a million games won 51% against random, and the
chances to draw lower and higher did not help; the features of Table 3 did. Features of all usable sequences,
instead of those that no other contains, gave no noticeable improvement. The paper does not say how many slots the
racks had. Here the cards are shown for a million games on racks of five and of ten, the network and its learning as
in `racko.diablo_paper`; the features, on racks of five, by our recipe and each kind alike.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.games.racko.features import PAPER_FEATURES
from kibitz.games.racko.lab._self_play import SelfPlay, against, diablo
from kibitz.games.racko.scoring import BARE, CHANCES, SIGHTS
from kibitz.lab import Finding, Lab, Report, Row, Steps, column, figures, side_by_side, where
from kibitz.learn.td_network import new_network

OPPONENTS = ("random", "kyle")
PAPER_SAYS = {("cards", "random"): "51%", ("cards and chances", "random"): "no better"}


@dataclass(frozen=True)
class Config:
    slots: int = 5
    """Of the racks whose features are shown."""
    games: int = 30_000
    hidden: int = 32
    bare_racks: tuple[int, ...] = (5, 10)
    """The slots of those that are shown card by card."""
    bare_games: int = 1_000_000
    bare_hidden: int = 34
    chunk: int = 20_000
    """Games between two checkpoints."""
    epoch: int = 100
    allowed: int = 5000
    """Turns of each player in an epoch."""
    rate: float = 0.1
    divisor: float = 2.8169
    limit: int = 1500
    pairs: int = 5_000


TINY = Config(games=20, bare_games=20, chunk=10, epoch=10, allowed=60, limit=20, pairs=3)
QUICK = Config(games=300, bare_games=400, chunk=200, allowed=1000, limit=60, pairs=40)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    bare = [(sight, slots) for slots in config.bare_racks for sight in (BARE, CHANCES)]
    deals = lab.derived("judged")
    kept = lab.keep(
        **{
            f"{sight} {slots}": new_network(shape(config, sight, slots), lab.derived(sight, slots), within=0.05)
            for sight, slots in bare
        }
    )

    def judge(weights: np.ndarray, sight: int, slots: int, sizes: list[int]) -> list[Row]:
        player = diablo(weights, sizes, config.divisor, sight=sight, slots=slots, limit=config.limit)
        about = {"sight": SIGHTS[sight], "slots": slots}
        options = {"slots": slots, "limit": config.limit}
        return [against(player, opponent, config.pairs, deals, about, **options) for opponent in OPPONENTS]

    def features(sight: int) -> list[Row]:
        options, own = lab.game.options(slots=config.slots, limit=config.limit), lab.derived("diablo")
        sizes = [PAPER_FEATURES, config.hidden, 1]
        weights = new_network(sizes, own, rising=True)
        SelfPlay(options, divisor=config.divisor, rate=config.rate, seed=own, sight=sight).learn(
            weights, sizes, 0, config.games
        )
        return judge(weights, sight, config.slots, sizes)

    def cards(first: int) -> list[Row]:
        """A chunk of games of all networks that are shown cards, side by side."""

        def advance(kind: tuple[int, int]) -> Row:
            sight, slots = kind
            options = lab.game.options(slots=slots, limit=config.limit)
            table = SelfPlay(
                options, divisor=config.divisor, rate=config.rate, seed=lab.derived(sight, slots), sight=sight,
                restless=True, oldest_first=True, allowed=config.allowed,
            )  # fmt: skip
            end = min(first + config.chunk, config.bare_games)
            starts = range(first, end, config.epoch)
            weights = kept[f"{sight} {slots}"]
            found = [table.learn(weights, shape(config, sight, slots), at, config.epoch) for at in starts]
            means = {name: float(np.mean([row[name] for row in found])) for name in found[0]}
            return {"course": SIGHTS[sight], "slots": slots, "games": end, **means}

        return side_by_side(advance, bare)

    def judge_cards(sight: int, slots: int) -> list[Row]:
        return judge(kept[f"{sight} {slots}"], sight, slots, shape(config, sight, slots))

    jobs: list[Any] = [(features, sight) for sight in range(BARE)]
    jobs += [(cards, first) for first in range(0, config.bare_games, config.chunk)]
    jobs += [(judge_cards, sight, slots) for sight, slots in bare]
    return lab.in_turn(jobs)


def shape(config: Config, sight: int, slots: int) -> list[int]:
    """The network of one that is shown cards."""
    return [3 * slots if sight == CHANCES else slots, -config.bare_hidden, 1]


def report(rows: list[Row], config: Config) -> Report:
    findings: list[Finding] = []
    words: dict[str, list[str]] = {}
    for row in where(rows, "sight"):
        what = f"{row['slots']} slots, shown {row['sight']}: against {row['opponent']}"
        said = PAPER_SAYS.get((row["sight"], row["opponent"]))
        findings.append(Finding.of(f"{what}, {row['drawn']:.1%} drawn", row, paper=said))
        drawn = f" ({row['drawn']:.0%} drawn)" if row["drawn"] > 0 else ""
        words.setdefault(f"{row['sight']} on {row['slots']} slots", []).append(f"{row['win_rate']:.1%}{drawn}")
    title = "Diablo shown bare cards, against itself"
    figure, axes = figures.chart(title, "games of self-play", "turns per round, at most 50.5", log="x")
    for slots in config.bare_racks:
        for sight in (BARE, CHANCES):
            course = where(rows, course=SIGHTS[sight], slots=slots)
            figures.curve(axes, course, "games", "turns", f"{SIGHTS[sight]}, {slots} slots")
            late = float(column(course[-5:], "turns").mean())
            findings.append(Finding(f"{slots} slots, shown {SIGHTS[sight]}: turns per round in self-play", late))
    told = "; ".join(f"{shown} {' and '.join(won)}" for shown, won in words.items())
    return Report(findings, f"Won against {' and '.join(OPPONENTS)}, by what it is shown: {told}.", {"curve": figure})
