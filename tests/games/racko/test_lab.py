"""What the experiments train with: networks of one rack stretched to another, self-play, ensembles."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz
from kibitz.games.racko.features import DESK, PAPER_FEATURES, UNITS
from kibitz.games.racko.inputs import widths
from kibitz.games.racko.lab._lessons import always_takes, new_networks, stretched
from kibitz.games.racko.lab._self_play import SelfPlay, diablo
from kibitz.games.racko.lab.council import Ensemble
from kibitz.games.racko.scoring import BARE, CHANCES, PRINTED, rate, rate_with, survey_outlook
from kibitz.learn.td_network import new_network


@pytest.mark.parametrize("slots", [4, 5, 6])
def test_a_stretched_network_says_much_the_same_of_the_same_rack(slots):
    """An evenly spread rack looks alike on any number of slots, whatever card is offered; on five nothing changes."""
    player = kibitz.agent("racko", "bootstrap", slots=5)
    drawing, playing = stretched(player, slots)

    cards = np.linspace(-0.9, 0.9, 13)

    def rack(size, width):
        inputs = np.zeros((len(cards), width), "f4")
        inputs[:, :size] = np.linspace(-0.8, 0.8, size)
        inputs[:, size] = cards
        if width > size + 1:
            inputs[:, size + 1 :: 2], inputs[:, size + 2 :: 2] = (
                np.linspace(0.1, 0.9, size),
                np.linspace(0.9, 0.1, size),
            )
        return inputs

    for before, after, five, wide in zip(
        (player.drawing, player.playing), (drawing, playing), widths("paper", 5), widths("paper", slots), strict=True
    ):
        assert after.layers[0][0].shape[0] == wide
        old, new = before(rack(5, five)), after(rack(slots, wide))
        assert abs(old[:, 0] - new[:, 0]).mean() < 0.15  # to take, or to discard
        assert np.corrcoef(old[:, 0], new[:, 0])[0, 1] > 0.8
        if slots == 5:
            assert np.allclose(old, new, atol=1e-6)
    assert playing.layers[-1][0].shape[1] == slots + 1


def test_an_epoch_is_cut_off_when_its_turns_are_used_up():
    """The game in which that happens and those after it: these last one turn of one player."""
    options = kibitz.game("racko").options(slots=5, limit=300)
    sizes = [PAPER_FEATURES, -6, 1]
    weights = new_network(sizes, 3, within=0.05)
    table = SelfPlay(
        options, divisor=2.0, rate=0.1, seed=3, sight=PRINTED, oldest_first=True, restless=True, allowed=40
    )
    found = table.learn(weights, sizes, 0, 100)
    assert 80 <= found["turns"] * 100 * 2 < 80 + 100 and found["drawn"] > 0.5


def test_oldest_first_learns_towards_the_values_of_the_game():
    """The rate of a position falls to 0 at four racks of turns before the end, in either order; the rest differs."""
    options = kibitz.game("racko").options(slots=5, limit=300)
    sizes = [PAPER_FEATURES, -6, 1]
    start = new_network(sizes, 3, within=0.5)
    learned = []
    for oldest_first in (False, True):
        weights = start.copy()
        SelfPlay(options, divisor=2.0, rate=0.1, seed=3, sight=PRINTED, oldest_first=oldest_first).learn(
            weights, sizes, 0, 3
        )
        learned.append(weights)
    assert all(0 < abs(weights - start).max() < 0.5 for weights in learned)
    assert not np.array_equal(*learned)


def test_a_network_that_always_takes():
    drawing, playing = new_networks("paper", 5, (20, 10), 1)
    assert [len(layer) for layer, _ in drawing.layers] == [16, 20] and playing.layers[-1][0].shape == (10, 6)
    seen = np.random.default_rng(1).random((50, 16))
    assert (always_takes(drawing)(seen)[:, 0] > 0.99).all()


def test_an_ensemble_of_one_is_that_diablo():
    sizes = [PAPER_FEATURES, 6, 1]
    networks = [new_network(sizes, seed, rising=True) for seed in (1, 2)]
    players = [diablo(networks[0], sizes, 1.0, slots=5), *(Ensemble(5, networks[:n], sizes, 1.0) for n in (1, 2))]
    states = [kibitz.new("racko", seed=seed, slots=5) for seed in range(200)]
    alone, one, both = ([int(player.choose(state)) for state in states] for player in players)
    assert one == alone != both


@pytest.mark.parametrize(("sight", "inputs"), [(BARE, 5), (CHANCES, 15)])
def test_another_card_in_a_slot_is_worth_what_the_rack_with_it_is(sight, inputs):
    """Of a network that is shown cards only the sums that change are worked out anew."""
    state = kibitz.new("racko", seed=4, slots=5)
    sizes = np.array([inputs, -7, 3, 1])
    weights, units, desk = new_network(sizes, seed=2, within=2.0), np.zeros(UNITS), np.zeros(1, DESK)[0]
    desk.sight = sight
    seen = state.view(state.player)
    survey_outlook(seen, weights, sizes, units, desk)
    held = set(desk.racked[:5].tolist())
    values = {}
    for slot in range(5):
        for card in sorted({1, 7, int(desk.cards)} - held):
            values[slot, card] = rate_with(desk, slot, card, weights, sizes, units)
    assert len(set(values.values())) == len(values)
    for (slot, card), value in values.items():
        before, desk.racked[slot] = desk.racked[slot], card
        assert rate(desk, weights, sizes, units) == pytest.approx(value, abs=1e-12)
        desk.racked[slot] = before
