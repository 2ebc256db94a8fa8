"""A champion before its judges: matches in parts, joined, beside the bar that was set.

A game's ``lab/champion.py`` lists the matches and what each should come to. The judges were there before the champion
was trained, and its settings were tuned on other deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from kibitz.arena.match import match
from kibitz.arena.statistics import interval_of_sums
from kibitz.lab.experiment import Finding, Report
from kibitz.lab.folder import Row
from kibitz.lab.jobs import Lab, Steps
from kibitz.lab.rows import estimate, where

ALL = -1
"""In place of matches: all there are."""


@dataclass(frozen=True)
class Verdict:
    """One match, and what it should come to."""

    player: str
    judge: str
    bar: float | None = None
    """The win rate that was asked for; None for an attempt that is only told."""
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def what(self) -> str:
        rules = "".join(f", {name}={value}" for name, value in self.options.items())
        return f"{self.player} v {self.judge}{rules}"


@dataclass(frozen=True)
class Config:
    pairs: int = 2_000
    part: int = 8
    """Pairs between two checkpoints."""
    which: tuple[int, ...] = (ALL,)
    """The matches to play, by their place in the list."""


@dataclass(frozen=True)
class Champion:
    """The experiment of one game."""

    verdicts: tuple[Verdict, ...]

    def run(self, config: Config, lab: Lab) -> Steps:
        chosen = range(len(self.verdicts)) if ALL in config.which else config.which
        return judged(lab, [self.verdicts[i] for i in chosen], config.pairs, config.part)

    def report(self, rows: list[Row], config: Config) -> Report:
        return told(rows, self.verdicts)


def judged(lab: Lab, verdicts: Sequence[Verdict], pairs: int, part: int, adjusted: bool = False) -> Steps:
    """All matches, one part of each after the other, so that a run that is cut short has some of all."""

    def play(number: int, which: int) -> list[Row]:
        asked = verdicts[which]
        seed = lab.derived("judged", asked.what, number)
        found = match(
            lab.game.name, asked.player, asked.judge, pairs=part, seed=seed, adjusted=adjusted, **asked.options
        )  # fmt: skip
        half = (found.interval[1] - found.interval[0]) / 2
        plain = found.plain[0] if found.plain else found.win_rate
        return [
            {"what": asked.what, "pairs": part, "won": found.win_rate, "plain": plain, "half": half,
             "seconds": found.seconds, "decisions": found.decisions * found.games}
        ]  # fmt: skip

    jobs = [(play, number, which) for number in range(max(pairs // part, 1)) for which in range(len(verdicts))]
    return lab.in_turn(jobs)


def told(rows: list[Row], verdicts: Sequence[Verdict]) -> Report:
    """Each match as a whole, and whether it reached its bar."""
    findings, words = [], []
    for verdict in verdicts:
        parts = where(rows, what=verdict.what)
        if not parts:
            continue
        won = [row["won"] for row in parts]
        rate = sum(won) / len(won)
        low, high = interval_of_sums(len(won), sum(won), sum(x * x for x in won))
        row = estimate("win_rate", rate, (max(low, 0.0), min(high, 1.0)))
        games = 2 * sum(int(part["pairs"]) for part in parts)
        note = f"{games:,} games"
        if verdict.bar is not None:
            note += f"; the bar is {verdict.bar:.0%}: {'met' if rate >= verdict.bar else 'missed'}"
        findings.append(Finding.of(verdict.what, row, note=note))
        words.append(f"{rate:.1%} ({verdict.what}, {note})")
    return Report(findings, "; ".join(words) + ".")
