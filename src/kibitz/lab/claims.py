"""What the papers claim, beside what the stored runs found: ``games/<game>/lab/claims.csv`` and its verdicts.

One row per result and wish of a game's paper, in our words. A row that can be answered names the experiment, the
findings of its stored report (``finding``: their names, ``|`` between two, ``*`` for any text; or the command of a
stored match) and what the claim expects of them (``expect``, see `kibitz.lab.expectation`). Another says why it
cannot be tested (``untestable``) or what would answer it (``needs``). The verdict is computed from the stored numbers
and never written down.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from kibitz.errors import BadClaim
from kibitz.game import game as find_game
from kibitz.lab.expectation import NEW, Quantity, holds
from kibitz.lab.provenance import is_clean
from kibitz.lab.results import MATCHES, STORE

FILE = Path("lab/claims.csv")


class Verdict(StrEnum):
    REPRODUCED = "reproduced"
    CONTRARY = "contrary"
    UNDECIDED = "undecided"
    """Run, but the interval does not tell."""
    FIRST = "measured here first"
    """The paper has no number to compare with."""
    UNTESTABLE = "cannot be tested"
    NOT_RUN = "not run yet"


@dataclass(frozen=True)
class Claim:
    """One row."""

    id: str
    place: str
    """Where the paper says it."""
    claim: str
    number: str
    """The paper's."""
    protocol: str
    kind: str
    """``result`` or ``wish``."""
    headline: str
    """``yes`` for those on the front page."""
    rerun: str
    """What the authors' own program gave: a rerun of it, or its stored logs."""
    elsewhere: str
    """A number from neither the paper nor us."""
    unit: str
    """Of our number; ``%`` shows a share per hundred."""
    experiment: str
    recipe: str
    """``the paper's`` as described, its silences read as the experiment says, or ``ours``."""
    finding: str
    expect: str
    why: str
    """For a contrary result: the cause found, or that it was not found."""
    untestable: str
    needs: str

    @property
    def game(self) -> str:
        return self.id.partition("-")[0]

    @property
    def is_headline(self) -> bool:
        return self.headline == "yes"

    @property
    def is_match(self) -> bool:
        return self.finding.startswith("kibitz ")


@dataclass(frozen=True)
class Found(Quantity):
    """A stored number."""

    name: str = ""
    commit: str = ""
    outdated: str = ""
    """Why it does not count."""


@dataclass(frozen=True)
class Answer:
    """A claim beside what was found."""

    claim: Claim
    verdict: Verdict
    found: tuple[Found, ...] = ()
    reason: str = ""


def claims(game: str) -> list[Claim]:
    """Every claim about a game; none where its package brings no list."""
    file = find_game(game).folder / FILE
    if not file.exists():
        return []
    names = [field.name for field in fields(Claim)]
    with file.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines)
        if rows.fieldnames != names:
            raise BadClaim(f"the columns of {file} are {rows.fieldnames}; they should be {names}")
        return [Claim(**row) for row in rows]


def answer(claim: Claim, store: Path = STORE) -> Answer:
    """The verdict on a claim, by what is stored."""
    if claim.untestable:
        return Answer(claim, Verdict.UNTESTABLE, reason=claim.untestable)
    if claim.needs:
        return Answer(claim, Verdict.NOT_RUN, reason=f"needs {claim.needs}")
    found = tuple(_found(claim, store))
    if not found:
        return Answer(claim, Verdict.NOT_RUN, reason=f"no stored run of {claim.experiment} yet")
    stale = next((number.outdated for number in found if number.outdated), "")
    if stale:
        return Answer(claim, Verdict.NOT_RUN, found, f"to be run again: {stale}")
    if claim.expect == NEW:
        return Answer(claim, Verdict.FIRST, found)
    held = holds(claim.expect, found)
    if held is None:
        return Answer(claim, Verdict.UNDECIDED, found, "the interval is too wide to tell")
    if held:
        return Answer(claim, Verdict.REPRODUCED, found)
    return Answer(claim, Verdict.CONTRARY, found, f"why it differed: {claim.why}")


def answers(game: str, store: Path = STORE) -> list[Answer]:
    return [answer(claim, store) for claim in claims(game)]


def _found(claim: Claim, store: Path) -> list[Found]:
    if claim.is_match:
        return [_of_match(claim, name, store) for name in _names(claim)]
    report = reports(claim.game, store).get(claim.experiment)
    if report is None:
        return []
    return [_of_report(claim, name, report) for name in _names(claim)]


def _names(claim: Claim) -> list[str]:
    return [name.strip() for name in claim.finding.split("|")]


def _of_report(claim: Claim, pattern: str, report: Mapping[str, Any]) -> Found:
    literal = pattern.replace("[", "[[]")
    fitting = [finding for finding in report["findings"] if fnmatchcase(finding["what"], literal)]
    if len(fitting) != 1:
        raise BadClaim(
            f"{claim.id}: {len(fitting)} findings of {claim.experiment} are called {pattern!r}; one should be"
        )
    (finding,) = fitting
    stale = outdated(report["commit"], f"{claim.experiment} {finding['what']}")
    return Found(finding["ours"], finding["low"], finding["high"], finding["what"], report["commit"], stale)


def _of_match(claim: Claim, command: str, store: Path) -> Found:
    kept = json.loads((store / claim.game / MATCHES).read_text(encoding="utf-8"))
    if command not in kept:
        raise BadClaim(f"{claim.id}: no stored match {command!r}")
    match = kept[command]
    low, high = match["interval"]
    return Found(match["win_rate"], low, high, command, match["commit"], outdated(match["commit"], command))


@cache
def reports(game: str, store: Path = STORE) -> Mapping[str, dict[str, Any]]:
    """The stored reports of a game, by experiment."""
    files = sorted((store / game).glob("*/report.json"))
    stored = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    return {report["experiment"]: report for report in stored}


WEAKER_KYLE_AND_MAX = {
    "0a35937006e5", "21da6e5e149a", "238e85da2943", "436a8e3ae232", "47aadd90feb2", "59b253619c0c",
    "609c08a59bdd", "8b53b28f0953", "a14ce31bdc64", "a9b935ed5b1f", "c45573a9990f", "f2bc8c4bcd5e",
}  # fmt: skip
"""Commits of stored runs from before `kyle` and `max` of Rack-O decided as the original's do (ab857b1)."""

THEY_SIT_THERE = re.compile(r"\b(kyle|max|racko\.three_players)\b", re.IGNORECASE)


def outdated(commit: str, what: str) -> str:
    """Why a stored number no longer counts, or nothing."""
    if not is_clean(commit):
        return "the code of the stored run was not committed"
    if WEAKER_KYLE_AND_MAX.intersection(commit.split(", ")) and THEY_SIT_THERE.search(what):
        return "the stored run is from before kyle and max of Rack-O were corrected"
    return ""
