"""Pegging records: what every four ranks gain and give in the play.

The thesis' pegging strategies look up what a kept hand has gained so far, in records that begin with random hands.
The records that ship come from more of them; this writes them anew. Facts to compare with: strong players gain 3.5
points per deal in the play as dealer and 2.1 as pone.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz.games.cribbage.weighted import pegging_records
from kibitz.games.cribbage.weighted.pegging_records import FILE, MOST, TABLES
from kibitz.lab import PERCENT, Finding, Lab, Report, Row, Steps

ROLES = {"pone": 2.1, "dealer": 3.5}
"""In the order of the records, with what strong players gain."""


@dataclass(frozen=True)
class Config:
    hands: int = 4_000_000
    parts: int = 20


TINY = Config(hands=400, parts=2)
QUICK = Config(hands=40_000, parts=4)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    kept = lab.keep(**{name: np.array(pegging_records.empty()[name]) for name in TABLES})

    def play(part: int) -> list[Row]:
        more = pegging_records.first_records(config.hands // config.parts, lab.derived(part))
        for name in TABLES:
            kept[name] = kept[name] + more[name]
        if part + 1 == config.parts:
            lab.save(FILE, {name: kept[name].astype(np.int32) for name in TABLES})
            _write_text(lab.folder / "pegging.txt", kept)
        times = kept["times"].sum(axis=1)
        gains = (kept["gained"].sum(axis=1) * np.arange(MOST)).sum(axis=1) / times
        seen = float((kept["times"] > 0).mean())
        means = dict(zip(ROLES, gains.tolist(), strict=True))
        return [{"hands": int(times[0]), "seen": seen, **means}]

    return lab.in_turn((play, part) for part in range(config.parts))


def _write_text(file: Path, kept: dict[str, np.ndarray]) -> None:
    """The records as plain text, as the thesis wishes for: one line per role and four ranks."""
    where = np.indices(kept["times"].shape)
    first = np.stack([where[0], where[1], kept["times"], kept["given"]], axis=2)
    table = np.concatenate([first, kept["gained"]], axis=2).reshape(kept["times"].size, -1)
    told = "role (1: dealer), hand, times it came, points given in all, how often it gained 0, 1, 2 ... points"
    np.savetxt(file, table, fmt="%d", header=told)


def report(rows: list[Row], config: Config) -> Report:
    last = rows[-1]
    findings = [
        Finding(f"points gained in the play, {role}", last[role], elsewhere=said) for role, said in ROLES.items()
    ]
    findings.append(Finding("share of all hands, by role, that have come up", last["seen"], unit=PERCENT))
    summary = (
        f"Over {last['hands']:,} random hands the dealer gains {last['dealer']:.2f} points in the play and the pone "
        f"{last['pone']:.2f}; {last['seen']:.1%} of all four ranks have come up in each role."
    )
    return Report(findings, summary)
