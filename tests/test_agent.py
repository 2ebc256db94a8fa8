"""Spec strings, chance and memory."""

from typing import get_type_hints

import numpy as np
import pytest

import kibitz
from kibitz.agent import Agent, Random, agents, build, class_of, named_players
from kibitz.errors import BadAgentSpec, NoAdvice, UnknownAgent
from kibitz.kernel import record

DUEL = kibitz.game("duel")


class Counting(Agent):
    """Notes how often it has moved, and plays its lowest card first, then its highest."""

    memory = record([("turns", "i4")])

    def act(self, views, moves, counts, memory):
        return np.where(memory["turns"] == 0, moves[:, 0], moves[np.arange(len(moves)), counts - 1])

    def note(self, views, chosen, memory):
        memory["turns"] += 1


@pytest.fixture
def weighted(monkeypatch):
    """A player of the duel with parameters, there for this test only."""

    class Player(Agent):
        def __init__(self, game, options, name: str = "plain", margin: float = 0.5, deep: bool = False, k: int = 1):
            super().__init__(game, options)
            self.given = (name, margin, deep, k)

    monkeypatch.setattr(DUEL.module("agents.thrifty"), "Player", Player)


def test_specs(weighted):
    def given(spec):
        return kibitz.agent("duel", spec).given

    assert given("thrifty") == ("plain", 0.5, False, 1)
    assert given("thrifty:margin=0.05,k=3") == ("plain", 0.05, False, 3)
    assert given("thrifty:lstm,deep=yes") == ("lstm", 0.5, True, 1)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("thrifty:marign=1", "did you mean 'margin'"),
        ("thrifty:k=few", "k is 'few'; it must be a whole number"),
        ("thrifty:deep=maybe", "must be on or off"),
        ("thrifty:a,b", "written name=value"),
        ("random:5", "cannot read '5'"),
    ],
)
def test_wrong_specs(weighted, spec, message):
    with pytest.raises(BadAgentSpec, match=message):
        kibitz.agent("duel", spec)


@pytest.mark.parametrize("name", ["cribbage", "gin", "racko", "yacht", "zsy"])
def test_every_number_that_a_player_takes_has_bounds(name):
    game = kibitz.game(name)
    for player in {*agents(name)} - {*named_players(game)}:
        hints = get_type_hints(class_of(game, player).__init__)
        for parameter in [key for key, kind in hints.items() if kind in (int, float)]:
            for wrong in ("nan", "-1e9", "-1000000000", "9" * 20):
                with pytest.raises(BadAgentSpec, match=f"{parameter} is '{wrong}'; it must be"):
                    kibitz.agent(name, f"{player}:{parameter}={wrong}")


def test_unknown_agents():
    assert kibitz.agents("duel") == ["learned", "random", "rollout", "thrifty"]
    with pytest.raises(UnknownAgent, match="did you mean 'thrifty'"):
        kibitz.agent("duel", "thirfty")


def test_random_is_uniform_and_takes_its_chance_from_the_view():
    n = 50_000
    player = Random(DUEL, DUEL.options())
    views = np.zeros(n, DUEL.state)
    views["rng"] = np.random.default_rng(1).integers(0, 2**63, n, dtype=np.uint64)
    moves, counts = np.tile(np.arange(5, dtype=np.int32), (n, 1)), np.full(n, 5)
    chosen = player.act(views.copy(), moves, counts)
    assert abs(np.bincount(chosen) - n / 5).max() < 450  # 5 deviations
    assert (player.act(views.copy(), moves, counts) == chosen).all()


def test_values_choose_and_an_agent_without_them_says_so():
    s = kibitz.new("duel", seed=4)
    assert build(DUEL, s.options, "thrifty").choose(s) == s.legal_codes[-1]
    with pytest.raises(NoAdvice, match="puts no values on moves"):
        Random(DUEL, s.options).values(*s.asked())


def test_memory_is_rebuilt_from_the_record():
    s = kibitz.new("duel", seed=4)
    player = Counting(DUEL, s.options)
    seat, turns = s.player, 0
    while not s.is_over:
        if s.player == seat:
            assert player.notes(s)[0]["turns"] == turns
            expected = s.legal_codes[0 if turns == 0 else -1]
            assert player.choose(s) == expected
            turns += 1
        s.push(s.legal[0])
