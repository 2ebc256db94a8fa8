"""Move names, and what may be typed for them."""

import pytest

import kibitz
from kibitz.errors import AmbiguousMove, IllegalMove, InvalidMove
from tests.edited import look_again


@pytest.fixture
def table():
    s = kibitz.new("yacht", seed=1)
    s.data.dice[:] = [1, 3, 3, 5, 6]
    return look_again(s)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("keep 3 3", "keep 3 3"),
        ("33", "keep 3 3"),
        ("k 3,3", "keep 3 3"),
        ("keep 5 1", "keep 1 5"),
        ("roll", "keep none"),
        ("keep all", "keep all"),
        ("13356", "keep all"),
        ("CHANCE", "choice"),
        ("full", "full house"),
        ("four of a kind", "four of a kind"),
        ("large-straight", "large straight"),
        ("yahtzee", "yacht"),
    ],
)
def test_what_may_be_typed(table, typed, meant):
    assert table.parse(typed).name == meant


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("keep 2", IllegalMove),
        ("3 3 3", IllegalMove),
        ("three of a kind", IllegalMove),
        ("f", AmbiguousMove),
        ("keep 7", InvalidMove),
        ("", InvalidMove),
    ],
)
def test_what_may_not(table, typed, error):
    before = table.data.tobytes()
    with pytest.raises(error):
        table.push(typed)
    assert table.data.tobytes() == before


def test_the_board_shows_what_is_written_and_what_is_offered(table):
    assert "choice              (18)" in table.show()
    table.push("choice")
    assert "choice                18" in table.show()
    assert "total                 18" in table.show()


def test_a_move_is_told_with_its_points(table):
    before = table.view(0)
    move = table.parse("threes")
    table.push(move)
    assert table.game.text.tell(before, move.code, table.view(0), 0) == "6 in threes; 6 in all"
