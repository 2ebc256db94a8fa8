"""Every keep of every deal, exactly: the thesis' database of 20 GB in a minute.

The thesis computed what each of the fifteen keeps of each deal is worth in 5.5 days on a cluster, and kept
it in a table of 20 GB, since one deal took ten seconds in Python and 50 ms from the table. Here all deals
of six cards up to an exchange of suits are computed anew and written as Parquet, in parts: the cards, how
many deals they stand for, and for each keep the least, mean, median and highest count of the hand and the
mean of the crib.
"""

import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.games.cribbage import stats
from kibitz.games.cribbage.deals import DEALS, every_deal, fill_keeps
from kibitz.lab import Finding, Lab, Report, Row, Steps, parts, side_by_side

COLUMNS = ("low", "average", "median", "high", "crib")
THREADS = 16


@dataclass(frozen=True)
class Config:
    deals: int = DEALS
    """The first so many of all deals, up to suits."""
    part: int = 60_000
    """Deals in each file of the table."""


PAPER = Config()
QUICK = Config(deals=20_000, part=5_000)
TINY = Config(deals=200, part=100)


def run(config: Config, lab: Lab) -> Steps:
    deals, alike = every_deal()

    def compute(first: int, count: int) -> list[Row]:
        part, results = slice(first, first + count), np.zeros((count, stats.KEEPS), stats.KEEP)
        tables, cribs = stats.tables(), stats.any_throw()
        edges = np.linspace(0, len(results), THREADS + 1).astype(int)
        pieces = [slice(*ends) for ends in pairwise(edges)]
        begun = time.perf_counter()
        side_by_side(lambda piece: fill_keeps(tables, cribs, deals[part][piece], results[piece]), pieces)
        seconds = time.perf_counter() - begun
        _write(lab.folder / "deals" / f"{first:06}.parquet", deals[part], alike[part], results)
        best = results["average"].max(axis=1)
        row: Row = {"deals": count, "stand_for": int(alike[part].sum(dtype=np.int64)), "seconds": seconds}
        return [{**row, "best": float((best * alike[part]).sum())}]

    return lab.in_turn((compute, *part) for part in parts(config.deals, config.part))


def _write(out: Path, deals: np.ndarray, alike: np.ndarray, results: np.ndarray) -> None:
    """One row per deal: six cards, how many deals it stands for, and five lists of fifteen."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    def fixed(values: np.ndarray, width: int) -> Any:
        return pa.FixedSizeListArray.from_arrays(pa.array(values.reshape(-1)), width)

    columns: dict[str, Any] = {"cards": fixed(deals, 6), "deals": pa.array(alike)}
    for name in COLUMNS:
        values = np.ascontiguousarray(results[name])
        columns[name] = fixed(values.astype(np.float32) if values.dtype == np.float64 else values, stats.KEEPS)
    out.parent.mkdir(parents=True, exist_ok=True)
    beside = out.with_suffix(".part")
    pq.write_table(pa.table(columns), beside, compression="zstd")
    beside.replace(out)


def report(rows: list[Row], config: Config) -> Report:
    deals, stand_for, seconds, best = (
        sum(row[key] for row in rows) for key in ("deals", "stand_for", "seconds", "best")
    )
    findings = [
        Finding("seconds for one deal, all fifteen keeps", seconds / deals, paper="10, or 0.05 from the table"),
        Finding("seconds for all deals computed", seconds, paper="5.5 days on a cluster"),
        Finding("best keep for the hand alone, points on average", best / stand_for),
    ]
    summary = (
        f"{deals:,} deals up to suits, which stand for {stand_for:,}, took {seconds:.1f} s. The best keep for the hand "
        f"alone is worth {best / stand_for:.4f} points on average over them."
    )
    return Report(findings, summary)
