"""Counts as players speak them."""

import re

import numpy as np
import pytest

from kibitz import cards
from kibitz.games.cribbage import rules, spoken


@pytest.mark.parametrize(
    "hand, starter, said",
    [
        (
            "5C TD 2H 3S", "4D",
            "fifteen two (5♣ T♦), fifteen four (2♥ 3♠ T♦), and a run of four makes eight (2♥ 3♠ 4♦ 5♣)",
        ),
        ("2C 3D KH 7S", "9D", "fifteen two (2♣ 3♦ K♥)"),
        (
            "7C 8D 8H 9S", "KD",
            "fifteen two (7♣ 8♦), fifteen four (7♣ 8♥), and a double run of three makes twelve (7♣ 8♦ 8♥ 9♠)",
        ),
        ("QC KD AH 7S", "9C", "nothing"),
        ("2C 4D 8H JS", "KS", "one for his nobs (J♠)"),
        ("2C 4C 6C 8C", "TH", "a flush is four (2♣ 4♣ 6♣ 8♣)"),
        ("2C 4C 6C 8C", "TC", "a flush is five (2♣ 4♣ 6♣ 8♣ T♣)"),
        ("4C 4D 4H 8S", "QD", "three alike is six (4♣ 4♦ 4♥)"),
        ("2C 2D KH QS", "QD", "a pair is two (2♣ 2♦), and a pair makes four (Q♦ Q♠)"),
    ],
)  # fmt: skip
def test_a_hand_as_players_count_it(hand, starter, said):
    assert spoken.spell(cards.parse(hand), cards.parse(starter)[0]) == said


def test_four_of_a_suit_are_no_flush_in_the_crib():
    assert spoken.spell(cards.parse("2C 4C 6C 8C"), cards.parse("TH")[0], is_crib=True) == "nothing"


def test_spoken_counts_end_at_the_true_count():
    rng = np.random.default_rng(2)
    words = {spoken.spell_number(n): n for n in range(30)}
    for n in range(2000):
        a, b, c, d, starter = rng.choice(52, 5, replace=False).tolist()
        crib = bool(n % 2)
        true = rules.count(a, b, c, d, starter, crib)
        parts = spoken.parts([a, b, c, d], starter, crib)
        assert sum(part.points for part in parts) == true
        assert all(set(part.cards) <= {a, b, c, d, starter} for part in parts)
        said = re.sub(r" \(.*?\)", "", spoken.spell([a, b, c, d], starter, crib))
        last = {"one for his nobs": "one"}.get(said, said.rsplit(" ", 1)[-1])
        assert words[last] == true, (said, cards.names([a, b, c, d, starter]))
