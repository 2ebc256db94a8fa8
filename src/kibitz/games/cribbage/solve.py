"""The exact statistics of every keep of every deal: the thesis' 20 GB database as one small file.

``solve(table=True, out="cribbage.parquet")`` goes through all 20,358,520 deals of six cards up to an
exchange of suits, which leaves 962,988, and writes one row a deal with its fifteen keeps.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.errors import KibitzError
from kibitz.games.cribbage import stats
from kibitz.kernel import kernel

DEALS = 962_988
"""Deals of six cards up to an exchange of suits."""
CHUNK = 8192
COLUMNS = ("low", "average", "median", "high", "crib")


@dataclass(frozen=True)
class Solution:
    """What the whole table says."""

    value: float
    """The mean count of the best keep (for the hand alone) over all deals."""
    deals: int
    """How many deals were computed, each standing for its like in other suits."""
    covered: int
    """How many deals of 52 cards they stand for."""
    seconds: float
    file: Path | None

    def summary(self) -> str:
        """For the command line."""
        where = f", written to {self.file}" if self.file else ""
        return (
            f"{self.deals:,} deals up to suits stand for {self.covered:,}; all 15 keeps of each in {self.seconds:.0f} s"
            f"{where}\nbest keep for the hand alone: {self.value:.4f} points on average"
        )


def solve(table: bool = False, out: str | Path = "cribbage.parquet", workers: int = 0, limit: int = 0) -> Solution:
    """Compute the statistics of every deal; with `table`, write them as Parquet.

    `limit` stops after so many deals, for tests.
    """
    begun = time.perf_counter()
    deals, likes = np.zeros((DEALS, 6), np.int8), np.zeros(DEALS, np.int8)
    if list_deals(_masks(), deals, likes) != DEALS:
        raise KibitzError("the list of deals is not complete")
    deals, likes = deals[: limit or DEALS], likes[: limit or DEALS]
    results, cribs = np.zeros((len(deals), stats.KEEPS), stats.KEEP), stats.any_throw()

    def work(start: int) -> None:
        part = slice(start, start + CHUNK)
        fill(stats.tables(), cribs, deals[part], results[part])

    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        list(pool.map(work, range(0, len(deals), CHUNK)))
    if table:
        _write(Path(out), deals, likes, results)
    best = results["average"].max(axis=1)
    covered = int(likes.sum(dtype=np.int64))
    value = float((best * likes).sum() / covered)
    return Solution(value, len(deals), covered, time.perf_counter() - begun, Path(out) if table else None)


@kernel
def fill(t, cribs, deals, results):
    for i in range(len(deals)):
        stats.statistics_of_any_throw(t, cribs, deals[i], results[i])


@kernel
def list_deals(masks, deals, likes):
    """Every six cards whose suits, as masks of ranks, do not ascend; and how many deals each stands for."""
    n = 0
    for i in range(len(masks)):
        for j in range(i + 1):
            first = bits(masks[i]) + bits(masks[j])
            if first > 6:
                continue
            for k in range(j + 1):
                left = 6 - first - bits(masks[k])
                if left < 0:
                    continue
                for m in range(k + 1):
                    if bits(masks[m]) == left:
                        put(deals[n], masks[i], masks[j], masks[k], masks[m])
                        likes[n] = 24 // orders_alike(i, j, k, m)
                        n += 1
    return n


@kernel
def bits(mask):
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@kernel
def orders_alike(i, j, k, m):
    """In how many orders of the suits the same deal comes again; equal numbers stand together."""
    alike, run = 1, 1
    for same in (i == j, j == k, k == m):
        run = run + 1 if same else 1
        alike *= run
    return alike


@kernel
def put(cards, clubs, diamonds, hearts, spades):
    n = 0
    for suit, mask in enumerate((clubs, diamonds, hearts, spades)):
        for rank in range(13):
            if (mask >> rank) & 1:
                cards[n] = 13 * suit + rank
                n += 1


def _masks() -> np.ndarray:
    """The ranks one suit may hold, six at most, few first so that loops end early."""
    masks = [mask for mask in range(1 << 13) if mask.bit_count() <= 6]
    masks.sort(key=lambda mask: (mask.bit_count(), mask))
    assert len(masks) == sum(comb(13, n) for n in range(7))
    return np.array(masks, np.int64)


def _write(out: Path, deals: np.ndarray, likes: np.ndarray, results: np.ndarray) -> None:
    """One row a deal: six cards, how many deals it stands for, and five lists of fifteen."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    def fixed(values: np.ndarray, width: int) -> Any:
        return pa.FixedSizeListArray.from_arrays(pa.array(values.reshape(-1)), width)

    columns: dict[str, Any] = {"cards": fixed(deals, 6), "deals": pa.array(likes)}
    for name in COLUMNS:
        values = np.ascontiguousarray(results[name])
        columns[name] = fixed(values.astype(np.float32) if values.dtype == np.float64 else values, stats.KEEPS)
    out.parent.mkdir(parents=True, exist_ok=True)
    beside = out.with_suffix(".part")
    pq.write_table(pa.table(columns), beside, compression="zstd")
    beside.replace(out)
