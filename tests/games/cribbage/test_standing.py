"""What playouts go by: the chance between two rounds, and how likely a world is."""

import numpy as np
import pytest

import kibitz
from kibitz.games.cribbage import belief, rules, standing
from kibitz.games.cribbage.rules import STATE
from kibitz.kernel import OVER


def settled(s):
    out = np.zeros(2)
    standing.settled(s, out)
    return out


def test_a_playout_may_stop_when_the_dealer_changes_or_somebody_is_out():
    begun = kibitz.new("cribbage", seed=3).data
    s = begun.copy()
    assert not standing.between(s, begun)
    s.dealer = 1 - s.dealer
    assert standing.between(s, begun)
    s.dealer = begun.dealer
    s.points[1] = s.target
    assert standing.between(s, begun) and rules.player(s) == OVER


def test_the_chances_of_both_add_up_and_rise_with_points():
    s = kibitz.new("cribbage", seed=3).data.copy()
    level = settled(s)
    assert level.sum() == pytest.approx(1) and level[s.dealer] > 0.5  # who deals first has the better chance
    s.points[1 - s.dealer] = 30
    behind = settled(s)
    assert behind[s.dealer] < 0.3 and behind.sum() == pytest.approx(1)
    s.points[s.dealer] = s.target
    assert settled(s)[s.dealer] == 1


def test_a_shorter_game_is_the_end_of_a_long_one():
    long, short = (kibitz.new("cribbage", seed=3, target=target).data.copy() for target in (121, 61))
    long.points[:] = 60, 70
    short.points[:] = 0, 10
    np.testing.assert_array_equal(settled(long), settled(short))


def test_a_hand_that_is_worth_keeping_is_likelier_than_one_that_is_not():
    state = kibitz.new("cribbage", seed=3)
    while state.view(state.player).phase != rules.PLAYING:
        state.push(state.legal[0].code)
    s = np.zeros(1, STATE)
    s[0] = state.data
    other = 1 - state.player
    likely = []
    for ranks in ((4, 4, 9, 10, 2, 12), (2, 12, 9, 10, 4, 4)):  # 5 5 T J kept, 3 K thrown; or the fives thrown
        s[0].cards[other] = [rank + 13 * (i % 2) for i, rank in enumerate(ranks)]
        likely.append(belief.likely(s[0], state.player))
    assert likely[0] > 5 * likely[1] > 0
