"""Reasons in the words of the table."""

from types import SimpleNamespace

import pytest

import kibitz
from kibitz.coach.hint import hint
from kibitz.games.zsy import advice

from .test_rules import position


@pytest.mark.parametrize(
    ("mine", "theirs", "top", "best", "other", "said"),
    [
        ("77", "345", None, "77", "7", "77 lays down your last cards"),
        ("3★", "456", None, "★", "3", "no cards unseen can beat single ★, so you lead again"),
        ("35K", "4", "single 4", "5", "pass", "a pass gives them the lead"),
        ("35K", "4", "single 4", "pass", "K", "it would use up your K, and a pass saves it"),
        ("377K", "46", "single 4", "K", "7", "single 7 breaks your double 7"),
        ("33567", "46", None, "33", "5", "33 lays down 1 more card at once"),
        ("36JKK", "46", None, "3", "J", "J can still win a round later"),
        ("3569", "46", None, "3", "5", "3 is harder to be rid of later than 5"),
    ],
)
def test_the_reason(mine, theirs, top, best, other, said):
    s = position(mine, theirs, top)
    one, two = (SimpleNamespace(move=s.parse(text)) for text in (best, other))
    assert advice.reason(s.view(0), one, two) == said


def test_a_safe_move_is_one_nobody_can_beat():
    """Against every answer in the cards unseen that fits into the other's hand."""
    s = position("3AA", "56")
    assert not advice.is_safe(s.view(0), s.parse("3").code)
    assert not advice.is_safe(s.view(0), s.parse("AA").code)  # a pair of 2s may be there
    alone = position("3AA", "5")
    assert advice.is_safe(alone.view(0), alone.parse("AA").code), "one card beats no pair"


def test_hints_carry_it():
    s = kibitz.new("zsy", seed=3)
    found = hint(s)
    assert found.unit == "chance to win" and found.assumes == advice.assumes(s.options) and "because" in found.sentence


def test_with_open_hands_nothing_is_spoken_of_as_unseen():
    s = position("3K", "456", open=True)
    one, two = (SimpleNamespace(move=s.parse(text)) for text in ("K", "3"))
    assert advice.reason(s.view(0), one, two) == "nothing they hold can beat single K, so you lead again"
    assert "unseen" in hint(position("3K", "456")).assumes and "unseen" not in hint(s).assumes
