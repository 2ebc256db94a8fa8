"""Draws that are counted: every card of the stock once, and nothing else changes."""

import numpy as np
import pytest

import kibitz
from kibitz.games.gin.chance import go, ways
from kibitz.games.gin.rules import DRAW, PASS, audit


def outcomes(s: kibitz.State, code: int) -> list[tuple[np.record, float]]:
    """The position after each way a move can go, and how likely it is."""
    found = []
    for way in range(int(ways(s.data, code))):
        after = s.data.copy()
        share = float(go(after, code, way))
        found.append((after, share))
    return found


def mask(cards: np.ndarray) -> int:
    return sum(1 << int(card) for card in cards)


def test_every_card_of_the_stock_may_be_drawn_and_no_other():
    s, rng, drawn, passed = kibitz.new("gin", seed=5), np.random.default_rng(3), 0, 0
    while drawn < 40 or passed < 2:
        code = int(rng.choice(s.legal_codes))
        stock = sorted(int(card) for card in s.data.deck[s.data.next :])
        found = outcomes(s, code)
        before = s.data.copy()
        s.push(code)
        # A draw is what takes a card off the stock within a hand.
        if s.data.hand == before.hand and s.data.next > before.next:
            assert sorted(int(after.drawn) for after, _ in found) == stock
            assert sum(share for _, share in found) == pytest.approx(1)
            assert {share for _, share in found} == {1 / len(stock)}
            mover = int(s.data.to_move)
            for after, _ in found:
                audit(after)
                assert int(after.hands[mover]) == int(before.hands[mover]) | 1 << int(after.drawn)
                assert after.hands[1 - mover] == before.hands[1 - mover] and after.pile == before.pile
                assert mask(after.deck[after.next :]) == mask(before.deck[before.next :]) ^ 1 << int(after.drawn)
            drawn, passed = drawn + (code == DRAW), passed + (code == PASS)
        else:
            assert found == [], "no card is drawn, or another hand is dealt"
