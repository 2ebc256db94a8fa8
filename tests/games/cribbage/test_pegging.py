"""What a card in the play is worth by simple rules."""

import numpy as np
import pytest

import kibitz
from kibitz import cards
from kibitz.games.cribbage import counting, pegging, rules


def test_greedy_pegger_breaks_ties_with_the_higher_card():
    s = kibitz.new("cribbage", seed=1).data
    s.cards[0], s.cards[1] = cards.parse("2C 4C 9C KC AH 2H"), cards.parse("3D 5D 6D 7D 8D 9D")
    s.starter, s.phase, s.to_move, s.dealer = cards.parse("QS")[0], rules.PLAYING, 0, 1
    assert cards.name(pegging.greedy_card(s)) == "KC"
    s.pile[0], s.by[0], s.played, s.total = cards.parse("6D")[0], 1, 1, 6
    assert cards.name(pegging.greedy_card(s)) == "9C"  # fifteen


def test_expected_reply_against_enumeration():
    """One card of the other, uniform: the mean of its points is what the kernel says."""
    v = np.zeros(1, rules.STATE)[0]
    v.pile[:2], v.played, v.total = cards.parse("7C 6D"), 2, 13
    full = sum(4 << 4 * rank for rank in range(13))
    gains = [counting.peg(np.array([6, 5, rank], np.int8), 0, 3, 13 + rules.value(rank)) for rank in range(13)]
    assert pegging.expected_reply(v, full, 13, 1, 0) == pytest.approx(np.mean(gains))


def view_of(mine, theirs, pile):
    """What seat 0 sees when it is to play after a pile that began with the other's card."""
    s = kibitz.new("cribbage", seed=1, dealer="first").data
    s.cards[0], s.cards[1] = cards.parse(mine + " AH 2H"), cards.parse(theirs + " AS 2S")
    s.starter, s.phase = cards.parse("QS")[0], rules.PLAYING
    s.left[:] = 4
    s.to_move = 1
    for card in cards.parse(pile):
        rules.lay(s, card)
    assert s.to_move == 0
    view = np.zeros(1, rules.STATE)[0]
    rules.view(s, 0, view)
    return view


def test_columns_of_a_hint():
    view = view_of("5C 6C 9C KC", "3D 4D 7D 8D", "7D")
    moves = np.array(cards.parse("5C 6C 9C KC"), np.int32)
    columns = pegging.play_columns(view, moves)
    assert columns["points now"].tolist() == [0, 0, 0, 0]
    assert (columns["risk"] < 0).all() and columns["risk"].argmin() == 1  # a six on a seven may be run upon
    pair = view_of("7C 8C 9C KC", "3D 4D 7D 8D", "7D")
    assert pegging.play_columns(pair, np.array(cards.parse("7C 8C"), np.int32))["points now"].tolist() == [2, 2]


def test_a_card_known_to_be_the_last_scores_one_more():
    # 8, 18, 27: seat 0 cannot follow, so seat 1's last 3 makes 30 and scores one; the next count is seat 0's.
    view = view_of("9C TC JC KC", "3D 4D 8D 9D", "8D TC 9D 3D")
    assert view.total == 0 and view.left.tolist() == [3, 1]
    columns = pegging.play_columns(view, np.array(cards.parse("9C JC KC"), np.int32))
    assert columns["points now"].tolist() == [0, 0, 0]  # the other may hold a card that fits
    view.left[1] = 0
    view.laid[0] |= 0b1000  # as if the king lay, too: nine and jack make 19 and fit on each other
    assert pegging.play_columns(view, np.array(cards.parse("9C JC"), np.int32))["points now"].tolist() == [0, 0]
    view.total = 20
    assert pegging.play_columns(view, np.array(cards.parse("9C JC"), np.int32))["points now"].tolist() == [1, 1]
