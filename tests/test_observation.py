"""Observations of every installed game: in range, written whole, and a function of the view alone."""

import numpy as np
import pytest

import kibitz
from kibitz.observation import observer

VARIANTS = {
    "yacht": [{}, {"players": 3, "rules": "yahtzee"}],
    "racko": [{}, {"players": 4, "reuse": "turn", "target": 200, "bonus": True, "cards": 45}],
    "cribbage": [{}, {"muggins": True, "target": 31}],
    "gin": [{}, {"oklahoma": True, "big_gin": 31, "target": 30}],
    "zsy": [{}, {"open": True, "joker_pair": True, "deck": 36, "hand": 10}],
}
CASES = [(name, options) for name in kibitz.games() for options in VARIANTS.get(name, [{}])]


def positions(name: str, options: dict, seed: int, most: int = 300):
    """The positions of a game of random moves, its end included."""
    state, chance = kibitz.new(name, seed=seed, **options), np.random.default_rng(seed)
    for _ in range(most):
        yield state
        if state.is_over:
            return
        state.push(int(chance.choice(state.legal_codes)))


@pytest.mark.parametrize(("name", "options"), CASES)
def test_every_number_is_written_and_in_its_range(name, options):
    game = kibitz.game(name)
    found = observer(game)
    low, high = found.spec.bounds()
    assert len(low) == found.spec.size == sum(a.size for a in found.spec.split(low).values())
    views, seats = [], []
    for seed in range(3):
        for state in positions(name, options, seed):
            for seat in range(state.seats):
                views.append(state.view(seat))
                seats.append(seat)
    rows = np.zeros(len(views), game.state)
    rows[:] = views
    out = np.full((len(rows), found.spec.size), np.nan, np.float32)
    found.batch(rows, np.array(seats), out)
    assert not np.isnan(out).any(), "a number is not written"
    outside = np.argwhere((out < low) | (out > high))
    assert len(outside) == 0, (outside[:3], out[tuple(outside[0])])
    assert len(np.unique(out, axis=0)) > len(out) // 8, "observations hardly change"


@pytest.mark.parametrize(("name", "options"), CASES)
def test_an_observation_follows_from_the_view(name, options):
    """What the seat cannot know may be dealt anew: it observes the same."""
    game, found = kibitz.game(name), observer(kibitz.game(name))
    for number, state in enumerate(positions(name, options, 7, 60)):
        for seat in range(state.seats):
            view = state.view(seat)
            seen = found(view, seat)
            again = np.zeros(1, game.state)
            again[0] = view
            game.redeal(again[0], seat, np.uint64(number))
            other = np.zeros(1, game.state)
            game.view(again[0], seat, other[0])
            np.testing.assert_array_equal(seen, found(other[0], seat))


def test_parts_lie_in_the_flat_vector():
    found = observer(kibitz.game("yacht"))
    flat = np.zeros((5, found.spec.size), np.float32)
    found.spec.split(flat)["open"][2, 1, 3] = 1
    assert flat.sum() == 1
    assert "| `dice` | 6 | 0 … 1 |" in found.spec.table()


def test_what_is_seen_of_yacht():
    state = kibitz.new("yacht", seed=1, players=2)
    state.push("choice")
    spec, seen = observer(state.game).spec, observer(state.game)(state.view(1), 1)
    parts = spec.split(seen)
    dice = np.bincount(state.view(1).dice, minlength=7)[1:]
    np.testing.assert_allclose(parts["dice"], dice / 5, rtol=1e-6)
    assert parts["to_move"].tolist() == [1, 0, 0, 0]
    assert parts["open"].sum(axis=1).tolist() == [12, 11, 0, 0]
    assert parts["total"][1] * 1575 == pytest.approx(int(state.view(1).boxes[0].max()))


def test_a_game_without_a_spec_is_seen_field_by_field():
    state = kibitz.new("duel", seed=3)
    parts = observer(state.game).spec.split(observer(state.game)(state.view(0), 0))
    assert "rng" not in parts and set(parts) == {*state.game.state.names} - {"rng"}
    assert parts["led"][0] * 127 == pytest.approx(int(state.view(0).led))
