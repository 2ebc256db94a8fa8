"""Reviews: what each decision lost, what chance gave, and both in the same unit."""

import json
from dataclasses import asdict

import numpy as np
import pytest

import kibitz
from kibitz.agent import build
from kibitz.coach.judge import judge_of
from kibitz.coach.luck import DEAL
from kibitz.coach.page import page
from kibitz.coach.review import CLOSER, WORLDS, WORTH_A_WORD, decisions_of, mark_of, rating_of
from kibitz.coach.tutor import warn
from kibitz.coach.words import side_rows
from kibitz.errors import KibitzError
from kibitz.game import game


def played(name: str, seed: int, *players: str, **options: object) -> kibitz.State:
    s = kibitz.new(name, seed=seed, **options)
    agents = [build(s.game, s.options, player) for player in players]
    while not s.is_over:
        s.push(agents[s.player].choose(s))
    return s


@pytest.fixture(scope="module")
def solo():
    return played("yacht", 3, "random", players=1)


def test_every_move_is_reviewed_and_marked_by_its_loss(solo):
    found = kibitz.review(solo)
    assert [d.move.code for d in found.decisions] == solo.moves
    assert found.unit == "points"
    for d in found.decisions:
        assert d.loss >= 0 and d.mark == mark_of(d.loss, found.unit)
        assert bool(d.why) == (d.loss >= WORTH_A_WORD[found.unit])
    assert len(found.curve) == len(solo.moves) + 1 and found.curve[-1] == solo.scores
    assert found.sides[0].rating == "beginner" and found.sides[0].marks["blunder"] > 0
    assert json.loads(json.dumps(asdict(found)))["decisions"][0]["number"] == 0


def test_the_best_player_loses_nothing_by_its_own_judgement():
    found = kibitz.review(played("yacht", 3, "optimal", players=1))
    assert found.sides[0].mean_loss < 1e-6 and found.sides[0].rating == "flawless" and not found.worst()


def test_values_losses_and_luck_add_up_to_the_result(solo):
    """In a game for one nothing is hidden, so the first value less the losses plus the luck is the result."""
    found = kibitz.review(solo, ways=400)
    events = [c for c in found.chances if c.number != DEAL]
    assert all(c.error == 0 for c in events), "every roll is counted"
    total = found.curve[0][0] - sum(d.loss for d in found.decisions) + sum(c.luck[0] for c in events)
    assert total == pytest.approx(solo.scores[0], abs=1e-3)
    (side,) = found.sides
    assert side.adjusted == pytest.approx(solo.scores[0] - side.luck)
    assert (
        side.hidden == pytest.approx(0, abs=1e-3) and not found.hides and "the others' losses" not in side_rows(found)
    )


ENDED = {
    "cribbage": ("greedy", "schell"), "gin": ("simple", "simple"), "racko": ("diablo", "kyle"),
    "yacht": ("greedy", "greedy"), "zsy": ("greedy", "random"),
}  # fmt: skip
SHORT: dict[str, dict] = {"gin": {"hands": 1}, "yacht": {"players": 2}}


@pytest.mark.parametrize("name", ENDED)
def test_where_the_result_came_from_adds_up(name):
    """Start, luck, what all lost and what was hidden are the result: in the numbers, and as they are printed."""
    s = played(name, 5, *ENDED[name], **SHORT.get(name, {}))
    found = kibitz.review(s, depth=0.5, ways=0 if name == "yacht" else 4)  # every roll is counted, others are drawn
    assert found.hides == (name != "yacht")
    for side in found.sides:
        assert side.lost == pytest.approx(side.mean_loss * side.decisions)
        assert side.given == pytest.approx(found.sides[1 - side.seat].lost)
        assert side.start + side.luck - side.lost + side.given + side.hidden == pytest.approx(side.result)
    assert [sum(getattr(side, part) for side in found.sides) for part in ("start", "luck", "hidden")] == pytest.approx(
        [1, 0, 0]
    )
    if name == "yacht":  # nothing is hidden, so what is left is what its chances are off by
        assert abs(found.sides[0].hidden) < 0.05
    rows, last = side_rows(found), "hidden cards" if found.hides else "not foreseen"
    for seat in range(2):
        parts = [rows[part][seat] for part in ("before the deal", "luck", "own losses", "the others' losses", last)]
        shown = sum(float(part.partition("%")[0]) for part in parts)
        assert shown == pytest.approx(100 * found.sides[seat].result, abs=0.3)
        assert all(part.split(" ")[0] in page(found) for part in parts)


def test_what_all_know_is_no_chance_event():
    s = played("cribbage", 3, "greedy", "greedy")
    found = kibitz.review(s)
    assert all(side.result in (0.0, 1.0) for side in found.sides)
    replay = kibitz.new("cribbage", seed=3)
    revealing = []
    for number, code in enumerate(s.moves):
        before = replay.view(0)
        replay.push(code)
        after = replay.view(0)
        if before.starter != after.starter:  # the starter is turned, or the next hand is dealt
            revealing.append(number)
    assert {c.number for c in found.chances} - {DEAL} == set(revealing)
    assert found.sides[0].luck == pytest.approx(-found.sides[1].luck)


def test_a_review_of_nothing_is_refused():
    with pytest.raises(KibitzError, match="nothing to review"):
        kibitz.review(kibitz.new("duel", seed=1))


def test_more_than_two_seats_are_reviewed():
    table = played("yacht", 1, "greedy", "greedy", "greedy", players=3)
    while len(table.moves) > 3:
        table.pop()
    found = kibitz.review(table, depth=0.1, ways=2)
    assert len(found.sides) == 3 and all(len(worth) == 3 for worth in found.curve)
    assert all(sum(c.luck) == pytest.approx(0) for c in found.chances)


def test_ratings_get_worse_with_losses():
    """Where nothing was fitted, as in a game of one's own; a fitted game has limits of its own."""
    said = [rating_of(loss, "chance to win", game("duel")) for loss in (0, 0.002, 0.005, 0.01, 0.02, 0.2)]
    assert said == ["flawless", "expert", "strong", "good", "casual", "beginner"]


def test_the_tutor_speaks_before_a_costly_move_only():
    s = kibitz.new("yacht", seed=7, players=1)
    worst, best = s.parse("yacht"), kibitz.hint(s).best
    gentle, strict = warn(s, worst, "gentle"), warn(s, worst, "strict")
    assert gentle and best.name not in gentle.says and "something better" in gentle.says
    assert strict and "costs" in strict.says and best.name.lower() in strict.better.lower()
    assert warn(s, best, "strict") is None and warn(s, worst, "off") is None
    with pytest.raises(KibitzError, match="did you mean 'strict'"):
        warn(s, worst, "strikt")


@pytest.mark.parametrize(("name", "player"), [("cribbage", "greedy"), ("racko", "kyle")])
def test_decisions_judged_at_once_are_judged_as_one_by_one(name, player):
    s = played(name, 5, player, player)
    judge = judge_of(s.game, s.options)
    at_once = judge.judge_all(s)
    assert len(at_once) == len(s.moves)
    for number in range(0, len(s.moves), 7):
        alone = judge.judge(s, number)
        assert np.array_equal(at_once[number].codes, alone.codes)
        assert at_once[number].values == pytest.approx(alone.values, abs=1e-5)


def test_a_very_long_game_is_played_out_in_fewer_worlds(monkeypatch):
    """Four times as many decisions get a quarter of the worlds each, and errors say so; an ordinary game gets all."""
    table = played("racko", 1, "kyle", "kyle", "kyle", players=3)
    judge, asked = judge_of(table.game, table.options), []
    look = judge.judge

    def noted(state, number=None, worlds=0, only=None):
        asked.append(worlds)
        return look(state, number, worlds, only)

    monkeypatch.setattr(judge, "judge", noted)
    before, _ = decisions_of(table, judge)
    assert set(asked) == {WORLDS, CLOSER * WORLDS}
    asked.clear()
    monkeypatch.setattr("kibitz.coach.review.ORDINARY", len(table.moves) // 4)
    after, _ = decisions_of(table, judge)
    assert max(asked) <= CLOSER * WORLDS // 4 + CLOSER
    errors = [np.mean([d.loss_error for d in found if d.loss > 0]) for found in (before, after)]
    assert errors[1] > errors[0]
