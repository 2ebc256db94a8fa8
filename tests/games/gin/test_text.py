"""Words: every move's name is read back, and nothing said shows a hidden card."""

import numpy as np
import pytest

import kibitz
from gin.test_rules import HIGH, LOW, arranged
from kibitz import cards
from kibitz.errors import AmbiguousMove, InvalidMove
from kibitz.games.gin import melds, text
from kibitz.games.gin.rules import KNOCK, TAKE


def test_names_are_read_back():
    v = kibitz.new("gin", seed=1).view(0)
    for move in range(108):
        assert text.read(v, text.name(v, move)) == [move]


def test_other_spellings():
    v = kibitz.new("gin", seed=1).view(0)
    card = cards.parse("5H")[0]
    assert text.read(v, "5h") == text.read(v, "throw 5♥") == [card]
    assert text.read(v, "DISCARD 5H") == text.read(v, "play the 5h") == [card]
    assert text.read(v, "10s") == text.read(v, "ts") == cards.parse("TS")
    assert text.read(v, "gin 5H") == text.read(v, "knock with 5H") == [KNOCK + card]
    assert text.read(v, "") == text.read(v, "5H 6H") == text.read(v, "fold") == []
    with pytest.raises(InvalidMove):
        kibitz.new("gin", seed=1).push("fold")


def test_the_upcard_is_taken_by_its_name():
    s = arranged(LOW, HIGH, "QS")
    for said in ("take", "Qs", "q", "take qs", "Take the Q", "take upcard", "pick up QS"):
        assert text.read(s.view(0), said) == [TAKE], said
    assert text.read(s.view(0), "throw qs") == cards.parse("QS") and text.read(s.view(0), "take ks") == []
    s.push("take")
    assert text.read(s.view(0), "qs") == cards.parse("QS")


def test_a_rank_alone_is_any_such_card_of_the_hand():
    s = arranged("AC 2C 3C 4D 5D 6D 7H 8H KC KS", HIGH.replace("KC", "QD"), "9H")
    s.push("9h")
    assert text.read(s.view(0), "k") == text.read(s.view(0), "throw K") == cards.parse("KC KS")
    assert text.read(s.view(0), "knock") == [KNOCK + card for card in cards.parse("KC KS")]
    with pytest.raises(AmbiguousMove):
        s.push("k")
    assert s.parse("discard 2").name == "discard 2C"


def test_refusals_say_why():
    s = arranged("AC 2C 5C 7D 9D JD QH 8H KS 6S", HIGH.replace("5C", "4H").replace("JD", "JC"), "3H")
    refused = {"draw": "take 3♥ or pass", "5c": "you have ten cards: first take 3♥ or pass", "ks": "first take 3♥"}
    for said, why in refused.items():
        assert why in text.why_not(s.view(0), said), said
    assert text.why_not(s.view(0), "take") is None and text.why_not(s.view(0), "fold") is None
    s.push("pass")
    s.push("pass")
    drawn = cards.pretty([s.data.drawn])
    assert text.why_not(s.view(0), "draw") == f"you have drawn {drawn}: now throw a card"
    assert text.why_not(s.view(0), "5h") == "you do not hold 5♥"
    dead = int(melds.deadwood(int(s.data.hands[0]) ^ 1 << cards.parse("KS")[0]))
    assert text.why_not(s.view(0), "knock ks") == f"you would have {dead} deadwood, the limit is 10"
    assert text.why_not(s.view(0), "knock").endswith("deadwood, the limit is 10")
    assert text.why_not(s.view(0), "big gin") == "big gin is not played here: throw a card"
    s.push("ks")
    assert text.why_not(s.view(1), "pass") == "only the first card can be passed: take K♠ or draw from the stock"
    s.push("ks")
    assert text.why_not(s.view(1), "ks") == "K♠ was just taken and may not go back at once"


def test_every_refusal_has_a_reason_and_nothing_allowed_is_refused():
    s, rng = kibitz.new("gin", seed=21, big_gin=20), np.random.default_rng(2)
    for _ in range(60):
        v, legal = s.view(s.player), set(s.legal_codes.tolist())
        for code in range(108):
            assert (text.why_not(v, text.name(v, code)) is None) == (code in legal), text.name(v, code)
        s.push(int(rng.choice(s.legal_codes)))


def test_now_says_what_happened_and_what_to_type():
    s = arranged("AC 2C 3C 4D 5D 6D 7H 8H KC KS", HIGH.replace("KC", "QD"), "9H")
    assert text.now(s.view(0), 0) == "9♥ is turned up and you have 35 deadwood: type take or pass."
    assert text.now(s.view(1), 1) == "The other player may take the first card or pass."
    s.push("take")
    assert text.now(s.view(0), 0) == "You took 9♥: type a card to throw, or knock KC to lay down with 10 deadwood."
    s.push("kc")
    dead = melds.deadwood(int(s.data.hands[1]))
    expected = f"The other player took 9♥ and threw K♣ and you have {dead} deadwood: type take or draw."
    assert text.now(s.view(1), 1) == expected
    s.push("draw")
    said = text.now(s.view(1), 1)
    assert said.startswith(f"You drew {cards.pretty([s.data.drawn])}: type a card to throw, such as")
    assert s.parse(said.split("such as ")[1].split(",")[0]) and "10 or less lets you knock" in said


def test_a_knock_is_told_with_its_layoffs_added_up():
    s = arranged("AC 2C 3C 4D 5D 6D 7H 8H QS 9H", "4C 7D TH KD KH QC JS 8S 6S 3H", "2S", hands=1)
    s.push("take")
    before = [s.view(seat) for seat in range(2)]
    s.push("knock QS")
    told = [text.tell(before[seat], s.moves[-1], s.view(seat), seat) for seat in range(2)]
    assert told[0] == (
        "you throw Q♠ and knock. You show A♣ 2♣ 3♣ | 4♦ 5♦ 6♦ | 7♥ 8♥ 9♥ and have 2♠ left, 2. The other player shows "
        "no meld, lays off 4♣ 7♦ T♥ and has 3♥ 6♠ 8♠ J♠ Q♣ K♦ K♥ left, 3 + 6 + 8 + 10 + 10 + 10 + 10 = 57. "
        "57 - 2 = 55 points for you; the score is you 55, the other player 0."
    )
    assert told[1].startswith("{who} throws Q♠ and knocks. {who} shows A♣ 2♣ 3♣ |")
    assert told[1].endswith("57 - 2 = 55 points for {who}; the score is {who} 55, you 0.")


def test_gin_and_an_undercut_are_told():
    s = arranged(LOW, "4C 7D 9C KD KH QC JS 8S 6S 5S", "TH", hands=1)
    s.push("take")
    before = s.view(1)
    s.push("knock KS")
    said = text.tell(before, s.moves[-1], s.view(1), 1)
    assert "{who} shows A♣ 2♣ 3♣ | 4♦ 5♦ 6♦ | 7♥ 8♥ 9♥ T♥ and has nothing left." in said
    assert "Gin: 25 + 79 = 104 points for {who}" in said
    s = arranged("AC 2C 3C 4D 5D 6D 7H 8H 9H KS", "KC KD KH TC TD TS 4H 4S 4C 2H", "2S", hands=1)
    s.push("take")
    before = s.view(1)
    s.push("knock KS")
    said = text.tell(before, s.moves[-1], s.view(1), 1)
    assert "An undercut, as 2 is not more than 2: 25 + 2 - 2 = 25 points for you" in said


def test_every_sentence_has_its_subject():
    for seed in range(20):
        s, rng = kibitz.new("gin", seed=seed, hands=1), np.random.default_rng(seed)
        while not s.is_over:
            p, before = s.player, [s.view(0), s.view(1)]
            s.push(int(rng.choice(s.legal_codes)))
            for seat in range(2):
                said = text.tell(before[seat], s.moves[-1], s.view(seat), seat)
                assert said.startswith("you " if seat == p else "{who} ") and ("{who}" in said) == (seat != p)
                assert text.now(s.view(seat), seat).endswith(".")


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
