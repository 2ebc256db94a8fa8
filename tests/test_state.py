"""States: moves in, errors out, nothing changed by a mistake."""

import pytest

import kibitz
from kibitz.errors import AmbiguousMove, GameOver, IllegalMove, InvalidMove


def test_moves_by_name_code_and_move():
    s = kibitz.new("yacht", seed=7)
    s.push("keep none")
    s.push(s.legal[0].code)
    s.push(s.legal[0])
    assert len(s.moves) == 3 and s.data.turn == 1


def test_each_mistake_has_its_own_error():
    s = kibitz.new("yacht", seed=7)
    with pytest.raises(InvalidMove, match="legal here: keep none"):
        s.push("castle")
    with pytest.raises(AmbiguousMove, match="sixes, small straight"):
        s.push("s")
    with pytest.raises(IllegalMove, match="not allowed"):
        s.push("keep 1 1 1")
    with pytest.raises(GameOver, match="no move has been played"):
        s.pop()
    with pytest.raises(GameOver, match="not over yet"):
        _ = s.scores
    with pytest.raises(IndexError, match="seats are 0 to 0"):
        s.view(1)


def test_a_finished_game():
    s = kibitz.new("duel", seed=1)
    while not s.is_over:
        s.push(s.legal[0])
    assert s.legal == [] and sum(s.scores) == 5
    with pytest.raises(GameOver, match="over"):
        s.push("1")
    with pytest.raises(GameOver, match="over"):
        s.push(1)


def test_a_copy_goes_its_own_way():
    s = kibitz.new("duel", seed=1)
    other = s.copy()
    other.push(other.legal[0])
    assert s.moves == [] and len(s.legal) == 5 and len(other.moves) == 1
    other.pop()
    assert other.record() == s.record()


def test_the_agents_chance_is_not_the_games():
    s = kibitz.new("duel", seed=9)
    views, moves, counts = s.asked()
    assert views["rng"] != 0 and views["rng"] != s.data.rng
    assert moves[0, : counts[0]].tolist() == s.legal_codes.tolist()
    again = kibitz.new("duel", seed=9).asked()[0]
    assert again["rng"] == views["rng"]
