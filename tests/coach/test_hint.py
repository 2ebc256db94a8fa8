"""Hints: every legal move, best first."""

import pytest

import kibitz
from kibitz.coach.hint import hint
from kibitz.errors import GameOver, NoAdvice


def test_a_hint_lists_every_move_and_what_it_loses():
    s = kibitz.new("duel", seed=3)
    found = hint(s)
    assert found.adviser == "thrifty" and found.unit == "eagerness"
    assert sorted(a.move.code for a in found.advice) == s.legal_codes.tolist()
    assert found.best.code == s.legal_codes[-1] and found.advice[0].loss == 0
    assert [a.loss for a in found.advice] == sorted(a.loss for a in found.advice)


def test_another_adviser_may_be_asked():
    s = kibitz.new("duel", seed=3)
    assert hint(s, "learned").unit == "share of tricks taken"
    with pytest.raises(NoAdvice, match="random puts no values"):
        hint(s, "random")


def test_a_finished_game_needs_no_hint():
    s = kibitz.new("duel", seed=3)
    while not s.is_over:
        s.push(hint(s).best)
    with pytest.raises(GameOver, match="nothing to advise"):
        hint(s)
