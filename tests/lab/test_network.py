"""Networks that learn by playing themselves, as experiments: what one run hands on to the next."""

from pathlib import Path

import numpy as np
import pytest

from kibitz.lab.network import SHIPPED
from kibitz.lab.run import Run

pytest.importorskip("torch")

ONE_WINDOW = {"windows": "1", "tables": "4", "window": "2", "anew": "1", "lessons": "0", "test_deals": "1"}


@pytest.mark.slow
def test_the_shipped_network_learns_on_and_its_course_is_told(tmp_path: Path):
    from kibitz.game import game
    from kibitz.lab.folder import stored_rows
    from kibitz.learn.judge import loaded
    from kibitz.weights import path

    changes = {**ONE_WINDOW, "rate": "0.0", "start": SHIPPED, "final_deals": "1"}
    run = Run.start("racko.net", "tiny", 1, tmp_path, changes)
    for _ in run.steps():
        pass
    published = [row for row in stored_rows(Path("results/racko/net/metrics.parquet")) if row["stage"] == "learning"]
    learned = [row for row in run.rows if row["stage"] == "learning"]
    assert [row["decisions"] for row in learned[:-1]] == [row["decisions"] for row in published]
    assert learned[-1]["decisions"] == published[-1]["decisions"] + 8
    before, after = loaded(path(game("racko"), "net.onnx")), loaded(run.folder / "net.onnx")
    for old, new in zip(before.parameters(), after.parameters(), strict=True):
        np.testing.assert_allclose(old.detach(), new.detach(), atol=1e-3)
