"""The commit that a result is stamped with."""

import json
import subprocess
from pathlib import Path

import pytest

from kibitz.lab import provenance
from kibitz.lab.ladder import LADDER
from kibitz.lab.results import MATCHES, STORE

PUBLISHED = Path(__file__).parents[2] / STORE


def test_a_repository_tells_and_a_copy_is_told(monkeypatch, tmp_path):
    monkeypatch.setenv(provenance.STAMP, "0123456789ab")
    own = provenance.commit("yacht")
    assert len(own.rstrip("+")) == 12 and own.rstrip("+") != "0123456789ab"
    monkeypatch.setattr(provenance, "__file__", str(tmp_path / "kibitz" / "lab" / "provenance.py"))
    (tmp_path / "kibitz" / "lab").mkdir(parents=True)
    assert provenance.commit("yacht") == own, "asked once per process"
    provenance.commit.cache_clear()
    assert provenance.commit("yacht") == "0123456789ab"
    monkeypatch.delenv(provenance.STAMP)
    provenance.commit.cache_clear()
    assert provenance.commit("yacht") == "unknown"
    provenance.commit.cache_clear()


def test_only_commits_that_are_known_and_unchanged_are_clean():
    assert provenance.is_clean("0123456789ab") and provenance.is_clean("0123456789ab, ba9876543210")
    assert not provenance.is_clean("0123456789ab+") and not provenance.is_clean("unknown")
    assert not provenance.is_clean("0123456789ab, ba9876543210+") and not provenance.is_clean("")


def test_no_published_result_is_of_code_that_was_not_committed():
    named = commits_of_results()
    assert len(named) > 150
    assert [commits for commits in named if not provenance.is_clean(commits)] == []


def test_every_commit_of_a_result_is_in_the_history_but_for_those_said_to_be_lost():
    def git(*words: str, told: str = "") -> str:
        return subprocess.run(["git", *words], input=told, capture_output=True, text=True, check=True).stdout

    try:
        shallow = git("rev-parse", "--is-shallow-repository").strip() == "true"
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no repository here")
    if shallow:
        pytest.skip("the history is cut short here")
    names = {name for commits in commits_of_results() for name in commits.split(", ")}
    assert set(provenance.LOST) <= names, "what no result names any more need not be told"
    asked = sorted((names - set(provenance.LOST)) | set(provenance.LOST.values()))
    kept = git("rev-list", "HEAD").split()
    assert [name for name in asked if not any(whole.startswith(name) for whole in kept)] == []


def test_what_only_a_graphics_card_can_run_again_may_be_of_a_lost_commit():
    lost = [report for report in stored("report.json") if provenance.LOST.keys() & set(report["commit"].split(", "))]
    assert [report["experiment"] for report in lost if not report["config"].get("gpu")] == []


def commits_of_results() -> list[str]:
    """What every stored run, attempt, match, ladder and bench is stamped with."""
    matches = [match for file in stored(MATCHES) for match in file.values()]
    return [found["commit"] for found in [*stored("report.json"), *stored(LADDER), *matches]]


def stored(name: str) -> list[dict]:
    return [json.loads(file.read_text()) for file in PUBLISHED.rglob(name)]
