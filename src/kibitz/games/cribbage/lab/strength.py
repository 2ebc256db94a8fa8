"""What makes the player by state values strong, part by part.

Not in the thesis, which only proposes such a player (5.2) and wishes for better pegging (5.1). Each
variant of `value` plays the shipped one over duplicate deals that no other experiment uses: more and
fewer hands searched, the other's play read more or less closely, another caution in the quick rule,
and the crib judged by the two ranks thrown instead of by all six cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kibitz.arena.match import match
from kibitz.lab.experiment import Checkpoint, Finding, Report, Row, Step


@dataclass(frozen=True)
class Config:
    pairs: int = 20_000


PAPER = Config()
TINY = Config(pairs=1)
QUICK = Config(pairs=10)

VARIANTS = ("hands=16", "hands=256", "sure=0", "sure=0.25", "caution=0.7", "caution=1.3", "crib=0")


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    done = 0 if checkpoint is None else int(checkpoint["done"])
    for n in range(done, len(VARIANTS)):
        result = match("cribbage", f"value:{VARIANTS[n]}", "value", pairs=config.pairs, seed=seed + 5_000)
        row: Row = {"variant": VARIANTS[n], "games": result.games, "win_rate": result.win_rate}
        row |= {"low": result.interval[0], "high": result.interval[1]}
        row |= {"points_low": result.margin[0], "points_high": result.margin[1]}
        yield Step([row], {"done": n + 1}, (n + 1) / len(VARIANTS))


def report(rows: list[Row], config: Config) -> Report:
    findings = []
    for row in rows:
        note = f"points a game {row['points_low']:+.2f} to {row['points_high']:+.2f}"
        what = f"win rate of value:{row['variant']} against value"
        findings.append(Finding(what, row["win_rate"], row["low"], row["high"], note=note))
    better = [row["variant"] for row in rows if row["low"] > 0.5]
    worse = [row["variant"] for row in rows if row["high"] < 0.5]
    summary = (
        f"Over {rows[0]['games']:,} games each. Better than the shipped player: {', '.join(better) or 'none'}. "
        f"Worse: {', '.join(worse) or 'none'}. The others cannot be told from it."
    )
    return Report(findings, summary)
