"""Are the thesis' pictures an artefact of ties between strategies?

In the thesis' pictures (Figures 2 to 4 and 9 to 14) one strategy, hand_max_min, rules the winning side of the
board. After each decision the two or three strategies that most wanted the chosen keep are rewarded. Ties for that
place are common, since every strategy wants its favourite with exactly 1, and the thesis does not say how they are
broken. A plain sort keeps the order of the list, which begins with hand_max_min. So the same training is run with
ties broken at random, as listed, and with all equals rewarded, from several seeds each and at full size: Round 1,
both learn, s = 10, a million games. A strategy rules a place where its weight is the largest. Round 2's pictures
are measured in `cribbage.tournament`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kibitz.games.cribbage.lab._matches import compare, first_wins, strategy_rows
from kibitz.games.cribbage.lab._pictures import (
    BANDS,
    LATE,
    WHOLE,
    agreement,
    boards,
    border_of,
    ruled,
    settled,
    wave,
    within,
)  # fmt: skip
from kibitz.games.cribbage.weighted import pegging_records
from kibitz.games.cribbage.weighted.strategies import NAMES, at_random
from kibitz.games.cribbage.weighted.training import Pair, duplicates
from kibitz.lab import (
    Finding,
    Lab,
    Report,
    Row,
    Steps,
    column,
    derived,
    figures,
    of_mean,
    side_by_side,
    where,
)  # fmt: skip
from kibitz.learn.weighted import ALL_EQUAL, AS_LISTED, AT_RANDOM, Settings

ORDERS = {"at random": AT_RANDOM, "as listed": AS_LISTED, "all rewarded": ALL_EQUAL}
ROUND_1 = "round 1"
COMPARED = ("at random", "as listed")
"""The two that a reader of the thesis would think of."""
AHEAD, CLOSE, FAR, BEHIND = "2 to 25 ahead", "within a point", "26 to 60 ahead", "2 to 25 behind"
PEGGING = NAMES[5:]


@dataclass(frozen=True)
class Config:
    seeds: int = 4
    """Pairs trained for each way to break ties, side by side."""
    games: int = 1_000_000
    checkpoints: int = 10
    first_records: int = 100_000
    fast: float = 10.0
    match: int = 100
    judged: int = 10_000
    """Duplicate pairs of each learner against random weights."""


PAPER = Config()
TINY = Config(seeds=2, games=40, checkpoints=2, first_records=500, match=10, judged=4)
QUICK = Config(seeds=2, games=2000, checkpoints=2, first_records=5_000, judged=100)


def run(config: Config, lab: Lab) -> Steps:
    def work(order: str) -> list[Row]:
        found = side_by_side(lambda n: Career(config, lab.seed, order, n).rows(), range(config.seeds), config.seeds)
        return [row for rows in found for row in rows]

    return lab.in_turn((work, order) for order in ORDERS)


class Career:
    """What becomes of one pair in Round 1."""

    def __init__(self, config: Config, seed: int, order: str, number: int) -> None:
        self.config, self.order, self.number = config, order, number
        self.seed = derived(seed, number)  # the same for every order: the same start, the same deals
        self.measured: list[Row] = []

    def rows(self) -> list[Row]:
        config = self.config
        fast = Settings(scale=config.fast, less_variance=True, explore_by_wish=True, ties=ORDERS[self.order])
        records = pegging_records.first_records(config.first_records, derived(self.seed, "records"))
        first = Pair(self.beginners("first"), records, fast, learning_records=True)
        self.train(first, ROUND_1)
        result = first.compete(config.match, derived(self.seed, "match"))
        winner = first.weights[0 if first_wins(result) else 1]
        self.measure(winner, ROUND_1, records)
        return self.measured

    def add(self, what: str, stage: str, **more: float | str) -> None:
        self.measured.append({"what": what, "order": self.order, "number": self.number, "stage": stage, **more})

    def beginners(self, who: str) -> np.ndarray:
        return np.stack([at_random(derived(self.seed, who, n)) for n in range(2)])

    def train(self, pair: Pair, stage: str) -> None:
        """Train to the end, and look back at how far each checkpoint already was."""
        part = self.config.games // self.config.checkpoints
        on_the_way = [pair.weights[0].copy()]
        for _ in range(self.config.checkpoints):
            pair.train(part, derived(self.seed, stage))
            on_the_way.append(pair.weights[0].copy())
        for n, weights in enumerate(on_the_way):
            same = agreement(weights, on_the_way[-1], "dealer", BANDS[AHEAD])
            self.add("course", stage, games=n * part, settled=settled(weights, "dealer"), same=same)

    def measure(self, weights: np.ndarray, stage: str, records: np.record) -> None:
        for role in ("dealer", "pone"):
            for name, band in BANDS.items():
                shares = ruled(weights, role, band)
                self.add("ruled", stage, role=role, band=name, settled=settled(weights, role, band), **shares)
            places, ahead = border_of(weights, role, "hand_max_min")
            swing, near = np.abs(wave(places, ahead)), places >= LATE
            swings = {"near_end": float(swing[near].mean()), "before": float(swing[~near].mean())}
            self.add("border", stage, role=role, lead=float(ahead.mean()), **swings)
        rate = Settings().explore - boards(weights, "dealer")[within(WHOLE)].var(axis=1).max()
        self.add("explored", stage, rate=float(rate), settled=settled(weights, "dealer"))
        fresh = at_random(derived(self.seed, "fresh"))
        games = duplicates(weights, fresh, records, self.config.judged, derived(self.seed, "judged"))
        self.measured.append(
            {"what": "judged", "order": self.order, "number": self.number, "stage": stage, **compare(games)}
        )
        if self.number == 0:
            self.measured += strategy_rows(weights, f"{stage}, ties {self.order}")


def report(rows: list[Row], config: Config) -> Report:
    findings: list[Finding] = []

    def tell(what: str, samples: np.ndarray, **beside: str) -> Finding:
        findings.append(Finding.of(what, of_mean("share", samples), "share", **beside))
        return findings[-1]

    rule = {
        (order, band, name): tell(
            f"ties {order}, round 1, dealer {band}: share of places ruled by {name}",
            column(where(rows, what="ruled", order=order, stage=ROUND_1, role="dealer", band=band), name),
            **({"paper": "rules"} if (band, name) in SAID else {}),
        )
        for order in ORDERS
        for band in (AHEAD, CLOSE, FAR, BEHIND)
        for name in NAMES
    }
    for order in ORDERS:
        findings += _of_round_1(rows, order)
    drawn = {"ruled": _draw_ruled(rows), "course": _draw_course(rows)}
    one, other = (rule[order, AHEAD, "hand_max_min"] for order in COMPARED)
    is_apart = (other.low or 0.0) > (one.high or 1.0)
    both = " and ".join(f"{f.ours:.0%} (95%: {f.low:.0%} to {f.high:.0%})" for f in (one, other))
    others = ", ".join(
        f"{name} {rule['as listed', AHEAD, name].ours:.0%} (at random {rule['at random', AHEAD, name].ours:.0%})"
        for name in NAMES[1:]
    )
    summary = (
        f"With ties broken at random and as listed, hand_max_min rules {both} of the places where the dealer is "
        f"2 to 25 points ahead, over {config.seeds} pairs of {config.games:,} games each. "
        + ("So its rule is a matter of how ties are broken" if is_apart else "Ties do not explain its rule")
        + f"; with all equals rewarded it is {rule['all rewarded', AHEAD, 'hand_max_min'].ours:.0%}. "
        f"The others, as listed: {others}."
    )
    return Report(findings, summary, drawn)


SAID = {(AHEAD, "hand_max_min"), (CLOSE, "hand_max_avg"), (FAR, "hand_max_avg")}
"""What the thesis reads out of its Figure 3."""


def _of_round_1(rows: list[Row], order: str) -> Iterator[Finding]:
    mine = where(rows, order=order, stage=ROUND_1)
    head = f"ties {order}, round 1"
    ahead = {role: where(mine, what="ruled", role=role, band=AHEAD) for role in ("dealer", "pone")}
    yield _share(f"{head}, pone {AHEAD}: share of places ruled by hand_max_min", column(ahead["pone"], "hand_max_min"))
    together = sum(column(ahead["dealer"], name) for name in PEGGING)
    yield _share(f"{head}, dealer {AHEAD}: share of places ruled by a pegging strategy", np.asarray(together))
    for band in (AHEAD, BEHIND):
        shares = np.array(
            [[row[name] for name in NAMES] for row in where(mine, what="ruled", role="dealer", band=band)]
        )
        yield _share(f"{head}, dealer {band}: share of the strategy that rules most", shares.max(axis=1))
    course = where(mine, what="course")
    for games in (0, max(column(course, "games"))):
        yield _share(
            f"{head}: share of places settled after {games:,} games", column(where(course, games=games), "settled")
        )
    half = [row for row in course if row["games"] == max(column(course, "games")) // 2]
    if half:
        yield _share(f"{head}: share of places ruled half-way as at the end", column(half, "same"))
    borders = {role: where(mine, what="border", role=role) for role in ("dealer", "pone")}
    shift = column(borders["dealer"], "lead") - column(borders["pone"], "lead")
    yield _mean(f"{head}: how many points more lead the dealer wants for hand_max_min", shift)
    for when in ("near_end", "before"):
        both = (column(borders["dealer"], when) + column(borders["pone"], when)) / 2
        yield _mean(f"{head}: swing of the border of hand_max_min, {when.replace('_', ' the ')}", both)
    yield _share(f"{head}: exploration at the most settled place", column(where(mine, what="explored"), "rate"))
    yield _mean(f"{head}: points per game more than random weights", column(where(mine, what="judged"), "spread"))


def _mean(what: str, samples: np.ndarray) -> Finding:
    return Finding.of(what, of_mean("mean", samples), "mean")


def _share(what: str, samples: np.ndarray) -> Finding:
    return Finding.of(what, of_mean("share", samples), "share")


def _draw_ruled(rows: list[Row]) -> object:
    title = "Who rules where the dealer leads by 2 to 25 points, after Round 1: mean over pairs"
    figure, axes = figures.chart(title, "", "share of places", percent=True, size=(9, 4))
    for k, order in enumerate(ORDERS):
        part = where(rows, what="ruled", order=order, stage=ROUND_1, role="dealer", band=AHEAD)
        bars = [{"at": j + 0.2 * (k - 1), **of_mean("share", column(part, name))} for j, name in enumerate(NAMES)]
        figures.curve(axes, bars, "at", "share", f"ties {order}", linestyle="")
    figures.name_places(axes, NAMES, slant=20)
    figures.level(axes, 1 / len(NAMES), "even")
    return figure


def _draw_course(rows: list[Row]) -> object:
    title = "How places settle on one strategy: Round 1, dealer, mean over pairs"
    figure, axes = figures.chart(title, "games of training", "share of places with a weight over 0.9", percent=True)
    for order in ORDERS:
        part = where(rows, what="course", order=order, stage=ROUND_1)
        games = sorted(set(column(part, "games").tolist()))
        course = [{"games": n, **of_mean("settled", column(where(part, games=n), "settled"))} for n in games]
        figures.curve(axes, course, "games", "settled", f"ties {order}")
    return figure
