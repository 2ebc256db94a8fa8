"""Standing: the chance to win a game to 100 between two hands, by the scores and who starts.

No claim of the paper. Hands of `racer` against itself give the chances that the starter, or the other, wins so many
points; from these the chance to win the game follows for every pair of scores. It is judged by games played on from
a few standings, on deals of their own.
"""

from dataclasses import dataclass

import numpy as np

from kibitz.agent import build
from kibitz.arena.playout import playouts
from kibitz.coach.sampling import deals
from kibitz.game import game
from kibitz.games.gin.standing import FILE, MOST, chances
from kibitz.lab import Finding, Lab, Report, Row, Steps, figures, of_mean

POLICY = "racer"
STANDINGS = ((0, 0), (0, 25), (25, 0), (50, 50), (0, 75), (75, 0), (80, 60), (60, 80), (90, 90))
"""Scores of the starter and of the other to judge by."""


@dataclass(frozen=True)
class Config:
    hands: int = 1_000_000
    parts: int = 10
    judged: int = 20_000
    """Games played on from each standing."""


TINY = Config(hands=200, parts=2, judged=20)
QUICK = Config(hands=2_000, parts=2, judged=100)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    kept, each = lab.keep(counted=np.zeros((2, MOST))), config.hands // config.parts

    def count(part: int) -> list[Row]:
        kept["counted"] += hands(each, np.random.default_rng([lab.seed, 0, part]))
        return []

    def judge(number: int) -> list[Row]:
        shares, (own, other) = kept["counted"] / (config.parts * each), STANDINGS[number]
        lab.save(FILE, {"hands": shares}, lab.game.options())
        won = games(own, other, config.judged, np.random.default_rng([lab.seed, 1, number]))
        expected, void = float(chances(shares)[99 - own, 99 - other]), 1 - float(shares.sum())
        return [{"own": own, "other": other, "expected": expected, **of_mean("won", won), "void": void}]

    parts = [(count, part) for part in range(config.parts)]
    return lab.in_turn([*parts, *((judge, number) for number in range(len(STANDINGS)))])


def hands(count: int, rng: np.random.Generator) -> np.ndarray:
    """How many of so many hands bring the starter (row 0), or the other (row 1), so many points."""
    gin = game("gin")
    options = gin.options(hands=1)
    dealt = deals(gin, options, rng.integers(0, 2**63, count, np.uint64))
    scores = playouts(gin, options, build(gin, options, POLICY), dealt, dealt["rng"], 1)[:, 0].astype(int)
    counted = np.stack([np.bincount(scores[:, p], minlength=MOST) for p in range(2)]).astype(float)
    counted[:, 0] = 0  # nothing won is the other's hand, or a void one
    return counted


def games(own: int, other: int, count: int, rng: np.random.Generator) -> np.ndarray:
    """Whether the starter won, in games played on from scores."""
    gin = game("gin")
    options = gin.options()
    dealt = deals(gin, options, rng.integers(0, 2**63, count, np.uint64))
    dealt["scores"] = own, other
    scores = playouts(gin, options, build(gin, options, POLICY), dealt, dealt["rng"], 1)[:, 0]
    return (scores[:, 0] > scores[:, 1]).astype(float)


def report(rows: list[Row], config: Config) -> Report:
    findings = [
        Finding.of(
            f"starter {r['own']}, other {r['other']}: the starter wins", r, "won",
            note=f"by the table {r['expected']:.3f}",
        )
        for r in rows
    ]  # fmt: skip
    title = "What a score is worth between two hands"
    figure, axes = figures.chart(title, "chance by the table", "share of games won", percent=True, size=(5, 5))
    figures.curve(axes, rows, "expected", "won", "games played on", linestyle="")
    figures.diagonal(axes)
    inside = sum(r["won_low"] <= r["expected"] <= r["won_high"] for r in rows)
    summary = (
        f"The table's chance lies inside the 95% interval of the games played in {inside} of {len(rows)} standings. "
        f"{rows[0]['void']:.1%} of the hands are void."
    )
    return Report(findings, summary, {"standing": figure})
