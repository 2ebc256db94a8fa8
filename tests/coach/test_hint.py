"""Hints: every legal move, best first, in one unit, with a reason."""

import io
import json
from dataclasses import asdict

import numpy as np
import pytest
from rich.console import Console

import kibitz
from kibitz.coach.hint import Advice, hint, sentence
from kibitz.coach.judge import AdviserJudge, SampledJudge, judge_of
from kibitz.errors import GameOver, NoAdvice
from kibitz.state import Move


def test_an_adviser_that_samples_says_how_sure_it_is():
    s = kibitz.new("duel", seed=3)
    found = hint(s, "rollout:worlds=16,policy=random")
    assert all(a.error > 0 for a in found.advice) and found.advice[0].loss_error == 0
    assert all(a.loss_error >= a.error for a in found.advice[1:] if a.loss > 0)


def test_a_hint_lists_every_move_and_what_it_loses():
    s = kibitz.new("duel", seed=3)
    found = hint(s)
    assert found.unit == "chance to win"
    assert sorted(a.move.code for a in found.advice) == s.legal_codes.tolist()
    assert found.advice[0].loss == 0 and all(0 <= a.value <= 1 for a in found.advice)
    assert [a.loss for a in found.advice] == sorted(a.loss for a in found.advice)
    assert json.loads(json.dumps(asdict(found)))["advice"][0]["move"]["name"] == found.best.name


def test_the_same_position_gets_the_same_hint():
    s = kibitz.new("duel", seed=3)
    assert hint(s) == hint(s.copy())


def test_a_hint_tells_nothing_of_what_the_player_cannot_know():
    """The same view with other cards behind it gets the same values, whoever judges."""
    for name in ("duel", "cribbage", "gin", "racko", "zsy"):
        s = kibitz.new(name, seed=3)
        other = s.copy()
        view = s.view(s.player)
        for seed in range(1, 20):
            for field in s.game.state.names:
                other.data[field] = view[field]
            s.game.redeal(other.data, s.player, seed)
            if other.data.tobytes() != s.data.tobytes():
                break
        else:
            pytest.fail("no other deal was found")
        assert [a.value for a in hint(s).advice] == [a.value for a in hint(other).advice]


def test_sampled_values_have_an_error_that_shrinks_and_holds():
    s = kibitz.new("duel", seed=3)
    judge = judge_of(s.game, s.options)
    assert isinstance(judge, SampledJudge)
    few, many = judge.judge(s, worlds=50), judge.judge(s, worlds=3000)
    best = few.values.argmax()
    assert few.errors[best] > 2 * many.errors[best] > 0
    assert (abs(few.values - many.values) <= 4 * few.errors + 4 * many.errors).all()


def test_a_sampled_chance_is_never_below_nothing(monkeypatch):
    """Of a move dropped at once, where the luck of the best two then turns."""
    s = kibitz.new("racko", seed=2, players=3)
    s.push("draw")
    judge, good = judge_of(s.game, s.options), s.legal_codes[:2]

    def tried(views, codes, first, last, again):
        return np.tile(np.isin(codes, good) * (first == 0.0), (last - first, 1))

    monkeypatch.setattr(judge, "tried", tried)
    judged = judge.judge(s, worlds=400)
    assert judged.best < 0.2 and (judged.values[:2] == judged.best).all() and (judged.values[2:] == 0).all()


def test_an_adviser_that_speaks_of_winning_is_asked_and_solo_yacht_is_about_points():
    crib = kibitz.new("cribbage", seed=1)
    assert judge_of(crib.game, crib.options).name == "value" and all(a.error == 0 for a in hint(crib).advice)
    race = kibitz.new("racko", seed=1)
    assert isinstance(judge_of(race.game, race.options), AdviserJudge)
    solo = kibitz.new("yacht", seed=1, players=1)
    assert hint(solo).unit == "points" and all(a.error == 0 for a in hint(solo).advice)


def test_another_adviser_may_be_asked():
    s = kibitz.new("duel", seed=3)
    assert hint(s, "learned").unit == "share of tricks taken"
    gin = kibitz.new("gin", seed=3)
    assert hint(gin).assumes and not hint(gin, "montecarlo").assumes, "the game's words are about its own adviser"
    with pytest.raises(NoAdvice, match="random puts no values"):
        hint(s, "random")


def test_a_value_says_what_it_is_of():
    """A chance of the round where the adviser sees no score, a rack score where it knows no chances."""
    game = kibitz.new("racko", seed=3, target=500)
    of_round = hint(game, "net")
    assert of_round.unit == "chance to win the round" and "% to win the round." in of_round.sentence
    assert hint(game).unit == "chance to win" and "% to win." in hint(game).sentence
    assert hint(kibitz.new("racko", seed=3), "net").unit == "chance to win", "a single round is the game"
    column = Console(file=io.StringIO(), width=100)
    column.print(of_round.shown())
    assert "to win the round" in column.file.getvalue() and f"{of_round.advice[0].value:.1%}" in column.file.getvalue()
    three = hint(kibitz.new("racko", seed=3, players=3, target=500), "champion")
    assert three.unit == "rack score" and "(rack score)." in three.sentence
    assert "neither the others' racks nor the score" in three.assumes


def test_who_plays_on_is_named_as_people_name_it():
    assert "as Kyle does" in hint(kibitz.new("racko", seed=3, players=3), worlds=16).assumes


def test_a_finished_game_needs_no_hint():
    s = kibitz.new("duel", seed=3)
    while not s.is_over:
        s.push(s.legal[0])
    with pytest.raises(GameOver, match="nothing to advise"):
        hint(s)


@pytest.mark.parametrize(
    ("losses", "errors", "said"),
    [
        ([0, 0.1], [0, 0.01], "A: 50% to win. B costs 10%."),
        ([0, 0.01, 0.2], [0, 0.02, 0.02], "A: 50% to win. B is about equal. C costs 20%."),
        ([0, 0.01], [0, 0.02], "A: 50% to win. B is about equal."),
        ([0], [0], "A: the only move."),
    ],
)
def test_sentences(losses, errors, said):
    advice = [
        Advice(Move(n, "abc"[n]), 0.5 - loss, loss, 0.01, error) for n, (loss, error) in enumerate(zip(losses, errors))
    ]
    assert sentence(kibitz.new("duel", seed=3), "chance to win", advice) == said


def test_a_game_that_is_decided_is_called_so():
    s = kibitz.new("zsy", seed=1)
    moves = [Move(0, "pass"), Move(1, "3")]
    lost = sentence(s, "chance to win", [Advice(move, 0.0, 0.0) for move in moves])
    won = sentence(s, "chance to win", [Advice(move, 1.0, 0.0) for move in moves])
    assert lost == "Pass, or anything else: this is as good as lost." and "as good as won" in won
