"""Quizzes: the answers agree with how the games themselves count."""

import re

import pytest

import kibitz
from kibitz.games.cribbage.spoken import parts
from kibitz.games.gin import melds
from kibitz.quiz import ask, quizzes


def test_who_has_a_quiz():
    assert quizzes() == ["cribbage", "gin"]
    with pytest.raises(kibitz.KibitzError, match="yacht has no quiz"):
        ask("yacht", 1)


@pytest.mark.parametrize("seed", range(40))
def test_cribbage_counts_what_its_parts_add_up_to(seed):
    found = ask("cribbage", seed)
    assert len({*found.cards, found.starter}) == 5
    assert found.answer == sum(part.points for part in parts(found.cards, found.starter, found.crib))
    assert ("crib" in found.question) == found.crib


@pytest.mark.parametrize("seed", range(20))
def test_gin_asks_for_the_least_deadwood(seed):
    found = ask("gin", seed)
    assert len(set(found.cards)) == 10
    hand = sum(1 << card for card in found.cards)
    assert found.answer == melds.deadwood(hand)
    assert len(re.findall("[♣♦♥♠]", found.explained)) == 10
