"""The commit that a result is stamped with."""

from kibitz.lab import provenance


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
