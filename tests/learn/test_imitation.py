"""Imitation: the network learns what it is shown, and games are recorded as they were played."""

from __future__ import annotations

import numpy as np

import kibitz
from kibitz.kernel import kernel, mix
from kibitz.learn.imitation import Imitator, Recorded, chances, record


def shown() -> tuple[np.ndarray, np.ndarray]:
    inputs = np.random.default_rng(3).normal(size=(2000, 4))
    return inputs, (inputs[:, 0] * inputs[:, 1] > 0) + (inputs[:, 2] > 0.5).astype(int)


def test_it_learns_what_it_is_shown():
    inputs, choices = shown()
    network = Imitator([4, 24, 3], seed=1)
    before = (network(inputs).argmax(axis=1) == choices).mean()
    loss = network.fit(inputs, choices, np.ones(len(inputs)), epochs=30, rate=0.05, seed=1)
    right = (network(inputs).argmax(axis=1) == choices).mean()
    assert before < 0.6 and right > 0.9 and loss < 0.4
    assert np.allclose(network(inputs).sum(axis=1), 1, atol=1e-5)


def test_weights_say_whom_to_follow():
    inputs = np.zeros((200, 2))
    choices = np.arange(200) % 2
    network = Imitator([2, 2], seed=1)
    network.fit(inputs, choices, np.where(choices == 1, 3.0, 1.0), epochs=60, rate=0.05, seed=1)
    assert abs(network(inputs[:1])[0, 1] - 0.75) < 0.03


def test_the_slope_is_the_slope():
    """One step on one example moves the loss as the measured slope says."""
    inputs, choices = shown()
    network = Imitator([4, 5, 3], seed=2)
    layers = [(w.astype("f8"), b.astype("f8")) for w, b in network.layers]
    network.layers = [(w.copy(), b.copy()) for w, b in layers]

    def loss() -> float:
        return float(-np.log(network(inputs[:1])[0, choices[0]]))

    w = network.layers[0][0]
    here = loss()
    w[1, 2] += 1e-2
    slope = (loss() - here) / 1e-2
    w[1, 2] -= 1e-2
    network.fit(inputs[:1], choices[:1], np.ones(1), epochs=1, rate=1e-3, seed=1)
    assert abs((layers[0][0][1, 2] - network.layers[0][0][1, 2]) / 1e-3 - slope) < 0.02


def test_a_deeper_network_begins_close_to_the_old_one():
    inputs, choices = shown()
    network = Imitator([4, 24, 3], seed=1)
    network.fit(inputs, choices, np.ones(len(inputs)), epochs=20, rate=0.05, seed=1)
    right = (network(inputs).argmax(axis=1) == choices).mean()
    network.deepen(seed=4)
    assert len(network.layers) == 3
    assert (network(inputs).argmax(axis=1) == choices).mean() > right - 0.25


def test_tables_bring_it_back():
    network = Imitator([4, 6, 3], seed=5)
    again = Imitator.from_tables(network.tables("playing"), "playing")
    inputs, _ = shown()
    assert np.array_equal(network(inputs), again(inputs))


@kernel
def describe_held(v, move, params, context, row):
    row[0] = v.held


def test_games_are_recorded_as_played():
    game = kibitz.game("racko")
    options = game.options(slots=3)
    players = [kibitz.agent("racko", "kyle", slots=3), kibitz.agent("racko", "kyle:restless=true", slots=3)]
    found = Recorded.of(record(players, describe_held, 1, 40, 5, most=4 * options.limit))
    assert len(found.scores) == 40
    for number in range(40):
        state = kibitz.State(game, options, int(mix(np.uint64(5 + number))))
        for row in np.flatnonzero(found.games == number):
            assert (state.player + number) % 2 == found.players[row]
            assert state.view(state.player).held == found.inputs[row, 0]
            state.push(int(found.moves[row]))
        scores = found.scores[number].tolist()
        assert state.is_over and state.scores == (scores[::-1] if number % 2 else scores)
        assert len(state.moves) == found.decisions[number].sum()


def test_a_recording_in_parts_is_the_recording(monkeypatch):
    options = kibitz.game("racko").options(slots=3)
    players = [kibitz.agent("racko", "max", slots=3)] * 2
    whole = Recorded.of(record(players, describe_held, 1, 12, 5, most=4 * options.limit))
    monkeypatch.setattr("kibitz.learn.imitation.ROOM", 1)
    parts = list(record(players, describe_held, 1, 12, 5, most=4 * options.limit))
    assert len(parts) > 1
    again = Recorded.of(parts)
    for name in ("inputs", "moves", "games", "players", "scores", "decisions"):
        assert np.array_equal(getattr(whole, name), getattr(again, name)), name


def test_the_compiled_network_says_the_same():
    """With one hidden layer and with more."""
    network, chance = Imitator([7, 12, 5], 3), np.random.default_rng(1)
    for _ in range(3):
        inputs = chance.normal(size=(40, 7))
        weights, sizes = network.flat()
        units = np.zeros(sizes.sum(), "f4")
        for row, expected in zip(inputs, network(inputs), strict=True):
            at = chances(weights, sizes, row, units)
            assert np.allclose(units[at : at + 5], expected, atol=1e-5)
        network.deepen(4)
