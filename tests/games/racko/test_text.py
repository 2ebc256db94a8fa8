"""What is said at the table."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.errors import IllegalMove, InvalidMove
from kibitz.games.racko.text import explain


def test_words_for_moves():
    state = kibitz.new("racko", seed=1)
    assert state.parse("take the discard").name == "take"
    assert state.parse("DR").name == "draw"
    state.push("draw")
    assert state.parse("put it in slot 7").name == "slot 7"
    assert state.parse("7").name == "slot 7"
    assert state.parse(f"#{state.data.racks[6]}").name == "slot 7"
    for text in ("11", "take", f"#{state.data.racks[10]}"):
        with pytest.raises(IllegalMove):
            state.parse(text)
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
    for move, mine, theirs in (("draw", "draws 3", "draws a card"), ("slot 2", "puts 3", "puts the card in slot 2")):
        before = [state.view(p) for p in (0, 1)]
        held = int(state.data.held)
        state.push(move)
        told = [tell(before[p], state.moves[-1], state.view(p), p) for p in (0, 1)]
        assert told[0].startswith(mine.replace("3", str(int(state.data.held) or held)))
        assert told[1].startswith(theirs)
        assert str(held or int(state.data.held)) not in told[1].split(" in ")[0].split()


def test_the_end_is_told():
    state = kibitz.new("racko", seed=1, slots=3, limit=1)
    for move in ("draw", "discard", "draw"):
        state.push(move)
    before = state.view(0)
    state.push("discard")
    told = state.game.text.tell(before, 0, state.view(0), 0)
    assert ("drawn" in told) == (max(state.scores) == 0)
    assert state.is_over
