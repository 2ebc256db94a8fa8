"""Reasons: of every pair of moves one, that names what the position shows and nothing hidden."""

from types import SimpleNamespace

import numpy as np

import kibitz
from gin.test_rules import HIGH, LOW, arranged
from kibitz import cards
from kibitz.coach.hint import hint
from kibitz.games.gin import advice
from kibitz.games.gin.melds import deadwood


def why(s, best: str, other: str) -> str:
    named = [SimpleNamespace(move=s.parse(text), value=0.5, details={}) for text in (best, other)]
    return advice.reason(s.view(s.player), *named)


def test_why_to_take_or_to_leave():
    s = arranged(LOW.replace("9H", "QD"), HIGH, "9H")
    assert why(s, "take", "pass") == "9♥ makes a meld and brings your deadwood from 35 to 10"
    s = arranged(LOW, HIGH, "QS")
    assert why(s, "pass", "take") == "Q♠ makes no meld, and a card from the stock may"
    assert why(s, "take", "pass") == "a hand with Q♠ wins more often, though it saves no deadwood"
    s = arranged(LOW, HIGH, "4C")
    assert why(s, "pass", "take") == (
        "the meld with 4♣ only brings your deadwood from 10 to 0, and the other player would see it"
    )
    s = arranged(LOW.replace("KS", "3D"), HIGH, "TH")
    assert why(s, "pass", "take") == "the meld with T♥ saves no deadwood, and the other player would see it"


def test_why_to_throw_one_card_rather_than_another():
    s = arranged("AC 2C 3C 4D 5D 6D 7H 8H KC KS", HIGH.replace("KC", "QD"), "9H")
    s.push("take")
    assert why(s, "discard KS", "discard 7H") == (
        "K♠ leaves 10 deadwood and 7♥ 37, and the other player can meld 7♥ with about 23%, K♠ with 4%"
    )
    s.push("discard KC")
    s.push("draw")
    assert "the other player took 9♥, which 9♠ goes with" in why(s, "discard QD", "discard 9S")


def test_more_deadwood_is_never_the_reason_for_a_discard():
    """It is owned up to, after what speaks for the card."""
    s, rng, owned = kibitz.new("gin", seed=5), np.random.default_rng(2), 0
    for _ in range(60):
        for best in s.legal[:5]:
            for other in s.legal[-5:]:
                if best != other and best.name.startswith("discard") and other.name.startswith("discard"):
                    hand = int(s.data.hands[s.player])
                    left, would = (int(deadwood(hand ^ 1 << move.code)) for move in (best, other))
                    said, _, though = why(s, best.name, other.name).partition(", though it leaves ")
                    assert ("deadwood" in said) == (left < would)
                    assert though == (f"{left} deadwood and not {would}" if left > would else "")
                    owned += left > would
        s.push(int(rng.choice(s.legal_codes)))
    assert owned > 10


def test_why_to_knock_or_to_wait():
    s = arranged("AC 2C 3C 4D 5D 6D 7H 8H KC 5S", HIGH.replace("KC", "QD"), "9H")
    s.push("take")
    assert why(s, "knock KC", "discard KC").startswith("5 is likely less than the other player has by turn 1")
    said = "with 5 the other player may undercut you by turn 1, and 5 cards would bring gin"
    assert why(s, "discard KC", "knock KC") == said
    s = arranged(LOW, HIGH, "TH")
    s.push("take")
    assert why(s, "knock KS", "discard KS").startswith("gin scores the bonus")


def test_every_pair_of_moves_has_a_reason_that_shows_no_hidden_card():
    s, rng = kibitz.new("gin", seed=9), np.random.default_rng(1)
    for _ in range(40):
        legal, hidden = s.legal, int(s.data.hands[1 - s.player]) & ~int(s.data.known[1 - s.player])
        for best in legal[:4]:
            for other in legal[-4:]:
                if best != other:
                    said = why(s, best.name, other.name)
                    assert said and not any(cards.pretty([c]) in said for c in range(52) if hidden >> c & 1), said
        s.push(int(rng.choice(s.legal_codes)))


def test_a_hint_is_a_sentence_with_a_chance_and_a_reason():
    found = hint(arranged(LOW.replace("9H", "QD"), HIGH, "9H"))
    assert found.unit == "chance to win" and found.sentence.startswith("Take: ") and "because" in found.sentence
    assert all(line.error == 0 for line in found.advice) and found.assumes
