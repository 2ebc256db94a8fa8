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
        ("pair of 7s", "77"), ("double 7", "77"), ("triple 10", "TTT"), ("bomb k", "KKKK"), ("Play qq", "QQ"),
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
    assert text.tell(before, s.moves[-1], s.view(1), 1) == "{who} leads 33 and holds 1 card"
    before = s.view(0)
    s.push("pass")
    assert text.tell(before, 0, s.view(0), 0) == "{who} passes on 33; you lead"
    assert "other passed on doubles from 3" in s.show(0)
    before = s.view(0)
    s.push("5")
    assert text.tell(before, s.moves[-1], s.view(0), 0) == (
        "you lead a single 5 and are out of cards\nyou win, they are caught with 5 cards left"
    )
    assert "you won" in s.show(0) and "the other won" in s.show(1)


def test_open_hands_are_shown():
    assert "44 6 9 K" in position("335", "4469K", open=True).show(0)


@pytest.mark.parametrize(
    ("mine", "top", "typed", "reason"),
    [
        ("335", None, "pass", "you lead this round, so you must lay something down"),
        ("335", None, "99", "you hold no 9"),
        ("335", None, "333", "you hold only two 3"),
        ("34567", None, "345", "a chain needs at least two cards of each rank, and there is only one 3"),
        ("3355", None, "3355", "a chain needs neighbouring ranks, and 4 is missing"),
        ("AA22", None, "AA22", "chains end at the ace here"),
        ("☆★", None, "☆★", "jokers are laid down one at a time here"),
        ("335", "single 7", "5", "single 5 is not higher than single 7"),
        ("335K", "single 7", "33", "single 7 is a single: beat it with a higher single or a bomb"),
        ("3344", "9999", "33", "only a higher bomb beats 9999"),
        ("77788", "55666", "77788",
         "55666 is a chain of 2 and 3 cards: beat it with a higher chain with links of the same sizes, or a bomb"),
        ("335", None, "fly", None),
    ],
)  # fmt: skip
def test_a_refusal_says_why(mine, top, typed, reason):
    s = position(mine, "4", top)
    assert text.why_not(s.view(0), typed) == reason
    with pytest.raises((InvalidMove, IllegalMove)):
        s.parse(typed)


def test_a_pass_that_is_not_free_is_refused_with_its_reason():
    s = position("35K", "4", "single 4", free_pass=False)
    assert text.why_not(s.view(0), "pass") == "you may pass only when nothing you hold beats the table"


def test_the_line_that_says_what_to_do():
    assert text.now(position("335", "4").view(0), 0) == "You lead: type the cards to lay down, such as 33."
    assert text.now(position("335", "4").view(1), 1) == "They lead: they may lay down any pattern."
    follow = position("335", "4", "single 4")
    assert text.now(follow.view(0), 0) == (
        "Beat the single 4 with a higher single or a bomb: type its cards, such as 5, or type pass."
    )
    assert text.now(follow.view(1), 1) == "They are to beat the single 4, or to pass."
    beaten = position("335", "4", "single K").view(0)
    assert text.now(beaten, 0) == "You hold nothing that beats the single K: type pass."
    for seed in range(5):
        s = kibitz.new("zsy", seed=seed)
        while not s.is_over:
            line = text.now(s.view(s.player), s.player)
            typed = line.split("such as ")[-1].split(",")[0].rstrip(".") if "such as" in line else "pass"
            s.push(typed)  # what it says to type is a move
        assert "The game is over: " in text.now(s.view(0), 0)


def test_cards_that_lie_open_are_not_unseen():
    """Of 36 cards each side got 17: two were dealt to nobody."""

    def unseen(s):
        line = next(line for line in s.show(0).splitlines() if line.startswith("unseen"))
        return len("".join(line.split()[1:]))

    assert unseen(kibitz.new("zsy", seed=3, deck=36, hand=17)) == 19
    assert unseen(kibitz.new("zsy", seed=3, deck=36, hand=17, open=True)) == 2
