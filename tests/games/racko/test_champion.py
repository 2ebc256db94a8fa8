"""The champion plays as the network does, or as odds, and its chances know the score."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz
from kibitz.coach.judge import judge_of
from kibitz.coach.watch import Watched, watch
from kibitz.games.racko.rules import SLOTS

ELSEWHERE = [
    {"players": 3, "target": 500},
    {"players": 4},
    {"slots": 5},
    {"slots": 5, "target": 500},
    {"cards": 39},
    {"cards": 50},
]


def positions(target: int, games: int) -> Watched:
    """Of the champion against itself, half of all; where there is a target, with scores drawn anew."""
    player = kibitz.agent("racko", "champion", target=target)
    watched = watch(player.game, player.options, player, np.arange(1, games + 1, dtype=np.uint64), 0.5)
    if target:
        rng = np.random.default_rng(1)
        watched.views["points"][:, :2] = 5 * rng.integers(0, target // 5, (len(watched.views), 2))
        watched.views["rounds"] = rng.integers(0, 12, len(watched.views))
    return watched


@pytest.mark.parametrize(("target", "games"), [(0, 60), (500, 6), (1000, 3), (12, 30)])
def test_moves_are_in_the_order_of_the_network_and_values_are_chances(target, games):
    champion, net = (kibitz.agent("racko", name, target=target) for name in ("champion", "net"))
    seen = positions(target, games)
    asked = seen.views, seen.moves, seen.counts
    said, found = champion.values(*asked), net.values(*asked)
    assert champion.unit == "chance to win" and len(said) > 300
    assert np.array_equal(champion.act(*asked), net.act(*asked))
    for own, of_net, count in zip(said, found, seen.counts, strict=True):
        own, order = own[:count], np.argsort(of_net[:count], kind="stable")
        assert (own >= 0).all() and (own <= 1).all()
        assert (np.diff(own[order]) >= 0).all()
        assert own.argmax() == of_net[:count].argmax()  # where the network tells two moves apart, so do chances


def test_a_chance_knows_the_score():
    champion = kibitz.agent("racko", "champion", target=500)
    state = kibitz.new("racko", seed=4, target=500)

    def best(own: int, other: int) -> float:
        views, moves, counts = state.asked()
        views["points"][0, :2] = own, other
        return float(champion.values(views, moves, counts)[0, : counts[0]].max())

    ahead = [best(own, 250) for own in range(0, 500, 25)]
    assert np.all(np.diff(ahead) > 0) and ahead[0] < 0.15 and ahead[-1] > 0.85
    behind = [best(250, other) for other in range(0, 500, 25)]
    assert np.all(np.diff(behind) < 0) and behind[0] > 0.85 and behind[-1] < 0.15
    assert best(495, 0) > 0.995 and best(0, 495) < 0.005
    # Both need one round: the game is the round.
    alone = kibitz.agent("racko", "champion").values(*kibitz.new("racko", seed=4).asked())[0, :2].max()
    assert best(430, 430) == pytest.approx(alone, abs=0.05)


@pytest.mark.parametrize("table", ELSEWHERE, ids=str)
def test_where_the_network_knows_nothing_it_is_odds(table):
    champion, odds = (kibitz.agent("racko", name, **table) for name in ("champion", "odds"))
    state = kibitz.new("racko", seed=2, **table)
    assert champion.unit == odds.unit
    for _ in range(8):
        asked = state.asked()
        assert np.array_equal(champion.values(*asked), odds.values(*asked))
        state.push(champion.choose(state))
    assert champion.details(state.view(state.player), state.legal_codes)["in sequence"].max() <= SLOTS


def test_hints_are_the_champions_at_the_table():
    game = kibitz.game("racko")
    judge = judge_of(game, game.options(**game.table))
    assert (judge.name, judge.unit, judge.sampled) == ("champion", "chance to win", False)
