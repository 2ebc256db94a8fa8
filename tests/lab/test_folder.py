"""A run's folder that was damaged, filled up or shared: one clear line each, and nothing lost."""

import errno
import json
import subprocess
import sys

import pytest

from kibitz.errors import BadRun
from kibitz.lab import folder as folders
from kibitz.lab.results import publish
from kibitz.lab.run import Run


@pytest.fixture
def half(tmp_path) -> Run:
    """A run that was stopped in the middle."""
    run = Run.start("duel.worth", "quick", 3, tmp_path)
    for number, _ in enumerate(run.steps(save_every=0), 1):
        if number == 4:
            break
    return Run(run.folder)


def whole_rows(root) -> list:
    run = Run.start("duel.worth", "quick", 3, root)
    list(run.steps())
    return run.rows


def test_a_config_changed_behind_its_back_is_refused(half):
    file = half.folder / "run.json"
    about = json.loads(file.read_text())
    about["config"]["games"] = 400
    file.write_text(json.dumps(about))
    with pytest.raises(BadRun, match="says games is 400, the checkpoint was made with 200; put it back"):
        Run(half.folder)


def test_metrics_that_are_gone_short_or_changed_are_refused(half):
    file = half.folder / folders.METRICS
    kept = file.read_bytes()
    file.unlink()
    with pytest.raises(BadRun, match="is missing; the checkpoint counts 4 rows"):
        Run(half.folder)
    file.write_bytes(kept[: len(kept) // 2])
    with pytest.raises(BadRun, match="is damaged"):
        Run(half.folder)
    import pyarrow.parquet as pq

    file.write_bytes(kept)
    table = pq.read_table(file)
    pq.write_table(table.slice(0, 2), file)
    with pytest.raises(BadRun, match="has 2 rows, the checkpoint counts 4"):
        Run(half.folder)
    pq.write_table(table.take([1, 0, 2, 3]), file)
    with pytest.raises(BadRun, match="its rows are not those"):
        Run(half.folder)
    file.write_bytes(kept)
    assert len(Run(half.folder).rows) == 4, "nothing was lost by looking"


def test_a_checkpoint_with_a_flipped_bit_is_refused(half):
    file = half.folder / folders.CHECKPOINT
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)
    with pytest.raises(BadRun, match="do not have the checksum"):
        Run(half.folder)
    file.unlink()
    with pytest.raises(BadRun, match="is missing though the run had begun"):
        Run(half.folder)


def test_other_code_is_noticed_and_written_down(half, monkeypatch, tmp_path):
    monkeypatch.setattr("kibitz.lab.run.commit", lambda game: "ffffffffffff")
    list(half.steps())
    assert half.commit == "0123456789ab, ffffffffffff"
    assert Run(half.folder).commits == ["0123456789ab", "ffffffffffff"]
    assert half.rows == whole_rows(tmp_path / "whole")


def test_uncommitted_code_is_not_published(tmp_path, monkeypatch):
    monkeypatch.setattr("kibitz.lab.run.commit", lambda game: "0123456789ab+")
    run = Run.start("duel.worth", "quick", 3, tmp_path)
    list(run.steps())
    with pytest.raises(BadRun, match="is not committed"):
        publish(run, tmp_path / "results")
    assert not (tmp_path / "results").exists()


def test_one_process_at_a_time(half):
    steps = half.steps(save_every=0)
    next(steps)
    code = "import sys; from pathlib import Path; from kibitz.lab.run import Run; list(Run(Path(sys.argv[1])).steps())"
    other = subprocess.run(
        [sys.executable, "-c", code, str(half.folder)], capture_output=True, text=True, check=False, timeout=120
    )
    assert "is being run by another process" in other.stderr
    list(steps)
    assert Run(half.folder).is_finished


def test_a_full_disk_stops_cleanly_and_the_run_resumes(half, monkeypatch, tmp_path):
    def full(self, *_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.replace", full)
        with pytest.raises(BadRun, match="the disk is full"):
            list(half.steps(save_every=0))
    assert not list(half.folder.glob("*.partial"))
    again = Run(half.folder)
    list(again.steps())
    assert again.rows == whole_rows(tmp_path / "whole")
