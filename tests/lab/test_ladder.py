"""The ladder: strength, cost and how beatable, in one table."""

import json

import pytest

from kibitz.agent import named_players
from kibitz.errors import BadRun
from kibitz.game import game
from kibitz.lab.ladder import _line, cost, ladder, page


def stored(store, **more):
    """A store with a tournament of two, and whatever else was played."""
    standing = {"games": 20, "win_share": 0.6, "rating": {"value": 30.0, "low": 10.0, "high": 50.0}}
    weaker = standing | {"player": "kyle", "win_share": 0.4, "rating": {"value": -30.0, "low": -50.0, "high": -10.0}}
    result = {"commit": "abc", "standings": [standing | {"player": "max"}, weaker]}
    (store / "racko").mkdir()
    (store / "racko" / "matches.json").write_text(
        json.dumps({"kibitz tournament racko max kyle --games 20 --seed 1": result, **more})
    )


def test_it_joins_what_is_stored(tmp_path):
    beaten = {"win_rate": 0.7, "interval": [0.65, 0.75], "found": "diablo", "commit": "abc", "games": 10}
    small = beaten | {"win_rate": 0.9}
    commands = {
        "kibitz exploit racko kyle --seconds 60.0 --pairs 500 --seed 1": beaten,
        "kibitz exploit racko kyle --seconds 60.0 --pairs 500 --seed 1 --slots 3": small,  # another game
    }
    stored(tmp_path, **commands)
    found = ladder("racko", tmp_path)
    assert [row["player"] for row in found["rows"]] == ["max", "kyle"]
    assert "beaten" not in found["rows"][0] and found["rows"][1]["beaten"] == 0.7
    assert all(0 < row["milliseconds"] < 1000 for row in found["rows"])
    (tmp_path / "racko" / "ladder.json").write_text(json.dumps(found))
    text = page(tmp_path)
    assert "| `kyle` | −30 [−50, −10] | 40.0% |" in text and "70.0% [65.0%, 75.0%] by `diablo`" in text


def test_without_a_tournament_there_is_none(tmp_path):
    with pytest.raises(BadRun, match="kibitz tournament"):
        ladder("racko", tmp_path)


def test_thinking_longer_costs_more():
    assert cost("racko", "rollout:worlds=64,policy=kyle") > 3 * cost("racko", "kyle")


def test_who_was_trained_is_told_in_words_and_a_spec_as_code():
    row = {"player": "a", "low": None, "high": None, "value": 1.0, "win_share": 0.5, "milliseconds": 1.0, "beaten": 0.6}
    row |= {"beaten_interval": (0.5, 0.7), "beaten_by": "a network after 1,000 decisions against a"}
    assert "by a network after 1,000 decisions against a |" in _line(row, False)
    assert "by `rollout:worlds=2,` `width=3` |" in _line(row | {"beaten_by": "rollout:worlds=2,width=3"}, False)


def test_the_strong_setting_goes_by_its_name_and_the_fast_player_is_marked(tmp_path, monkeypatch):
    spec = "rollout:worlds=64,policy=diablo"
    monkeypatch.setitem(named_players(game("racko")), "strong", spec)
    row = {"games": 20, "win_share": 0.6, "rating": {"value": 30.0, "low": 10.0, "high": 50.0}}
    result = {"commit": "abc", "standings": [row | {"player": spec}, row | {"player": "champion"}]}
    (tmp_path / "racko").mkdir()
    command = f"kibitz tournament racko {spec} champion --games 20 --seed 1"
    (tmp_path / "racko" / "matches.json").write_text(json.dumps({command: result}))
    found = ladder("racko", tmp_path)
    assert [row["player"] for row in found["rows"]] == ["strong", "champion"]
    assert found["rows"][0]["milliseconds"] > 10 * found["rows"][1]["milliseconds"]
    (tmp_path / "racko" / "ladder.json").write_text(json.dumps(found))
    assert "| `strong` | 30 " in page(tmp_path) and "| `champion`, which is `fast` | 30 " in page(tmp_path)
