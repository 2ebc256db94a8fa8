"""Cribbage in words."""

import numpy as np
import pytest

import kibitz
from kibitz import cards
from kibitz.errors import AmbiguousMove, IllegalMove, InvalidMove
from kibitz.games.cribbage import rules, text


def spell(hand, starter=None, crib=False):
    return text.spell(cards.parse(hand), rules.NONE if starter is None else cards.parse(starter)[0], crib)


@pytest.mark.parametrize(
    "hand, starter, spoken",
    [
        ("5C TD 2H 3S", "4D", "fifteen two, fifteen four, and a run of four makes eight"),
        ("2C 3D KH 7S", "9D", "fifteen two"),
        ("7C 8D 8H 9S", "KD", "fifteen two, fifteen four, and a double run of three makes twelve"),
        ("QC KD AH 7S", "9C", "nothing"),
        ("2C 4D 8H JS", "KS", "one for his nobs"),
        ("2C 4C 6C 8C", "TH", "a flush is four"),
        ("4C 4D 4H 8S", "QD", "three alike is six"),
        ("2C 2D KH QS", "QD", "a pair is two, and a pair makes four"),
    ],
)
def test_a_hand_as_players_count_it(hand, starter, spoken):
    assert spell(hand, starter) == spoken


def test_spoken_counts_end_at_the_true_count():
    rng = np.random.default_rng(2)
    words = {text.spell_number(n): n for n in range(30)}
    for n in range(2000):
        a, b, c, d, starter = rng.choice(52, 5, replace=False).tolist()
        crib = bool(n % 2)
        spoken = text.spell([a, b, c, d], starter, crib)
        last = {"one for his nobs": "one"}.get(spoken, spoken.rsplit(" ", 1)[-1])
        assert words[last] == rules.count(a, b, c, d, starter, crib), (spoken, cards.names([a, b, c, d, starter]))


def test_names_read_back_everywhere():
    for seed, muggins in ((1, False), (2, True)):
        s = kibitz.new("cribbage", seed=seed, muggins=muggins)
        rng = np.random.default_rng(seed)
        while not s.is_over:
            legal = s.legal
            for move in legal:
                assert set(text.read(s.view(s.player), move.name)) & {m.code for m in legal} == {move.code}
            s.push(int(rng.choice(s.legal_codes)))


def test_reading():
    s = kibitz.new("cribbage", seed=7)
    hand = [cards.name(int(c)) for c in s.view(s.player).cards[s.player]]
    with pytest.raises(InvalidMove):
        s.push("fly")
    with pytest.raises(IllegalMove):
        s.push(hand[0])
    other = next(cards.name(c) for c in range(52) if cards.name(c) not in hand)
    with pytest.raises(IllegalMove):
        s.push(f"{hand[0]} {other}")
    assert s.parse(f"throw {hand[1].lower()},{hand[0]}").code == rules.DISCARD + 1
    s.push(f"{hand[0]} {hand[1]}")


def test_ranks_alone_throw_cards():
    s = kibitz.new("cribbage", seed=3)
    data = s.data
    data.cards[s.player] = sorted(cards.parse("4C 5C 5D TH JS KD"))
    assert s.parse("10 J") == s.parse("TH JS") == s.parse("thjs")
    assert s.parse("5 5").name == "5C 5D"
    for unclear in ("5 J", "5 4"):
        with pytest.raises(AmbiguousMove):
            s.parse(unclear)
    with pytest.raises(IllegalMove):
        s.parse("4 4")


def test_a_rank_alone_plays_a_card():
    for seed in range(100):
        s = kibitz.new("cribbage", seed=seed)
        s.push(101)
        s.push(101)
        held = [c % 13 for c in s.legal_codes]
        for rank in set(held):
            if held.count(rank) == 1:
                assert s.parse(cards.RANKS[rank]).code % 13 == rank
            else:
                with pytest.raises(AmbiguousMove):
                    s.parse(cards.RANKS[rank])
        if len(set(held)) < 4:
            return
    raise AssertionError("no hand with a pair")


def test_what_is_told_does_not_give_cards_away():
    s = kibitz.new("cribbage", seed=9)
    for _ in range(2):
        before = s.view(1 - s.player)
        watcher = 1 - s.player
        thrown = s.legal[0]
        s.push(thrown)
        told = text.tell(before, thrown.code, s.view(watcher), watcher)
        assert "two cards" in told and not any(name in told for name in thrown.name.split())


def test_a_round_is_told_to_the_end():
    s = kibitz.new("cribbage", seed=3)
    told = ""
    while "the crib" not in told:
        before, player = s.view(0), s.player
        move = s.legal[0]
        s.push(move)
        told = text.tell(before, move.code, s.view(0), 0)
        assert player in (0, 1)
    assert "pone's hand" in told and "dealer's hand" in told
    assert "you" in s.show(0) and "hand" in s.show(1)
