"""What the thesis reads out of its tables, box plots and pictures, as findings: trends over the training, single
matches, and who rules the board after Round 2."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kibitz.arena.statistics import share_interval
from kibitz.games.cribbage.lab._matches import SHADES, weights_of
from kibitz.games.cribbage.lab._pictures import BANDS, LATE, agreement, border_of, ruled, settled, wave, within
from kibitz.games.cribbage.rules import SKUNK
from kibitz.games.cribbage.weighted.strategies import SPOTS
from kibitz.lab import PERCENT, Finding, Row, column, estimate, where

TABLE_3 = (0.59, 0.55, 0.47, 0.48, 0.41, 0.43, 0.52, 0.48, 0.56, 0.51)
"""Games of a hundred that the thesis' checkpoints won against the final agent, from the untrained one on."""
SHORT = {"round 1": (9, 100), "winners' bracket": (9,), "losers' bracket": (9, 100), "fixed opponent": (9,)}
"""The lengths of matches in which the thesis saw no trend."""


def trends(judged: list[Row], who: str, part: int) -> Iterator[Finding]:
    """Whether the spread of short matches changes with the training: points per game for a million games of it."""
    for opponent, told in (("checkpoint", "final v checkpoints"), ("random weights", "random weights v checkpoints")):
        for length in SHORT[who]:
            rows = [row for row in where(judged, who=who, opponent=opponent) if row[f"spreads {length}"]]
            if len(rows) < 2:
                continue
            x = np.concatenate([[row["checkpoint"] * part / 1e6] * len(row[f"spreads {length}"]) for row in rows])
            y = np.concatenate([row[f"spreads {length}"] for row in rows]) / length
            slope = estimate("slope", *_slope(x, y))
            what = f"{who}: trend of the spread with training, {length}-game matches, {told}"
            yield Finding.of(what, slope, "slope", paper="none")


def _slope(x: np.ndarray, y: np.ndarray) -> tuple[float, tuple[float, float]]:
    """A straight line's slope by least squares, and its 95% interval."""
    from scipy.stats import linregress

    found = linregress(x, y)
    return float(found.slope), (found.slope - 1.96 * found.stderr, found.slope + 1.96 * found.stderr)


def against_checkpoints(judged: list[Row], who: str, part: int) -> Iterator[Finding]:
    """The final learner against each of its checkpoints, over many duplicate games."""
    own = where(judged, who=who, opponent="checkpoint")
    for row in own:
        trained = f"{row['checkpoint'] * part:,} games"
        yield Finding.of(f"{who}: points per game more than after {trained}", row, "spread")
        thousand = np.array(row.get("spreads 1000") or row.get("spreads 1_000") or [])
        if len(thousand):
            won = (thousand > 0).astype(float)
            share = estimate("share", won.mean(), share_interval(won))
            yield Finding.of(f"{who}: share of 1,000-game matches won against the one after {trained}", share, "share")
    sizes = np.abs(column(own[1:], "spread")) if len(own) > 1 else np.zeros(0)
    if len(sizes):
        what = f"{who}: points per game between the final learner and its checkpoints, median"
        yield Finding(what, float(np.median(sizes)), paper=0.2)


def table_3(judged: list[Row], part: int) -> Iterator[Finding]:
    """How often each checkpoint of Round 1 wins against the final agent."""
    for row in where(judged, who="round 1", opponent="checkpoint"):
        n = row["checkpoint"]
        what = f"round 1: games won by the checkpoint after {n * part:,} games (Table 3)"
        paper = TABLE_3[n] if n < len(TABLE_3) else None
        lost = estimate("share", 1 - row["win_rate"], (1 - row["win_rate_high"], 1 - row["win_rate_low"]))
        yield Finding.of(what, lost, "share", paper=paper)


def single_games(judged: list[Row]) -> Iterator[Finding]:
    """How far apart games and short matches end."""
    margins = np.abs(np.concatenate([row["differences"] for row in judged]))
    for what, least, paper in (
        ("games won by 31 or more", SKUNK, 0.21), ("games won by 30 or more", 30, "not rare"),
        ("games won by more than 60", 61, "very rare"),
    ):  # fmt: skip
        won = (margins >= least).astype(float)
        yield Finding.of(what, estimate("share", won.mean(), share_interval(won)), "share", paper=paper)
    nine = [abs(spread) / 9 for row in judged for spread in row.get("spreads 9") or []]
    if nine:
        yield Finding("largest spread per game of a nine-game match", max(nine), paper=25)


AHEAD, CLOSE, BEHIND = "2 to 25 ahead", "within a point", "2 to 25 behind"
STRATEGIES = ("hand_max_min", "hand_max_avg", "hand_max_med", "pegging_max_med_gained")
ISLANDS = ("crib_min_avg", "pegging_max_avg_gained", "pegging_min_avg_given")


def pictures(rows: list[Row], learners: tuple[str, ...]) -> Iterator[Finding]:
    """Who rules the board of each learner, how settled it is, and how far two learners' boards agree."""
    boards = {who: weights_of(rows, who) for who in learners}
    for who, weights in boards.items():
        shares = ruled(weights, "dealer", BANDS[AHEAD])
        for name in STRATEGIES:
            yield Finding(f"{who}, dealer {AHEAD}: share of places ruled by {name}", shares[name], unit=PERCENT)
        rest = sum(shares[name] for name in ISLANDS)
        yield Finding(
            f"{who}, dealer {AHEAD}: share of places ruled by crib_min_avg or two pegging", rest, unit=PERCENT
        )
        yield Finding(f"{who}: share of places settled", settled(weights, "dealer"), unit=PERCENT)
        for band in (CLOSE, BEHIND):
            share = settled(weights, "dealer", BANDS[band])
            yield Finding(f"{who}, dealer {band}: share of places settled", share, unit=PERCENT)
        places, ahead = border_of(weights, "dealer", "hand_max_min")
        swing = np.abs(wave(places, ahead))
        yield Finding(f"{who}: swing of the border of hand_max_min, near the end", float(swing[places >= LATE].mean()))
        yield Finding(f"{who}: swing of the border of hand_max_min, before", float(swing[places < LATE].mean()))
        yield from _half_way(rows, who)
    for k, one in enumerate(learners):
        for other in learners[k + 1 :]:
            same = agreement(boards[one], boards[other], "dealer", BANDS[AHEAD])
            yield Finding(f"dealer {AHEAD}: share of places ruled alike, {one} and {other}", same, unit=PERCENT)


def _half_way(rows: list[Row], who: str) -> Iterator[Finding]:
    """Where hand_max_avg has the say half-way through the training, and in the end."""
    course = where(rows, what=f"learning of {who}")
    games = [int(row["panel"].split()[1].replace(",", "")) for row in course]
    half = [row for row, n in zip(course, games) if n == games[-1] / 2]
    if half:
        chosen = within(BANDS[AHEAD])
        then, now = (np.reshape(row["grey"], (SPOTS, SPOTS))[chosen] > SHADES / 2 for row in (half[0], course[-1]))
        what = f"{who}: share of places where hand_max_avg stands half-way as in the end"
        yield Finding(what, float((then == now).mean()), unit=PERCENT)
