"""Every deal up to suits."""

from math import comb

import numpy as np
import pyarrow.parquet as pq

from kibitz.games.cribbage import solve, stats


def test_the_deals_stand_for_all_deals():
    deals, likes = np.zeros((solve.DEALS, 6), np.int8), np.zeros(solve.DEALS, np.int8)
    assert solve.list_deals(solve._masks(), deals, likes) == solve.DEALS
    assert likes.sum(dtype=np.int64) == comb(52, 6)
    assert (np.diff(deals.astype(int), axis=1) > 0).all()
    keys = (deals.astype(np.int64) << np.arange(0, 36, 6)).sum(axis=1)
    assert len(np.unique(keys)) == solve.DEALS


def test_table(tmp_path):
    out = tmp_path / "table.parquet"
    solution = solve.solve(table=True, out=out, limit=20_000, workers=1)
    assert solution.deals == 20_000 and str(out) in solution.summary()
    table = pq.read_table(out)
    assert table.num_rows == 20_000
    row = table.slice(12_345, 1).to_pylist()[0]
    keeps = stats.keeps_of(row["cards"])
    assert row["low"] == keeps["low"].tolist() and row["high"] == keeps["high"].tolist()
    np.testing.assert_allclose(row["average"], keeps["average"], rtol=1e-6)
    np.testing.assert_allclose(row["crib"], keeps["crib"], rtol=1e-6)
