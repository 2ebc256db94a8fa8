"""Reasons: what a move brings now and later adds up, and is said in the words of the table."""

import pytest

import kibitz
from kibitz.coach.hint import hint
from kibitz.games.yacht import advice
from kibitz.games.yacht.rules import CHOICE
from tests.edited import look_again


@pytest.mark.parametrize("rule_set", ["nintendo", "yahtzee"])
def test_now_and_later_are_what_the_move_is_worth(rule_set):
    optimal = kibitz.agent("yacht", "optimal", rules=rule_set)
    s = kibitz.new("yacht", seed=4, rules=rule_set)
    while not s.is_over:
        views, moves, counts = s.asked()
        values = optimal.values(views, moves, counts)[0]
        written = int(s.data.boxes[0].clip(0).sum() + s.data.extra[0])
        for j in range(0, counts[0], 5):
            found = advice.prospect(s.view(0), int(moves[0, j]))
            assert written + found.now + found.later == pytest.approx(values[j], abs=1e-6)
            assert sum(found.boxes.values()) <= 1 + 1e-9
        s.push(optimal.choose(s))


def test_reasons_name_what_counts():
    s = kibitz.new("yacht", seed=1)
    s.data.dice[:], s.data.rolls = [2, 2, 5, 5, 5], 0
    look_again(s)
    found = {a.move.name: a for a in hint(s).advice}
    said = advice.reason(s.view(0), found["full house"], found["choice"])
    assert said.startswith("keeping choice open is worth ") and said.endswith(" points later")
    said = advice.reason(s.view(0), found["full house"], found["sixes"])
    assert said.startswith("full house brings 19.0 points more in this turn")


def test_a_move_of_fewer_points_is_explained_by_the_standing():
    s = kibitz.new("yacht", seed=1, players=2)
    s.data.boxes[:2, :12] = 0
    s.data.boxes[1, 7], s.data.boxes[0, CHOICE] = 25, -1
    s.data.turn, s.data.rolls, s.data.dice[:] = 11, 1, [3, 4, 5, 5, 5]
    look_again(s)
    found = hint(s)
    assert found.best.name == "keep 5 5 5"
    named = {a.move.name: a for a in found.advice}
    said = advice.reason(s.view(0), named["keep 5 5 5"], named["keep 4 5 5 5"])
    assert said.startswith("you are about 2 points behind and need a better chance of a high score")
