"""A champion before its judges."""

import pytest

from kibitz.lab import Lab
from kibitz.lab.verdict import Verdict, judged, told

VERDICTS = [Verdict("kyle", "random", 0.6, {"slots": 5}), Verdict("random", "kyle", 0.6, {"slots": 5})]


def rows(tmp_path, pairs: int) -> list[dict]:
    return [row for step in judged(Lab("racko.champion", 1, tmp_path), VERDICTS, pairs, 10) for row in step.rows]


def test_parts_are_joined_and_set_against_the_bar(tmp_path):
    found = rows(tmp_path, 40)
    assert len(found) == 8 and {row["what"] for row in found} == {verdict.what for verdict in VERDICTS}
    good, bad = told(found, VERDICTS).findings
    assert good.low is not None and good.high is not None and good.low <= good.ours <= good.high
    assert good.ours > 0.6 and "80 games" in good.note and good.note.endswith("met")
    assert bad.note.endswith("missed")


def test_a_shorter_run_is_the_beginning_of_a_longer_one(tmp_path):
    short, long = rows(tmp_path, 10), rows(tmp_path, 20)
    assert [row["won"] for row in short] == [row["won"] for row in long[: len(short)]]


def test_what_is_only_tried_has_no_bar(tmp_path):
    attempt = Verdict("kyle", "max")
    (finding,) = told([{"what": attempt.what, "pairs": 5, "won": 0.5, "plain": 0.5, "half": 0.2}], [attempt]).findings
    assert "bar" not in finding.note and finding.ours == pytest.approx(0.5)


def test_of_many_matches_the_summary_names_the_best():
    many = [Verdict("kyle", "max", options={"slots": slots}) for slots in range(3, 11)]
    found = [{"what": v.what, "pairs": 5, "won": 0.05 * k, "plain": 0.05 * k, "half": 0.1} for k, v in enumerate(many)]
    summary = told(found, many).summary
    assert "8 matches" in summary and "35.0%" in summary and "30.0%" not in summary
