"""Reasons in words."""

import numpy as np

import kibitz
from kibitz import cards
from kibitz.coach.hint import hint
from kibitz.games.cribbage import advice, rules


def throwing(hand, dealer, own=0, other=0):
    s = kibitz.new("cribbage", seed=0, first=own, second=other, dealer="first" if dealer else "second")
    if dealer:
        s.push(101)
    s.data.cards[0] = sorted(cards.parse(hand))
    return s


def why(s, best, other, adviser="value"):
    found = {a.move.name: a for a in hint(s, adviser).advice}
    return advice.reason(s.view(s.player), found[best], found[other])


def test_what_the_hand_keeps():
    s = throwing("6C 7D 7H 8S QC KD", dealer=True)
    assert why(s, "QC KD", "6C 7D") == "throwing Q♣ K♦ keeps the double run of three (6♣ 7♦ 7♥ 8♠)"


def test_whose_the_crib_is():
    s = throwing("6C 7D 8H 2S 3D KC", dealer=True)
    assert why(s, "2S 3D", "3D KC").startswith("the crib is yours, and 2♠ 3♦ is worth 3.5 more in it than 3♦ K♣")
    s = throwing("7C 7D 8H QS JD 4C", dealer=False)
    assert why(s, "4C QS", "JD QS").startswith("the crib is theirs, and J♦ Q♠ gives them 1.5 more in it than 4♣ Q♠")


def test_points_now_and_risk():
    s = throwing("5C 6C 9D KH 2S 2D", dealer=False)
    s.push("2S 2D")
    while s.data.phase != rules.PLAYING:
        s.push(int(s.legal_codes[0]))
    assert s.player == 0
    assert why(s, "9D", "5C") == "5♣ makes 5, and any ten then makes 15 for two"


def test_a_count_names_what_is_there():
    s = kibitz.new("cribbage", seed=2, muggins=True)
    while s.data.phase != rules.SHOWING:
        s.push(int(s.legal_codes[0]))
    true = int(rules.true_count(s.data))
    assert f"there are {true} points" in why(s, f"count {true}", "count 0")


def test_every_pair_of_moves_has_a_reason():
    chance = np.random.default_rng(3)
    for seed, adviser in ((1, "value"), (2, "schell")):
        s = kibitz.new("cribbage", seed=seed, muggins=True)
        while not s.is_over and len(s.moves) < 60:
            found = hint(s, adviser).advice
            for other in found[1:]:
                said = advice.reason(s.view(s.player), found[0], other)
                assert said and not said.endswith(".") and "{" not in said
            s.push(int(chance.choice(s.legal_codes)))


def test_an_adviser_without_columns_gives_no_reason():
    s = kibitz.new("cribbage", seed=1)
    found = hint(s, "greedy").advice
    assert advice.reason(s.view(s.player), found[0], found[1]) == ""
