"""What the experiments train on."""

from itertools import pairwise

import numpy as np
import pytest

import kibitz
from kibitz.games.yacht import features, rules
from kibitz.games.yacht.solve import lanes_of

torch = pytest.importorskip("torch")

from kibitz.games.yacht.lab import _dqn_games  # noqa: E402
from kibitz.games.yacht.lab._dqn_games import Sight, YachtWorld, code_of, network  # noqa: E402
from kibitz.games.yacht.lab._turns_on_tensors import Turn  # noqa: E402

OPTIONS = kibitz.game("yacht").options()


@pytest.mark.parametrize("rule_set", ["nintendo", "paper", "yahtzee"])
def test_a_turn_on_tensors_is_a_turn_of_the_solver(rule_set):
    """With the solved values at its ends, a turn must be worth the solved value."""
    table = torch.as_tensor(kibitz.solve("yacht", rules=rule_set).table.astype(np.float32))
    turn = Turn(kibitz.game("yacht").options(rules=rule_set))
    chance = np.random.default_rng(0)
    full = chance.integers(0, (1 << turn.boxes) - 1, 200)
    upper = np.array([chance.integers(lanes_of(f)) for f in full])
    if turn.has_second:  # half of the full yacht boxes hold 50
        full |= (full >> rules.YACHT & chance.integers(2, size=200)) << turn.boxes
    boards = torch.as_tensor(full), torch.as_tensor(upper)

    def worth(marked, upper):
        return table[marked >> turn.boxes, marked & turn.last, upper]

    last, two, whole = turn.expect(turn.fills(worth, boards))
    assert (whole - worth(*boards)).abs().max() < 1e-3
    assert (two >= last - 1e-3).all()  # another roll never hurts


def test_boards_are_told_apart():
    seen = np.zeros((3, features.board_size(12)), np.float32)
    for row, (full, upper) in zip(seen, [(0, 0), (4095, 63), (5, 10)], strict=True):
        features.write_board(full, upper, 12, row)
    assert seen.sum(axis=1).tolist() == [12, 63, 10 + 10]
    assert (features.unmarked(12)[5] == seen[2, :12]).all()


def test_the_nineteen_numbers():
    s = kibitz.new("yacht", seed=1)
    s.data.dice[:] = [2, 2, 2, 5, 5]
    s.data.boxes[0, [0, 11]] = [3, 0]
    seen = np.zeros(19, np.float32)
    features.observe(s.data, np.arange(5, dtype=np.int8), True, False, seen)
    assert seen.tolist() == [-1, 6, 0, 0, 10, 0, 16, 0, 16, 0, 0, -1, 3, 2, 2, 2, 2, 5, 5]
    features.observe(s.data, np.array([4, 0, 1, 2, 3], np.int8), False, True, seen)
    assert seen[:14].tolist() == pytest.approx([-1] + [0] * 10 + [-1, 3 / 63, 1])
    assert seen[14:].tolist() == pytest.approx([5 / 6, 2 / 6, 2 / 6, 2 / 6, 5 / 6])


def test_unsorted_keeps_mean_the_dice_shown():
    s = kibitz.new("yacht", seed=1).data
    s.dice[:] = [2, 2, 2, 5, 6]
    order = np.array([3, 1, 4, 0, 2], np.int8)  # shown: 5 2 6 2 2
    assert code_of(s, order, 0b10000) == 0b00010
    assert code_of(s, order, 0b00001) == 0b10000
    assert code_of(s, order, 0b01111) == 0b11101
    assert code_of(s, order, 40) == 40


@pytest.mark.parametrize("sight", [Sight(), Sight(sort=False), Sight(scores=False, scale=False)])
def test_the_world_plays_by_the_rules(sight):
    world = YachtWorld(OPTIONS, 8, 3, sight)
    chance = np.random.default_rng(1)
    for step in range(60):
        _, allowed = world.look()
        before = world.states.copy()
        moves = np.where(allowed, chance.random(allowed.shape), -1).argmax(axis=1)
        outcomes = world.step(moves, 5, seed=step)
        for i in range(8):
            rules.audit(world.states[i])
            if moves[i] >= rules.FILL:
                # Whatever is rolled next, the points are certain.
                assert len(set(outcomes.rewards[i].tolist())) == 1
                if not outcomes.over[i, 0]:
                    gained = rules.total(world.states[i], 0) - rules.total(before[i], 0)
                    assert outcomes.rewards[i, 0] == pytest.approx(gained / (65 if sight.scale else 1))
            else:
                assert (outcomes.rewards[i] == 0).all() and not outcomes.over[i].any()
        again, _ = world.look()
        assert np.array_equal(again[~outcomes.over[:, 0]], outcomes.seen[~outcomes.over[:, 0], 0])
    assert not np.isnan(world.totals).all()


def test_the_largest_network_has_the_papers_size():
    with torch.device("meta"):
        counts = {size: sum(p.numel() for p in network(True, size).parameters()) for size in _dqn_games.WIDTHS}
    assert counts["large"] == pytest.approx(30e6, rel=0.02)
    assert all(a < b for a, b in pairwise(counts.values()))
