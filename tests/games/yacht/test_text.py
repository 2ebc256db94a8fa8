"""Move names, and what may be typed for them."""

from collections import Counter

import pytest

import kibitz
from kibitz.errors import AmbiguousMove, IllegalMove, InvalidMove
from kibitz.games.yacht import text
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
        ("Reroll 1 5 6", "keep 3 3"),
        ("roll 3 3", "keep 1 5 6"),
        ("roll 3", "keep 1 3 5 6"),
        ("4 of a kind", "four of a kind"),
        ("write in THREES", "threes"),
        ("3s", "threes"),
        ("Aces", "ones"),
        ("write into deuces", "twos"),
        ("stand", "keep all"),
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
        ("keep 7", IllegalMove),
        ("fly", InvalidMove),
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
    assert table.game.text.tell(before, move.code, table.view(0), 0) == "you write 6 into threes (two 3s), and have 6"


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("keep 2", "there is no 2 among your dice 1 3 3 5 6"),
        ("3 3 3", "there are two 3s among your dice 1 3 3 5 6"),
        ("keep 7", "dice show 1 to 6, not 7"),
        ("three of a kind", "this board has no box for three of a kind"),
        ("choice", "choice is full: you wrote 20 there"),
        ("fly", None),
    ],
)
def test_a_refusal_says_why(table, typed, reason):
    table.data.boxes[0, 6] = 20
    look_again(table)
    assert text.why_not(table.view(0), typed) == reason
    with pytest.raises((InvalidMove, IllegalMove)):
        table.parse(typed)


def test_without_a_roll_dice_cannot_be_kept(table):
    table.data.rolls = 0
    for typed in ("keep 3 3", "roll", "keep all"):
        assert text.why_not(table.view(0), typed) == "no roll is left: write 1 3 3 5 6 into a box"


def test_a_forced_joker_is_refused_with_its_reason():
    s = kibitz.new("yacht", rules="yahtzee", joker="forced", seed=1)
    s.data.dice[:], s.data.boxes[0, 11] = 4, 50
    assert text.why_not(s.view(0), "chance") == "a second yahtzee must go into fours, while that is open"


def test_the_line_that_says_what_to_do(table):
    assert text.now(table.view(0), 0) == (
        "Your turn 1 of 12, two rolls left: type the dice to keep, such as keep 3 3, and the others roll again; "
        "or a box to write them into, such as ones."
    )
    table.data.rolls = 0
    assert text.now(table.view(0), 0) == "No roll is left: type the box to write 1 3 3 5 6 into, such as ones."
    two = kibitz.new("yacht", seed=1, players=2)
    assert text.now(two.view(1), 1).startswith("It is their turn (turn 1 of 12): they have ")
    while not two.is_over:
        typed = text.now(two.view(two.player), two.player).split("such as ")[-1].rstrip(".")
        two.push(typed)  # what it says to type is a move
    mine, theirs = map(int, two.scores)
    result = f"you win {mine} to {theirs}" if mine > theirs else f"you have {mine}, and {theirs} wins"
    assert text.now(two.view(0), 0) == f"The game is over: {result}."


def test_what_the_others_are_told():
    s = kibitz.new("yacht", seed=1, players=2)
    s.data.dice[:] = [1, 3, 3, 5, 6]
    look_again(s)
    before = s.view(1)
    s.push("keep 3 3")
    rolled = sorted((Counter(s.data.dice.tolist()) - Counter([3, 3])).elements())
    expected = f"{{who}} keeps 3 3 and rolls three dice: {' '.join(map(str, rolled))}"
    assert text.tell(before, s.moves[-1], s.view(1), 1) == expected


@pytest.mark.parametrize(
    ("rule_set", "box", "dice", "words"),
    [
        ("nintendo", 3, [1, 4, 4, 4, 6], "three 4s"),
        ("nintendo", 3, [1, 2, 3, 5, 6], "no 4 in 1 2 3 5 6"),
        ("nintendo", 7, [4, 4, 4, 4, 6], "the sum of 4 4 4 4 6"),
        ("paper", 7, [4, 4, 4, 4, 6], "four 4s"),
        ("nintendo", 8, [1, 3, 3, 5, 6], "1 3 3 5 6 is no full house"),
        ("yahtzee", 8, [3, 3, 5, 5, 5], "3 3 5 5 5"),
        ("nintendo", 9, [2, 3, 4, 5, 5], "2 3 4 5 in a row"),
        ("nintendo", 11, [2, 2, 2, 2, 2], "all five show 2"),
    ],
)
def test_a_count_in_words(rule_set, box, dice, words):
    s = kibitz.new("yacht", rules=rule_set, seed=1)
    s.data.dice[:] = dice
    assert text.count_in_words(s.view(0), box) == words
