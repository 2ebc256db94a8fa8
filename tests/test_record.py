"""Records: damaged ones are refused, each with its reason."""

import pytest

import kibitz
from kibitz import record
from kibitz.errors import BadRecord


@pytest.fixture
def text() -> str:
    s = kibitz.new("yacht", seed=7, players=2)
    for move in ("keep none", "keep none", "choice", "roll all"):
        s.push(move)
    return record.write(s, ["human", "random"])


def test_round_trip(text, tmp_path):
    s = record.read(text)
    assert s.options.players == 2 and len(s.moves) == 4 and record.seats_of(text) == ["human", "random"]
    kibitz.save(s, tmp_path / "game.txt", ["human", "random"])
    assert (tmp_path / "game.txt").read_text() == text
    assert kibitz.load(tmp_path / "game.txt").moves == s.moves
    assert record.read(text.replace("\n", "\r\n")).moves == s.moves


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("kibitz 1", "chess 1", "begins 'kibitz 1'"),
        ("game: yacht 2", "game: yatch 2", "did you mean 'yacht'"),
        ("game: yacht 2", "game: yacht 99", "version 99"),
        ("players=2", "players=9", "whole number from 1 to 4"),
        ("seed: 7", "seed: seven", "whole number below"),
        ("seed: 7", "seed: 8", "check"),
        ("seed: 7\n", "", "no line 'seed'"),
        ("seed: 7", "seed 7", "'key: value'"),
        ("choice", "chioce", "line 10 does not replay"),
        ("choice", "keep all", "line 10 does not replay"),
        ("choice", "ones", "damaged"),
    ],
)
def test_damage_is_named(text, old, new, message):
    assert old in text
    with pytest.raises(BadRecord, match=message):
        record.read(text.replace(old, new, 1))


def test_files_that_are_no_records(tmp_path):
    with pytest.raises(BadRecord, match="cannot read"):
        kibitz.load(tmp_path / "none.txt")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="no text file"):
        kibitz.load(tmp_path / "binary")
