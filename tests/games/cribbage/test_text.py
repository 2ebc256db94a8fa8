"""Cribbage in words."""

import re

import numpy as np
import pytest

import kibitz
from kibitz import cards
from kibitz.errors import AmbiguousMove, IllegalMove, InvalidMove
from kibitz.games.cribbage import rules, text


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


def test_words_that_may_stand_before_and_between():
    s = kibitz.new("cribbage", seed=3)
    s.data.cards[s.player] = sorted(cards.parse("4C 5C 5D TH JS KD"))
    for said in ("discard 10h js", "THROW 10 J", "toss th, js", "10 and J", "T♥ & J♠", "Discard J 10"):
        assert s.parse(said).name == "TH JS", said


def playing(mine="TH JS KD 5C", theirs="6D 7D 8C 9C", pile="", points=(0, 0)):
    """A game in the play, the dealer's and then the pone's cards, after some of them."""
    s = kibitz.new("cribbage", seed=3, dealer="first")
    data = s.data
    data.points[:] = points
    data.cards[0] = [*sorted(cards.parse(mine)), *cards.parse("AH 2H")]
    data.cards[1] = [*sorted(cards.parse(theirs)), *cards.parse("AS 2S")]
    data.starter, data.phase, data.to_move = cards.parse("QS")[0], rules.PLAYING, 1
    s = s.copy()
    s._seat, s._count = s._kernels.look(s._line, 0, s._legal)
    for card in pile.split():
        s.push(card)
    return s


@pytest.mark.parametrize(
    "said, reason",
    [
        ("go", "a go is said for you"),
        ("count 7", "without muggins"),
        ("2h", "you do not hold 2♥; you hold 5♣ T♥ J♠ K♦"),
        ("3", "you do not hold such a card"),
        ("TH", "T♥ is already on the table"),
        ("5c jS", "play one card at a time"),
        ("J", "J♠ would make 34, and the count may not pass 31"),
        ("5C", None),
        ("fly", None),
    ],
)
def test_why_a_card_cannot_be_played(said, reason):
    s = playing(pile="6D TH 8C")
    assert s.player == 0 and s.data.total == 24
    why = text.why_not(s.view(0), said)
    assert why is None if reason is None else reason in why


def test_why_cards_cannot_be_thrown():
    s = kibitz.new("cribbage", seed=3)
    s.data.cards[s.player] = sorted(cards.parse("4C 5C 5D TH JS KD"))
    view = s.view(s.player)
    assert "two cards" in text.why_not(view, "4C") and "two cards" in text.why_not(view, "throw 4c 5c 5d")
    assert text.why_not(view, "4C 4C") == "throw two different cards"
    assert text.why_not(view, "4C 9S") == "you do not hold 9♠; you hold 4♣ 5♣ 5♦ T♥ J♠ K♦"
    assert text.why_not(view, "4C 5D") is None


def told(s, move, seat):
    before = s.view(seat)
    code = s.parse(move).code
    s = s.copy()
    s.push(code)
    return text.tell(before, code, s.view(seat), seat)


def test_the_play_is_told_in_table_language():
    s = playing(pile="8C")
    assert told(s, "JS", 0) == "you play J♠, eighteen"
    assert told(s, "JS", 1) == "{who} plays J♠, eighteen"
    s = playing(mine="7H 8S 9D KC", pile="6D")
    assert told(s, "9D", 1) == "{who} plays 9♦, fifteen for two"
    s.push("7H")
    assert told(s, "8C", 1) == "you play 8♣, twenty-one, a run of three for three"
    assert told(s, "7D", 0) == "{who} plays 7♦, twenty, a pair for two"


def test_a_go_is_called_a_go():
    s = playing(mine="TH JS KD QC", theirs="3D 4D 8C 9C", pile="9C KD")
    assert told(s, "8C", 1) == "you play 8♣, twenty-seven; they say go"
    assert told(s, "8C", 0) == "{who} plays 8♣, twenty-seven; you cannot play and say go"
    s.push("8C")
    assert text.now(s.view(1), 1) == "They say go, so you play on. Play a card on 27, up to 31: type it, such as 3D."
    assert told(s, "3D", 1) == "you play 3♦, thirty, one for the go"
    assert told(s, "4D", 0) == "{who} plays 4♦, thirty-one for two"


def test_now_says_what_to_type():
    s = kibitz.new("cribbage", seed=3, dealer="first")
    s.data.cards[1] = sorted(cards.parse("4C 5C 5D TH JS KD"))
    assert text.now(s.view(1), 1) == "Throw two cards to their crib: type both, such as 4C 5C."
    assert text.now(s.view(0), 0) == "They are to throw two cards to your crib."
    s = playing()
    assert text.now(s.view(1), 1) == "Lead a card: type it, such as 6D."
    assert text.now(s.view(0), 0) == "They lead a card."
    s = playing(pile="6D")
    assert text.now(s.view(0), 0) == "Play a card on 6, up to 31: type it, such as 5C."


def test_now_fits_every_position():
    for muggins in (False, True):
        s, chance = kibitz.new("cribbage", seed=8, muggins=muggins), np.random.default_rng(1)
        while not s.is_over:
            for seat in range(2):
                line = text.now(s.view(seat), seat)
                assert line.endswith(".") and ("type" in line) == (seat == s.player)
            example = re.search(r"such as ([^;.]*)", text.now(s.view(s.player), s.player))[1]
            assert s.parse(example)
            s.push(int(chance.choice(s.legal_codes)))
        assert "over: you win" in text.now(s.view(int(np.argmax(s.scores))), int(np.argmax(s.scores)))


def test_what_is_told_does_not_give_cards_away():
    s = kibitz.new("cribbage", seed=9)
    for _ in range(2):
        watcher, thrown = 1 - s.player, s.legal[0]
        said = told(s, thrown.name, watcher)
        assert said.startswith("{who} throws two cards to ")
        assert not any(cards.pretty(cards.parse(name)) in said for name in thrown.name.split())
        assert told(s, thrown.name, s.player).startswith("you throw ")
        s.push(thrown)


def test_a_round_is_told_to_the_end():
    s = kibitz.new("cribbage", seed=3)
    said = ""
    while "crib, " not in said:
        move = s.legal[0]
        said = told(s, move.name, 0)
        assert said.startswith(("you ", "{who} "))
        s.push(move)
    assert "your hand, " in said and "their hand, " in said


def test_muggins_explains_the_count_once_it_is_claimed():
    s = kibitz.new("cribbage", seed=2, muggins=True)
    while s.data.phase != rules.SHOWING:
        s.push(int(s.legal_codes[0]))
    mover, true = s.player, int(rules.true_count(s.data))
    assert true > 0
    said = told(s, "count 0", mover)
    assert said.startswith(f"you count 0 and overlook {true}, which they take\nyour hand, ")
    assert f"overlooks {true}, which you take" in told(s, "count 0", 1 - mover)
    assert told(s, "count 29", 1 - mover).startswith(
        f"{{who}} counts 29, which is too many: it is {true}\ntheir hand, "
    )
    assert told(s, f"{true}", mover).startswith(f"you count {true}\n")


def test_a_skunk_is_called_a_skunk():
    s = playing(mine="9D TH JS KD", pile="6D", points=(119, 90))
    assert told(s, "9D", 0) == "you play 9♦, fifteen for two\nyou win 121 to 90, a skunk"
    assert told(s, "9D", 1).endswith("\nthey win 121 to 90, a skunk")
    s.data.points[1] = 91
    assert told(s, "9D", 1).endswith("\nthey win 121 to 91")


def test_a_win_in_the_play_shows_no_hands():
    """The hands of the round before lie open in the record; they are not told again."""
    seen = 0
    for seed in range(400):
        s = kibitz.new("cribbage", seed=seed, first=90, second=90)
        while not s.is_over:
            last = s.data.left.sum() == 1 and s.data.phase == rules.PLAYING
            move = s.legal_codes[0]
            before, points = s.view(0), s.data.points.max()
            s.push(int(move))
        if last and points >= 119:
            said = text.tell(before, int(move), s.view(0), 0)
            shown = (s.data.shown_starter == before.starter) and s.data.counting > 0
            assert ("hand, " in said) == bool(shown)
            seen += 1
    assert seen > 0
