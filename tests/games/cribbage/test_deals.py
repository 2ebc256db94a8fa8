"""Every deal up to suits, and the table of their keeps."""

from math import comb

import numpy as np
import pyarrow.parquet as pq

from kibitz.games.cribbage import stats
from kibitz.games.cribbage.deals import DEALS, every_deal
from kibitz.games.cribbage.lab import deals as experiment
from kibitz.lab import Lab


def test_the_deals_stand_for_all_deals():
    deals, alike = every_deal()
    assert alike.sum(dtype=np.int64) == comb(52, 6)
    assert (np.diff(deals.astype(int), axis=1) > 0).all()
    keys = (deals.astype(np.int64) << np.arange(0, 36, 6)).sum(axis=1)
    assert len(np.unique(keys)) == DEALS


def test_the_table_holds_every_keep(tmp_path):
    config = experiment.QUICK
    steps = list(experiment.run(config, Lab("cribbage.deals", 0, tmp_path)))
    assert steps[-1].done == 1 and sum(row["deals"] for step in steps for row in step.rows) == config.deals
    table = pq.read_table(tmp_path / "deals")
    assert table.num_rows == config.deals
    row = table.slice(12_345, 1).to_pylist()[0]
    keeps = stats.keeps_of(row["cards"])
    assert row["low"] == keeps["low"].tolist() and row["high"] == keeps["high"].tolist()
    np.testing.assert_allclose(row["average"], keeps["average"], rtol=1e-6)
    np.testing.assert_allclose(row["crib"], keeps["crib"], rtol=1e-6)
    report = experiment.report([row for step in steps for row in step.rows], config)
    assert "20,000 deals" in report.summary
