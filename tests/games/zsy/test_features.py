"""Features against the paper's own examples, and against counting by hand."""

from math import comb

import numpy as np
import pytest

import kibitz
from kibitz.games.zsy.features import afterstate as f
from kibitz.games.zsy.features.coupled import ACTIVE, move_features
from kibitz.games.zsy.features.picture import PLANES, pictures_of
from kibitz.games.zsy.rules import count

from .test_rules import position


def found(s, seat=0, extras=0):
    """The features of a position by name (by number beyond the paper's)."""
    index, value = np.zeros(f.ACTIVE, np.int32), np.zeros(f.ACTIVE)
    n = f.features(s.view(seat), seat, extras, index, value)
    total: dict = {}
    for i, x in zip(index[:n], value[:n], strict=True):
        key = f.name(int(i)) if i < f.BASIC else int(i)
        total[key] = total.get(key, 0) + x
    return total


def test_the_papers_examples():
    full = found(position("445566", "3"))
    assert full["own turn: full chain of 6"] == 1
    assert full["own turn: sub chain of 4"] == pytest.approx(2 / 3)
    assert found(position("77788JJQQQ", "3"))["own turn: full chain of 5"] == 2
    assert found(position("777", "3"))["own turn: triple 7"] == 1


def test_every_feature_is_doubled_by_whose_turn_it_is():
    s = position("4456", "3")
    mine, other = found(s, 0), found(s, 1)
    assert mine["own turn: own cards"] == pytest.approx(4 / 18)
    assert other["other's turn: other cards"] == pytest.approx(4 / 18)
    assert set(mine) == {
        f"own turn: {what}" for what in ("own cards", "other cards", "double 4", "single 5", "single 6")
    }


def test_features_of_any_hand_by_hand():
    for seed in range(300):
        s = kibitz.new("zsy", seed=seed)
        seat = seed % 2
        held = [int(count(int(s.data.hands[seat]), r)) for r in range(15)]
        turn = "own turn" if s.player == seat else "other's turn"
        expected = {f"{turn}: own cards": 1.0, f"{turn}: other cards": 1.0}
        for rank, n in enumerate(held):
            if n:
                expected[f"{turn}: {('single', 'double', 'triple', 'bomb')[n - 1]} {'3456789TJQKA2☆★'[rank]}"] = 1
        runs = "".join("x" if n >= 2 else "." for n in held[:12])
        for a in range(12):
            for b in range(a + 2, 13):
                if "." not in runs[a:b]:
                    full = (a == 0 or runs[a - 1] == ".") and (b == 12 or runs[b] == ".")
                    key = f"{turn}: {'full' if full else 'sub'} chain of {sum(held[a:b])}"
                    expected[key] = expected.get(key, 0) + (1 if full else 1 / 3)
        assert found(s, seat) == pytest.approx(expected)


def test_odds_are_those_of_the_binomial():
    for size in (1, 2, 3):
        expected = sum(comb(4, k) * 0.3**k * 0.7 ** (4 - k) for k in range(size, 5))
        assert f.at_least(size, 4, 0.3) == pytest.approx(expected)


def test_extras_add_and_change_nothing():
    s = position("5577T", "3JK")
    s.push("77")
    s.push("pass")
    plain = found(s)
    for extras, more in ((f.PASSES, 1), (f.ODDS, 2), (f.HAND_SIZE, len(plain))):
        added = {k: v for k, v in found(s, extras=extras).items() if k not in plain}
        assert {k: v for k, v in found(s, extras=extras).items() if k in plain} == plain
        assert len(added) == more
    assert max(max(k for k in found(s, extras=7) if isinstance(k, int)), 0) < f.SIZE


def test_q_features_see_the_papers_four_facts():
    """The paper's example: 366JK against four cards, playing a 3."""
    s = position("366JK", "4789")
    move = s.parse("3").code
    here = np.zeros(ACTIVE, np.int32)
    move_features(s.view(0), 0, move, here)
    same = position("366QA", "4789")  # as many doubles, high and low cards
    there = np.zeros(ACTIVE, np.int32)
    move_features(same.view(0), 0, move, there)
    assert (here == there).all()
    move_features(position("3669K", "4789").view(0), 0, move, there)
    assert (here == there).tolist() == [True, True, False, False], "one high card less, one low card more"
    move_features(s.view(0), 0, s.parse("66").code, there)
    assert (here != there).all(), "every fact is coupled with the move"


def test_a_picture_shows_what_the_move_leaves():
    s = position("5577T", "3JK")
    s.push("77")
    s.push("pass")
    views, moves, counts = s.asked()
    pictures = pictures_of(views, moves, counts)
    assert pictures.shape == (counts[0], PLANES, 15) and pictures.max() == 1
    five = pictures[[m.name for m in s.legal].index("single 5")]
    assert five[0].nonzero()[0].tolist() == [2, 7] and five[1].sum() == 0  # 5 T are left
    assert five[12].nonzero()[0].tolist() == [2], "a single 5 on the table"
    assert five[17].nonzero()[0].tolist() == list(range(4, 15)), "doubles from 7 were passed on"
    assert five[20].sum() == 2 and five[21].sum() == 3, "cards held"


def test_a_grid_of_ranks_is_the_picture_that_the_network_learned_from():
    torch = pytest.importorskip("torch")
    from kibitz.games.zsy.lab._convolutions import as_grids
    from kibitz.picture import painter

    game = kibitz.game("zsy")
    for seed in range(40):
        s = kibitz.new("zsy", seed=seed)
        for ply in range(seed):
            if not s.is_over:
                s.push(s.legal_codes[(7 * ply + seed) % len(s.legal_codes)])
        if not s.is_over:
            asked = s.asked()
            grids = as_grids(torch.from_numpy(painter(game)(*asked)))
            np.testing.assert_array_equal(grids.numpy(), pictures_of(*asked))


def test_convolutions_written_out_say_the_same():
    torch = pytest.importorskip("torch")
    from kibitz.games.zsy.lab._convolutions import Ranks
    from kibitz.picture import painter

    net = Ranks(5, 2)
    pictures = torch.from_numpy(painter(kibitz.game("zsy"))(*kibitz.new("zsy", seed=3).asked())).float()
    with torch.no_grad():
        torch.testing.assert_close(net.to_ask()(pictures), net(pictures), atol=1e-5, rtol=1e-4)
