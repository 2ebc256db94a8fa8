"""Names of moves, and what the table is told."""

import pytest

import kibitz
from kibitz.errors import AmbiguousMove, IllegalMove, InvalidMove
from kibitz.game import game
from kibitz.games.zsy import text

from .test_rules import position

ZSY = game("zsy")


@pytest.mark.parametrize("seed", range(8))
def test_every_name_reads_back(seed):
    s = kibitz.new("zsy", seed=seed, joker_pair=True, two_in_chain=True)
    while not s.is_over:
        legal = s.legal
        for move in legal:
            assert text.read(s.view(s.player), move.name) == [move.code]
        s.push(legal[(seed * 7 + len(s.moves)) % len(legal)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("7", "single 7"), ("single 7", "single 7"), ("10", "single T"), ("t", "single T"), ("big joker", "single ★"),
        ("bj", "single ★"), ("sj", "single ☆"), ("66655", "55666"), ("5 5 6,6 6", "55666"), ("triple 777", "777"),
        ("10 10 J J", "TTJJ"), ("P", "pass"), ("both jokers", "☆★"),
    ],
)  # fmt: skip
def test_other_ways_to_write_a_move(written, meant):
    assert text.read(None, written) == text.read(None, meant) != []
    assert text.name(None, text.read(None, written)[0]) == meant


@pytest.mark.parametrize("written", ["", "fly", "345", "5577", "57", "55555", "33 4", "★★2"])
def test_what_is_no_pattern_is_no_move(written):
    with pytest.raises(InvalidMove):
        kibitz.new("zsy", seed=1).parse(written)


def test_a_pattern_not_held_is_illegal():
    s = position("335", "4")
    with pytest.raises(IllegalMove):
        s.push("99")
    with pytest.raises(IllegalMove):
        s.push("pass")
    assert not issubclass(IllegalMove, AmbiguousMove)


def test_the_table_is_told_without_hidden_cards():
    s = position("335", "4469K")
    shown = s.show(0)
    assert "33 5   (3 cards)" in shown and "you lead" in shown and "5 cards" in shown
    assert "9K" not in shown.replace(" ", "").splitlines()[0]
    before = s.view(1)
    s.push("33")
    assert text.tell(before, s.moves[-1], s.view(1), 1) == "leads 33, 1 card left"
    before = s.view(0)
    s.push("pass")
    assert text.tell(before, 0, s.view(0), 0) == "passes on 33; you lead"
    assert "other passed on doubles from 3" in s.show(0)
    before = s.view(0)
    s.push("5")
    assert text.tell(before, s.moves[-1], s.view(0), 0) == "leads single 5, and is out of cards"
    assert "you won" in s.show(0) and "the other won" in s.show(1)


def test_open_hands_are_shown():
    assert "44 6 9 K" in position("335", "4469K", open=True).show(0)
