"""A champion before its judges: matches in parts, joined, beside the bar that was set.

A game's ``lab/champion.py`` lists the matches and what each should come to. The judges were there before the champion
was trained, and its settings were tuned on other deals.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from kibitz.agent import Agent
from kibitz.arena.match import match
from kibitz.arena.statistics import interval_of_sums
from kibitz.arena.turn import are_compiled
from kibitz.game import Game
from kibitz.lab.experiment import Finding, Report
from kibitz.lab.folder import Row
from kibitz.lab.jobs import Lab, Steps, seated
from kibitz.lab.rows import estimate, where

MOST_NAMED = 6
"""Matches that a summary names one by one."""
FEW = 50
"""Parts, whose differences say less than the intervals within them."""

LONGER = 5
"""Times as many pairs are played by a fast player."""

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
    fast: bool = False
    """Whether the player is quick enough for a match that is five times as long."""

    @property
    def what(self) -> str:
        rules = "".join(f", {name}={value}" for name, value in self.options.items())
        return f"{self.player} v {self.judge}{rules}"


@dataclass(frozen=True)
class Config:
    pairs: int = 2_000
    """Of a match; five times as many where the player is fast."""
    part: int = 8
    """Pairs between two checkpoints."""
    which: tuple[int, ...] = (ALL,)
    """The matches to play, by their place in the list."""
    gpu: bool = False
    """Whether networks are asked, moves tried by them, and games of compiled players played on a graphics card."""
    adjusted: bool = False
    """Whether luck is taken off the results of players who are not fast."""


@dataclass(frozen=True)
class Champion:
    """The experiment of one game."""

    verdicts: tuple[Verdict, ...]

    def run(self, config: Config, lab: Lab) -> Steps:
        chosen = range(len(self.verdicts)) if ALL in config.which else config.which
        asked = [self.verdicts[i] for i in chosen]
        return judged(lab, asked, config.pairs, config.part, config.adjusted, config.gpu)

    def report(self, rows: list[Row], config: Config) -> Report:
        return told(rows, self.verdicts)


def judged(
    lab: Lab, verdicts: Sequence[Verdict], pairs: int, part: int, adjusted: bool = False, gpu: bool = False
) -> Steps:
    """All matches, one part of each after the other, so that a run that is cut short has some of all."""
    seated = cache(lambda spec, options: _seated(lab.game, spec, dict(options), gpu))

    def play(number: int, which: int) -> list[Row]:
        asked = verdicts[which]
        seed = lab.derived("judged", asked.what, number)
        player, judge = (seated(spec, tuple(asked.options.items())) for spec in (asked.player, asked.judge))
        found = match(
            lab.game.name, player, judge, pairs=part, seed=seed, adjusted=adjusted and not asked.fast,
            workers=1 if gpu and not asked.fast else None, device=_device(gpu, player, judge), **asked.options,
        )  # fmt: skip
        half = (found.interval[1] - found.interval[0]) / 2
        plain = found.plain[0] if found.plain else found.win_rate
        return [
            {"what": asked.what, "pairs": part, "won": found.win_rate, "plain": plain, "half": half,
             "seconds": found.seconds, "decisions": found.decisions * found.games, "network": _network(player)}
        ]  # fmt: skip

    parts = max(pairs // part, 1)
    jobs = [
        (play, number, which)
        for number in range(LONGER * parts)
        for which, verdict in enumerate(verdicts)
        if verdict.fast or number < parts
    ]
    return lab.in_turn(jobs)


def _seated(game: Game, spec: str, options: dict[str, Any], gpu: bool) -> Agent:
    """A player for a match of two; with `gpu`, where there is a card, its network is on it."""
    if hasattr(game.rules.Options, "players"):
        options.setdefault("players", 2)
    return seated(game, game.options(**options), spec, gpu)


def _device(gpu: bool, *players: Agent) -> str:
    """Where whole games are played: on the card where there is one and all players are compiled."""
    if not gpu or not are_compiled(players):
        return "cpu"
    from kibitz.learn import on_torch

    return "gpu" if on_torch.device() == "cuda" else "cpu"


def _network(player: Any) -> str:
    """By what the file of a player's network is known: the beginning of its SHA-256; empty where it has none."""
    judging = [player, *getattr(getattr(player, "trial", None), "players", ())]
    files = {one.judge.file for one in judging if hasattr(getattr(one, "judge", None), "file")}
    return " and ".join(sorted(hashlib.sha256(file.read_bytes()).hexdigest()[:12] for file in files))


def told(rows: list[Row], verdicts: Sequence[Verdict]) -> Report:
    """Each match as a whole, and whether it reached its bar; of many the summary names the best."""
    findings, words = [], []
    for verdict in verdicts:
        parts = where(rows, what=verdict.what)
        if not parts:
            continue
        rate, half = _joined(parts)
        row = estimate("win_rate", rate, (max(rate - half, 0.0), min(rate + half, 1.0)))
        games = 2 * sum(int(part["pairs"]) for part in parts)
        note = f"{games:,} games" + "".join({f"; network {part['network']}" for part in parts if part.get("network")})
        if any(part["plain"] != part["won"] for part in parts):
            note += f"; luck taken off, as played {sum(part['plain'] for part in parts) / len(parts):.1%}"
        if verdict.bar is not None:
            note += f"; the bar is {verdict.bar:.0%}: {'met' if rate >= verdict.bar else 'missed'}"
        findings.append(Finding.of(verdict.what, row, note=note))
        aim = "" if verdict.bar is None else f", {'reaching' if rate >= verdict.bar else 'short of'} {verdict.bar:.0%}"
        words.append(f"{verdict.what} {rate:.1%} (95%: {rate - half:.1%} to {rate + half:.1%}){aim}")
    if len(words) > MOST_NAMED:
        best = max(range(len(words)), key=lambda k: findings[k].ours)
        return Report(findings, f"The most games of {len(words)} matches: {words[best]}.")
    return Report(findings, f"Games won: {'; '.join(words)}.")


def _joined(parts: list[Row]) -> tuple[float, float]:
    """The mean over parts of equal size and half of its interval: from how they differ, or, where they are few, from
    the intervals within them."""
    won = [row["won"] for row in parts]
    rate = sum(won) / len(won)
    if len(won) < FEW:
        return rate, math.sqrt(sum(row["half"] ** 2 for row in parts)) / len(won)
    low, high = interval_of_sums(len(won), sum(won), sum(x * x for x in won))
    return rate, (high - low) / 2
