"""Reasons in words, for racks on which one can count along."""

from __future__ import annotations

import random
from types import SimpleNamespace

import kibitz
from kibitz.games.racko import advice
from kibitz.games.racko.pile import drawable
from kibitz.games.racko.rules import SLOTS
from tests.games.racko.test_rules import position


def reason(state: kibitz.State, best: str, other: str) -> str:
    judged = [SimpleNamespace(move=state.parse(name)) for name in (best, other)]
    return advice.reason(state.view(state.player), *judged)


def test_a_card_that_fits():
    state = position([2, 9, 11, 5, 20], held=15)  # 2 9 11 and 20 can stay, 15 completes them
    assert advice.after(state.view(0), 4) == (5, 0)
    assert reason(state, "slot 4", "slot 2") == "then 5 cards can stay together, not 3"
    assert reason(state, "slot 4", "discard") == "then 5 cards can stay together, not 4"


def test_the_room_that_is_left():
    """9 in slot 2 or in slot 3 of 2 17 3 18 20: what may fill the hole that remains; what was replaced is gone."""
    state = position([2, 17, 3, 18, 20], held=9)
    low, high = advice.after(state.view(0), 2), advice.after(state.view(0), 3)
    assert low.together == high.together == 4
    unseen = set(range(1, 21)) - {2, 17, 3, 18, 20, 9, int(state.data.discards[0])}
    assert low.fitting == len(unseen & set(range(10, 18))) and high.fitting == len(unseen & set(range(3, 9)))
    better, worse = ("slot 2", "slot 3") if low.fitting > high.fitting else ("slot 3", "slot 2")
    more, fewer = max(low.fitting, high.fitting), min(low.fitting, high.fitting)
    assert reason(state, better, worse) == f"then {more} of the {len(unseen)} cards you may draw fit, not {fewer}"


def test_to_take_or_to_draw():
    state = position([2, 9, 11, 5, 20])
    state.data.discards[0], state.data.racks[SLOTS] = 15, int(state.data.discards[0])
    assert reason(state, "take", "draw") == "with the 15 you have 5 cards that can stay together, without it 4"
    state = position([2, 9, 11, 5, 20])
    state.data.discards[0], state.data.racks[SLOTS] = 10, int(state.data.discards[0])
    assert reason(state, "draw", "take") == "the 10 brings no card more into order"


def test_where_cards_belong():
    """Where counting cannot tell two slots apart, the card belongs nearer to the one that is praised for it."""
    chance, found = random.Random(1), 0
    for _ in range(200):
        held, *rack = chance.sample(range(1, 21), 6)
        state = position(rack, held=held)
        best, other = chance.sample(range(1, 6), 2)
        said = reason(state, f"slot {best}", f"slot {other}")
        if said.startswith(f"the {held} belongs "):
            home, found = int(said.split()[-1]), found + 1
            assert abs(home - held / 4) <= 1 and abs(best - home) <= abs(other - home)
    assert found > 10


def test_every_two_moves_can_be_compared():
    for seed in range(3):
        state = kibitz.new("racko", seed=seed, slots=6, players=3, limit=20)
        while not state.is_over:
            names = [move.name for move in state.legal]
            view = state.view(state.player)
            drawn = bin(drawable(view, state.player)).count("1")
            assert all(advice.after(view, move.code).fitting <= drawn for move in state.legal)
            said = reason(state, names[-1], names[0])
            assert said and not said.endswith(".") and "-1" not in said
            state.push(names[len(state.moves) % len(names)])


def test_the_coach_speaks_of_cards():
    state = position([2, 9, 11, 5, 20], held=15)
    found = kibitz.hint(state, "diablo")
    assert found.best.name == "slot 4"
