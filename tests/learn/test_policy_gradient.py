"""The policy gradient: it learns, goes on where it was stopped, and its sums are those of the definitions."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import kibitz  # noqa: E402
from kibitz.learn import policy_gradient  # noqa: E402
from kibitz.learn.judge import judged  # noqa: E402
from kibitz.learn.policy_gradient import advantages, log_shares, summed  # noqa: E402
from kibitz.learn.self_play_settings import GradientSettings  # noqa: E402

SMALL = GradientSettings(windows=30, tables=192, window=12, width=32, layers=2, batch=192, rate=3e-3, anew=5)


def learner_of(seed: int = 1, windows: int = 0) -> policy_gradient.Learner:
    game = kibitz.game("zsy")
    learner = policy_gradient.Learner(game, game.options(hand=6), SMALL, seed)
    for _ in range(windows):
        learner.learn()
    return learner


def test_it_learns():
    learner = learner_of(windows=SMALL.windows)
    before = learner_of(seed=2)
    won = [judged(one.game, one.options, one.mean, "random", 150, 9, "cpu").mean() for one in (learner, before)]
    assert won[0] > 0.5 and won[0] > won[1] + 0.2


def test_a_resumed_run_goes_on_to_the_bit():
    whole, half = learner_of(windows=10), learner_of(windows=5)
    resumed = learner_of()
    resumed.restore({name: np.array(value) for name, value in half.checkpoint().items()})
    for _ in range(5):
        resumed.learn()
    for name, tensor in whole.mean.state_dict().items():
        assert torch.equal(tensor, resumed.mean.state_dict()[name])


def test_shares_are_a_softmax_within_each_group():
    numbers, ends = torch.randn(9), torch.tensor([2, 3, 9])
    expected = torch.cat([numbers[a:b].log_softmax(0) for a, b in ((0, 2), (2, 3), (3, 9))])
    torch.testing.assert_close(log_shares(numbers, ends), expected)
    torch.testing.assert_close(summed(numbers, ends), torch.stack([numbers[:2].sum(), numbers[2], numbers[3:].sum()]))


def test_advantages_are_the_surprises_at_a_seats_own_decisions():
    """Two seats in turn at one table: seat 0 moves thrice, seat 1 twice, then the game is over; a new one begins."""

    class Seen:
        movers = torch.tensor([[0], [1], [0], [1], [0], [1]], dtype=torch.int8)
        over = torch.tensor([[0], [0], [0], [0], [1], [0]])
        rewards = torch.zeros(6, 1, 2)

    Seen.rewards[4, 0] = torch.tensor([1.0, 0.0])
    expected = torch.tensor([[0.5], [0.6], [0.4], [0.3], [0.9], [0.5]])
    better, usable = advantages(Seen, expected, 0.5)
    last = 1.0 - 0.9
    middle = 0.9 - 0.4 + 0.5 * last
    first = 0.4 - 0.5 + 0.5 * middle
    theirs = 0.0 - 0.3
    other = 0.3 - 0.6 + 0.5 * theirs
    torch.testing.assert_close(better[:5, 0], torch.tensor([first, other, middle, theirs, last]))
    assert usable[:, 0].tolist() == [True] * 5 + [False]  # nobody knows yet what comes of the new game


def test_the_critic_alone_sees_hidden_cards():
    """Redealing what the seat to move cannot see changes what the critic is shown, never the pictures of moves."""
    tables = learner_of()._seated()
    rows, whole = tables.look(0).clone(), tables.witness().clone()
    for state in tables.arrays["states"]:
        tables.game.redeal(state, tables.game.player(state), 5)
    assert torch.equal(tables.look(0), rows)
    assert not torch.equal(tables.witness(), whole)
