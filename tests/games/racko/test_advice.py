"""Reasons in words, for racks on which one can count along."""

from __future__ import annotations

import random
from types import SimpleNamespace

import kibitz
from kibitz.games.racko import advice
from kibitz.games.racko.pile import drawable
from kibitz.games.racko.rules import SHOWN, SLOTS
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


def test_only_what_is_true_is_said_of_a_card_in_a_slot():
    """A 1 is no nearer to its place in slot 6 than a 4; the 22 is, and is praised for it."""
    rack = [2, 6, 11, 20, 40, 4, 15, 16, 24, 35]
    assert reason(position(rack, held=1), "slot 6", "discard") == ""
    assert reason(position(rack, held=22), "slot 6", "discard") == "in slot 6 the 22 is nearer to its place than the 4"
    chance, found = random.Random(2), 0
    for _ in range(300):
        held, *rack = chance.sample(range(1, 21), 6)
        state, slot = position(rack, held=held), chance.randrange(1, 6)
        for best, other, stays in ((f"slot {slot}", "discard", held), ("discard", f"slot {slot}", rack[slot - 1])):
            said = reason(state, best, other)
            if "nearer to its place" in said:
                found += 1
                goes = held + rack[slot - 1] - stays
                assert abs(slot - 0.5 - stays / 4) < abs(slot - 0.5 - goes / 4)
    assert found > 10


def test_what_a_discard_gives_the_next_player():
    """A 20 in slot 2 helps nobody's rack. But they took a 7 for slot 1: with it a 20 fits, a 1 does not."""
    state = position([2, 1, 11, 15, 19], held=20)
    assert reason(state, "slot 2", "discard") == "", "nothing is known of theirs"
    theirs = state.data.racks[SLOTS : 2 * SLOTS]
    at = theirs.tolist().index(7)
    theirs[0], theirs[at] = theirs[at], theirs[0]
    state.data.shown[SLOTS] = SHOWN
    said = "the 20 fits with the cards that the other player took, and the 1 does not"
    assert reason(state, "slot 2", "discard") == said
    assert "took" not in reason(state, "discard", "slot 2")


def test_every_two_moves_can_be_compared():
    for seed in range(3):
        state = kibitz.new("racko", seed=seed, slots=6, players=3, limit=20)
        while not state.is_over:
            names = [move.name for move in state.legal]
            view = state.view(state.player)
            drawn = bin(drawable(view, state.player)).count("1")
            assert all(advice.after(view, move.code).fitting <= drawn for move in state.legal)
            said = reason(state, names[-1], names[0])
            assert not said.endswith(".") and "-1" not in said
            state.push(names[len(state.moves) % len(names)])


def test_the_coach_speaks_of_cards():
    state = position([2, 9, 11, 5, 20], held=15)
    found = kibitz.hint(state, "diablo")
    assert found.best.name == "slot 4"
