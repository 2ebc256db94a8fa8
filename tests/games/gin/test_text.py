"""Words: every move's name is read back, and nothing said shows a hidden card."""

import numpy as np
import pytest

import kibitz
from kibitz import cards
from kibitz.errors import InvalidMove
from kibitz.games.gin import text
from kibitz.games.gin.rules import KNOCK


def test_names_are_read_back():
    v = kibitz.new("gin", seed=1).view(0)
    for move in range(108):
        assert text.read(v, text.name(v, move)) == [move]


def test_other_spellings():
    v = kibitz.new("gin", seed=1).view(0)
    card = cards.parse("5H")[0]
    assert text.read(v, "5h") == text.read(v, "throw 5♥") == [card]
    assert text.read(v, "knock") == list(range(KNOCK, 2 * KNOCK))
    assert text.read(v, "gin 5H") == text.read(v, "knock with 5H") == [KNOCK + card]
    assert text.read(v, "") == text.read(v, "5H 6H") == text.read(v, "fold") == []
    with pytest.raises(InvalidMove):
        kibitz.new("gin", seed=1).push("fold")


def test_arranged_shows_melds_and_deadwood():
    hand = sum(1 << card for card in cards.parse("5C 5D 5H 5S 6S 7S KC KD 2C AH"))
    assert text.arranged(hand) == "5♣ 5♦ 5♥ | 5♠ 6♠ 7♠ | A♥ 2♣ K♣ K♦"


def test_no_telling_of_hidden_cards():
    s = kibitz.new("gin", seed=5, hands=1)
    rng = np.random.default_rng(3)
    while not s.is_over:
        p, before = s.player, s.view(1 - s.player).copy()
        s.push(int(rng.choice(s.legal_codes)))
        said = text.tell(before, s.moves[-1], s.view(1 - p), 1 - p)
        shown = text.show(s.view(1 - p), 1 - p)
        hidden = [c for c in range(52) if (int(s.data.hands[p]) & ~int(s.data.known[p])) >> c & 1]
        if not s.is_over:
            assert not any(cards.pretty([card]) in said + shown for card in hidden)
    assert text.show(s.view(0), 0)
