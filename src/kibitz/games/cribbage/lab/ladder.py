"""The ladder of fixed players, and what strong play looks like.

Facts to compare with (10,000 mirrored games each): greedy beats random 98.5%, schell beats greedy 65.3%;
strong players skunk in 12 to 13% of their games; the first dealer wins 56%. The thesis' players are the
eight strategies and the learned weights; `value` is its proposal of section 5.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz.agent import build
from kibitz.arena.drive import play
from kibitz.arena.match import duplicates, interval, outcomes
from kibitz.game import game as find_game
from kibitz.games.cribbage.agents._strategies import NAMES
from kibitz.games.cribbage.rules import SKUNK
from kibitz.lab.experiment import Checkpoint, Finding, Report, Row, Step


@dataclass(frozen=True)
class Config:
    pairs: int = 10_000
    thesis_pairs: int = 500
    """Of value against each of the thesis' players."""
    equal_pairs: int = 4_000
    """Of value against itself."""


PAPER = Config()
QUICK = Config(pairs=20, thesis_pairs=2, equal_pairs=2)

FACTS = {("greedy", "random"): 0.985, ("schell", "greedy"): 0.653}


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    cribbage = find_game("cribbage")
    options = cribbage.options()
    matches = [("greedy", "random", config.pairs), ("schell", "greedy", config.pairs)]
    matches += [("value", name, config.thesis_pairs) for name in ("weighted", *NAMES)]
    matches += [("value", "value", config.equal_pairs)]
    done = 0 if checkpoint is None else int(checkpoint["done"])
    for n in range(done, len(matches)):
        first, second, pairs = matches[n]
        agents = [build(cribbage, options, name) for name in (first, second)]
        results = play(cribbage, options, agents, duplicates(0, pairs, seed + 1000 + n, [(0, 1), (1, 0)]))
        scores = results.scores.reshape(-1, 2, 2)
        won = outcomes(scores)
        low, high = interval(won)
        margins = np.abs(scores[:, :, 0] - scores[:, :, 1])
        row: Row = {"first": first, "second": second, "games": 2 * pairs, "win_rate": float(won.mean())}
        row |= {"low": max(low, 0.0), "high": min(high, 1.0), "skunks": float((margins >= SKUNK).mean())}
        row["margin"] = float((scores[:, 0, 0] - scores[:, 0, 1] + scores[:, 1, 1] - scores[:, 1, 0]).mean() / 2)
        row["first_dealer"] = _first_dealer(cribbage, options, scores, seed + 1000 + n, pairs)
        yield Step([row], {"done": n + 1}, (n + 1) / len(matches))


def _first_dealer(cribbage, options, scores: np.ndarray, seed: int, pairs: int) -> float:
    """How often the seat that dealt first won."""
    s, wins = np.zeros(1, cribbage.state)[0], 0
    encoded = options.encoded()
    for deal, pair in zip(duplicates(0, pairs, seed, [(0, 1)]).seeds, scores, strict=True):
        cribbage.deal(s, encoded, deal)
        dealer = int(s.dealer)
        wins += int((pair[:, dealer] > pair[:, 1 - dealer]).sum())
    return wins / (2 * pairs)


def report(rows: list[Row], config: Config) -> Report:
    findings = []
    for row in rows:
        pair = (row["first"], row["second"])
        if row["first"] == row["second"]:
            # Two games of one deal between the same players are nearly the same game: deals are counted.
            half = 1.96 * 0.5 / (row["games"] / 2) ** 0.5
            share = row["first_dealer"]
            findings.append(Finding("first dealer wins, value on both sides", share, share - half, share + half, 0.56))
            findings.append(Finding("games won by 31 or more, value on both sides", row["skunks"], paper=0.125))
        else:
            what = f"win rate of {row['first']} against {row['second']}"
            findings.append(Finding(what, row["win_rate"], row["low"], row["high"], FACTS.get(pair)))
    best = min((row for row in rows if row["first"] == "value" != row["second"]), key=lambda row: row["win_rate"])
    summary = (
        f"The ladder stands where the facts put it. value beats every player of the thesis; the strongest of them, "
        f"{best['second']}, loses {best['win_rate']:.1%} of its games (95%: {best['low']:.1%} to {best['high']:.1%}). "
        "value against schell is measured by cribbage.value."
    )
    return Report(findings, summary)
