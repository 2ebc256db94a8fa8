"""The commit that a result is stamped with."""

import json
from pathlib import Path

from kibitz.lab import provenance
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
    reports = [json.loads(file.read_text()) for file in PUBLISHED.glob("*/*/report.json")]
    matches = [match for file in PUBLISHED.glob(f"*/{MATCHES}") for match in json.loads(file.read_text()).values()]
    assert len(reports) > 60 and len(matches) > 20
    dirty = [found["commit"] for found in [*reports, *matches] if not provenance.is_clean(found["commit"])]
    assert dirty == []
