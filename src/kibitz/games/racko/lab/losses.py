"""Losses: does a move of Rack-O cost as much as the adviser says?

No claim of the paper. At some positions of diablo against itself another move than the adviser's best is drawn, and
both are played out by diablo, with the same luck, from where the game stands. Racks dealt anew would not do: the
other has been sorting its rack for as many turns, and against one just dealt a mistake costs little.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kibitz.agent import build
from kibitz.arena.playout import playouts
from kibitz.arena.trial import walk
from kibitz.coach import sampling
from kibitz.coach.judge import outcomes
from kibitz.game import game
from kibitz.lab import PERCENT, Finding, Lab, Report, Row, Steps, of_mean
from kibitz.lab.cores import Cores
from kibitz.lab.figures import chart, curve, diagonal, in_percent

TARGETS = {"one round": 0, "to 500": 500}
LENGTHS = {"one round": 30, "to 500": 310}
"""How many decisions a game has, about."""
EDGES = (0.0, 0.02, 0.05, 0.1, 0.2, 1.0)
"""Losses as said, in bins."""


@dataclass(frozen=True)
class Config:
    positions: int = 4_000
    """That are looked at, about, one per game, for each kind of game."""
    times: int = 4
    """That each of two moves is played out."""


TINY = Config(positions=8, times=2)
QUICK = Config(positions=200, times=8)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    with Cores() as cores:

        def measure(kind: str) -> list[Row]:
            seeds = np.random.default_rng(lab.derived(kind)).integers(0, 2**63, config.positions, np.uint64)
            tried = cores.share(both_moves, seeds, 50, kind, config)
            said, came = (np.array([row[name] for row in tried]) for name in ("said", "came"))
            # The slope of a line through nothing lost: 1 where losses are right, 0.5 where half of them is made up.
            slope = float(said @ came / (said @ said))
            error = float(np.sqrt((said**2) @ (came - slope * said) ** 2) / (said @ said))
            found = {"slope": slope, "slope_low": slope - 1.96 * error, "slope_high": slope + 1.96 * error}
            rows: list[Row] = [{"kind": kind, "what": "all", "moves": len(said), "said": float(said.mean()), **found}]
            rows[0] |= of_mean("came", came)
            for low, high in pairwise(EDGES):
                inside = (said >= low) & (said < high)
                if inside.sum() > 1:
                    row = {"kind": kind, "what": "bin", "moves": int(inside.sum()), "said": float(said[inside].mean())}
                    rows.append(row | of_mean("came", came[inside]))
            return rows

        yield from lab.in_turn((measure, kind) for kind in TARGETS)


def both_moves(seeds: np.ndarray, kind: str, config: Config) -> list[Row]:
    """About one position of each of these games: what another move costs as said, and what it came to."""
    racko = game("racko")
    options = racko.options(target=TARGETS[kind])
    diablo, adviser = build(racko, options, "diablo"), build(racko, options, racko.adviser)
    chance = np.random.default_rng(int(seeds[0]))
    some = [
        states[chance.random(len(states)) < 1 / LENGTHS[kind]] for states, _ in walk(racko, options, [diablo], seeds)
    ]
    states = np.concatenate(some)
    streams = chance.integers(0, 2**63, len(states), np.uint64)
    movers, views, moves, counts = sampling.asked(racko, states, streams)
    if not len(states):
        return []
    listed, rows = np.arange(moves.shape[1]) < counts[:, None], np.arange(len(states))
    values = np.where(listed, adviser.values(views, moves, counts), -np.inf)
    best = values.argmax(axis=1)
    lots = np.where(listed, chance.random(moves.shape), -1.0)
    lots[rows, best] = -1.0
    other = lots.argmax(axis=1)

    def won(chosen: np.ndarray) -> np.ndarray:
        openings = moves[rows, chosen].astype(np.int64)
        scores = playouts(racko, options, diablo, states, streams, config.times, openings=openings)
        worth = outcomes(scores.reshape(-1, 2)).reshape(scores.shape)
        return worth[rows, :, movers].mean(axis=1)

    said, came = values[rows, best] - values[rows, other], won(best) - won(other)
    return [{"said": float(s), "came": float(c)} for s, c in zip(said[counts > 1], came[counts > 1])]


def report(rows: list[Row], config: Config) -> Report:
    findings, told = [], []
    figure, axes = chart("What another move costs", "as said", "played out", size=(5, 5), percent=True)
    in_percent(axes.xaxis)
    diagonal(axes)
    for kind in TARGETS:
        own = [row for row in rows if row["kind"] == kind]
        everything, bins = own[0], own[1:]
        note = f"{everything['moves']} moves"
        findings += [
            Finding(f"{kind}: loss, as said", everything["said"], note=note, unit=PERCENT),
            Finding.of(f"{kind}: loss, played out", everything, "came", unit=PERCENT),
            Finding.of(f"{kind}: played out per loss said, slope", everything, "slope"),
        ]
        findings += [
            Finding.of(
                f"{kind}: played out where {row['said']:.1%} is said",
                row,
                "came",
                note=f"{row['moves']} moves",
                unit=PERCENT,
            )
            for row in bins
        ]
        curve(axes, bins, "said", "came", kind)
        told.append(f"{kind}: {everything['came']:.1%} where {everything['said']:.1%} is said")
    summary = f"What another move than the best costs when played out: {'; '.join(told)}."
    return Report(findings, summary, {"losses": figure})
