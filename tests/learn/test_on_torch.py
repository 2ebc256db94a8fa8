"""A module and its optimiser go on from arrays as if they had never stopped."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from kibitz.learn.on_torch import as_arrays, put_back  # noqa: E402


def parts(seed: int):
    torch.manual_seed(seed)
    module = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 1))
    return module, torch.optim.Adam(module.parameters(), lr=0.1)


def learn(module, optimiser, steps: int) -> None:
    inputs = torch.linspace(-1, 1, 12).reshape(4, 3)
    for _ in range(steps):
        optimiser.zero_grad()
        (module(inputs) ** 2).mean().backward()
        optimiser.step()


def test_put_back_it_learns_on_to_the_same_numbers():
    module, optimiser = parts(1)
    learn(module, optimiser, 3)
    kept = as_arrays(net=module, adam=optimiser)
    other, its_optimiser = parts(2)
    put_back({**kept, "games": 7}, net=other, adam=its_optimiser)
    for pair in ((module, optimiser), (other, its_optimiser)):
        learn(*pair, 3)
    assert all(torch.equal(a, b) for a, b in zip(module.parameters(), other.parameters(), strict=True))


def test_what_was_kept_stays_as_it_was():
    module, optimiser = parts(1)
    learn(module, optimiser, 1)
    kept = as_arrays(net=module, adam=optimiser)
    before = {name: array.copy() for name, array in kept.items()}
    learn(module, optimiser, 1)
    for name, array in before.items():
        np.testing.assert_array_equal(kept[name], array)
    assert "adam.0.exp_avg" in kept and "net.0.weight" in kept
