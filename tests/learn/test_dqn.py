"""Deep Q-learning on a world small enough to know the answer."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from kibitz.learn.dqn import DQN, Outcomes, Settings, best_moves  # noqa: E402


class Corridor:
    """Two rooms. In the first, move 0 leads on, move 1 ends with 0.4, move 2 is forbidden though it would pay 9.

    In the second, both moves end the game: move 0 pays 1 half of the time, move 1 always pays 0.3.
    """

    inputs, moves = 2, 3
    worth = np.array([[0.5, 0.4], [0.5, 0.3]])

    def __init__(self, games: int) -> None:
        self.room = np.zeros(games, np.int64)

    def look(self):
        return self._seen(self.room), self._allowed(self.room)

    def _seen(self, room):
        return np.eye(2, dtype=np.float32)[room]

    def _allowed(self, room):
        return np.broadcast_to(np.array([True, True, False]), (*room.shape, 3)).copy()

    def step(self, moves, repeat, seed):
        assert (moves < 2).all(), "a forbidden move was made"
        chance = np.random.default_rng(seed).random((len(moves), repeat))
        room = np.repeat(self.room[:, None], repeat, axis=1)
        moves = np.repeat(moves[:, None], repeat, axis=1)
        lucky = (chance < 0.5).astype(np.float32)
        rewards = np.where(room == 0, np.where(moves == 0, 0, 0.4), np.where(moves == 0, lucky, 0.3))
        over = (room == 1) | (moves == 1)
        after = np.where(over, 0, 1)
        self.room = after[:, 0]
        return Outcomes(rewards.astype(np.float32), self._seen(after), self._allowed(after), over)

    def save(self):
        return {"room": self.room}

    def restore(self, saved):
        self.room = np.array(saved["room"])


SETTINGS = Settings(
    episodes=700, repeat=8, memory=2048, batch=128, target_every=10, explore_decay=150, rates=(1e-2, 1e-3)
)


def student(settings: Settings = SETTINGS) -> DQN:
    def build():
        return torch.nn.Sequential(torch.nn.Linear(2, 16), torch.nn.ReLU(), torch.nn.Linear(16, 3))

    return DQN(build, Corridor(4), settings, seed=1)


def test_it_learns_what_each_move_is_worth():
    dqn = student()
    while dqn.done < 1:
        dqn.step()
    with torch.no_grad():
        learned = dqn.network(torch.eye(2)).numpy()
    assert np.abs(learned[:, :2] - Corridor.worth).max() < 0.06
    seen, allowed = Corridor(2).look()
    assert best_moves(dqn.network, seen, allowed).tolist() == [0, 0]


def test_a_restored_one_goes_on_as_it_would_have():
    whole = student()
    for _ in range(60):
        whole.step()
    first = student()
    for _ in range(25):
        first.step()
    saved = first.checkpoint()
    for _ in range(5):
        first.step()  # the checkpoint must not follow
    second = student()
    second.restore(saved)
    for _ in range(35):
        second.step()
    a, b = whole.checkpoint(), second.checkpoint()
    assert a.keys() == b.keys()
    assert all(np.array_equal(a[name], b[name]) for name in a)


def test_the_schedules_are_the_papers():
    settings = Settings(episodes=300, rates=(3.0, 2.0, 1.0))
    assert settings.explore(0) == 1.0
    assert settings.explore(5000) == pytest.approx(0.1 + 0.9 / np.e)
    assert [settings.rate(e) for e in (0, 99, 100, 299, 300)] == [3.0, 3.0, 2.0, 1.0, 1.0]


def test_the_copy_is_renewed_by_episodes():
    dqn = student()
    while dqn.episodes < SETTINGS.target_every:
        assert dqn.renewed == 0
        dqn.step()
    assert dqn.renewed == dqn.episodes
    for mine, theirs in zip(dqn.network.parameters(), dqn.copy.parameters(), strict=True):
        assert torch.equal(mine, theirs)
