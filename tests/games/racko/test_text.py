"""What is said at the table."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz
from kibitz.errors import IllegalMove, InvalidMove
from kibitz.games.racko import text
from kibitz.games.racko.text import explain
from tests.games.racko.test_rules import position


def test_words_for_moves():
    state = kibitz.new("racko", seed=1)
    assert state.parse("take the discard").name == "take"
    assert state.parse("DR").name == "draw"
    for words in ("take it", "pick up", "T", f"take {state.data.discards[0]}", f"Take the {state.data.discards[0]}"):
        assert state.parse(words).name == "take", words
    for words in ("draw a card", "Pile", "stock", "d"):
        assert state.parse(words).name == "draw", words
    state.push("draw")
    card = int(state.data.racks[6])
    for words in ("put it in slot 7", "7", "Slot 7", "S7", "in 7", "place it at 7", f"#{card}", f"Replace {card}"):
        assert state.parse(words).name == "slot 7", words
    for words in ("discard", "Throw", "toss", "drop it", "di", "d"):
        assert state.parse(words).name == "discard", words
    for words in ("11", "take", f"#{state.data.racks[10]}"):
        with pytest.raises(IllegalMove):
            state.parse(words)
    with pytest.raises(InvalidMove):
        state.parse("castle")


def test_a_rack_is_explained():
    assert explain([15, 2, 20, 16, 1], 25) == (
        "Usable: · 2 · 16 · (slots 2, 4). Slot 1 needs 1. Slot 3 needs 3 to 15. Slot 5 needs 17 to 25."
    )
    assert explain([25, 1, 2], 25) == "No card can stay where it is."
    assert explain([1, 2, 3], 25) == "The rack is in order."


def test_what_others_are_told_does_not_name_a_drawn_card():
    state = kibitz.new("racko", seed=6)
    tell = state.game.text.tell
    for move, mine, theirs in (
        ("draw", "you draw {}", "{{who}} draws a card"),
        ("slot 2", "you put {} in slot 2", "{{who}} puts the card in slot 2"),
    ):
        before, held = [state.view(p) for p in (0, 1)], int(state.data.held)
        state.push(move)
        told = [tell(before[p], state.moves[-1], state.view(p), p) for p in (0, 1)]
        held = held or int(state.data.held)
        assert told[0].startswith(mine.format(held))
        assert told[1].startswith(theirs.format())
        assert str(held) not in told[1].split(" and ")[0].split()


def test_a_round_without_end_is_told():
    state = kibitz.new("racko", seed=1, slots=3, limit=1)
    for move in ("draw", "discard", "draw"):
        state.push(move)
    before = state.view(0)
    state.push("discard")
    told = state.game.text.tell(before, 0, state.view(0), 0)
    assert state.is_over and max(state.scores) == 0
    assert told.endswith(".\nEveryone has had 1 turn: the round is drawn")
    assert text.now(state.view(0), 0) == "The game is over: everyone has had 1 turn, and nobody wins."


def test_the_points_of_a_round_are_explained():
    """At the end all racks are seen; where the next round has been dealt, only how many cards counted."""
    for target, theirs, end in (
        (0, "5 for each of the first 5 in order (1 3 4 6 7)", ""),
        (300, "5 for each of the first 5 in order", "\nnow you 50, they 25; round 2 begins"),
    ):
        state = position([2, 9, 11, 5, 20], held=15, target=target)
        before = [state.view(p) for p in (0, 1)]
        state.push("slot 4")
        told = [text.tell(before[p], 4, state.view(p), p) for p in (0, 1)]
        assert told[0] == (
            "you put 15 in slot 4 and discard 5: Rack-O!\nyou get 50: 25 and 5 for each of 5 cards\n"
            f"they get 25: {theirs}{end}"
        )
        assert told[1].startswith("{who} puts the card in slot 4 and discards ")
        assert "\n{who} gets 50: 25 and 5 for each of 5 cards\nyou get 25: 5 for each" in told[1]
    state = position([1, 2, 3, 20, 11], held=9, bonus=True)
    before = state.view(0)
    state.push("slot 4")
    assert "you get 100: 25 and 5 for each of 5 cards, 50 for consecutive numbers" in text.tell(
        before, 4, state.view(0), 0
    )
    assert text.now(state.view(0), 0).startswith("The game is over: you win 100 to ")


def test_the_now_line_says_what_to_type():
    state = kibitz.new("racko", seed=1)
    top = int(state.data.discards[0])
    assert text.now(state.view(0), 0) == f"The discards begin with {top}: type take to have it, or draw."
    assert text.now(state.view(1), 1) == f"They are to take the {top} or draw."
    state.push("take")
    assert text.now(state.view(0), 0) == f"You took {top}, which must go into your rack: type a slot, 1 to 10."
    assert text.now(state.view(1), 1) == f"They took {top} and must put it somewhere."
    state.push("3")
    top = int(state.data.discards[0])
    assert text.now(state.view(1), 1) == f"They discarded {top}: type take to have it, or draw."
    state.push("draw")
    assert text.now(state.view(1), 1) == f"You drew {state.data.held}: type a slot, 1 to 10, or discard."
    assert text.now(state.view(0), 0) == "They drew a card and must put it somewhere."
    three = kibitz.new("racko", seed=1, players=3, slots=4)
    assert text.now(three.view(2), 2).startswith("Seat 0 is to take the ")
    least = kibitz.new("racko", seed=2, slots=3, cards=7)
    assert text.now(least.view(0), 0).endswith("and nothing is left to draw: type take.")


def test_refusals_say_why():
    state = kibitz.new("racko", seed=1)
    top, other = int(state.data.discards[0]), int(state.data.racks[0])
    why = lambda said: text.why_not(state.view(state.player), said)  # noqa: E731
    for said in ("7", "slot 7", f"#{other}", "discard", "THROW"):
        assert why(said) == f"you hold no card yet: take the {top} or draw first"
    assert why(f"take {other}") == f"the top discard is {top}, not {other}"
    assert why("castle") is None and why("take") is None
    state.push(f"Take {top}")
    assert why("discard") == "a taken discard must go into your rack: say a slot, 1 to 10"
    assert why("draw") == f"you already hold {top}: say a slot, 1 to 10"
    assert why("11") == "your rack has no slot 11: say a slot, 1 to 10"
    assert why(f"#{state.data.racks[10]}") == f"there is no {state.data.racks[10]} in your rack"
    state.push("Slot 1")
    state.push("PILE")
    assert why("take") == f"you already hold {state.data.held}: say a slot, 1 to 10, or discard"
    state.push("throw it away")
    least = kibitz.new("racko", seed=2, slots=3, cards=7)
    assert text.why_not(least.view(0), "draw") == "there is no card left to draw: you must take the discard"


def test_every_refused_word_has_its_reason():
    """Whatever is understood and not allowed is explained, in any phase."""
    said = ("take", "draw", "discard", "99", "5", "#60", "#1", "take 60", "throw", "pile")
    state, rng = kibitz.new("racko", seed=3, slots=5, limit=20), np.random.default_rng(3)
    refused = 0
    while not state.is_over:
        view, legal = state.view(state.player), set(state.legal_codes.tolist())
        for words in said:
            meant = set(text.read(view, words))
            assert (text.why_not(view, words) is None) == bool(meant & legal), words
            refused += not meant & legal
        state.push(int(rng.choice(state.legal_codes)))
    assert refused > 50


def test_at_the_table_the_game_goes_to_500():
    assert kibitz.game("racko").table == {"target": 500}
