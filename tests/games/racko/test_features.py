"""Diablo's numbers, worked out by hand for one rack."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz
from kibitz.games.racko.features import DESK, NAMES, PLAIN, SKEWED, describe, look, survey
from kibitz.games.racko.pile import drawable
from kibitz.games.racko.printed import describe_as_printed


def on_desk(rack, cards, sequence, pile, turns, describe) -> list[float]:
    desk = np.zeros(1, DESK)[0]
    desk.slots, desk.cards, desk.turns = len(rack), cards, turns
    desk.racked[: len(rack)] = rack
    desk.below[:] = np.cumsum([card in pile for card in range(len(desk.below))])
    survey(desk)
    describe(desk, sum(1 << i for i in sequence))
    return desk.inputs.tolist()


def numbers(rack, cards, sequence, pile, turns=0) -> dict[str, float]:
    return dict(zip(NAMES, on_desk(rack, cards, sequence, pile, turns, describe), strict=False))


def test_one_rack():
    """Cards 2 and 4 side by side, a hole for 5 to 17, and 18; the pile is 6, 7, 8, 21."""
    x = numbers([2, 4, 20, 18, 3], 25, [0, 1, 3], {6, 7, 8, 21}, turns=5)
    assert x["turns"] == 0.5 and x["points"] == 15 / 50 and x["length"] == 0.6
    flat = [1, 5.8, 10.6, 15.4, 20.2]
    errors = [abs(c - f) / 25 for c, f in zip([2, 4, 20, 18, 3], flat, strict=True)]
    assert x["rack fit"] == pytest.approx(1 - np.mean(errors))
    weights = np.array([1, 0.75, 0.5, 0.25, 0])
    assert x["rack fit, skewed"] == pytest.approx(1 - weights @ errors / weights.sum())
    # Slot 3 is filled by 6, 7 and 8 of the four, slot 5 by 21 alone.
    assert x["chance"] == pytest.approx(3 / 4 * 1 / 4) and x["mean chance"] == pytest.approx(0.5)
    assert x["chance, skewed"] == pytest.approx(1 - 0.5 / 4) and x["mean chance, skewed"] == pytest.approx(0.75)
    # Together the gaps take all four cards, each a gap of one hole; the gap at the top has one card left for it.
    assert x["fitting"] == x["fitting alone"] == 1 and x["supply"] == pytest.approx(1 / 2)
    assert x["pace"] == pytest.approx(5 / (5 + (4 / 3 + 4) / 4))
    # The clump 2 4 is centred on 3 at slot 1.5, where 3.4 would be flat; levels 1 and 2 of 20.
    fits = 1 - 0.4 / 25, 1 - 2.6 / 25
    assert x["clump fit"] == pytest.approx((2 * fits[0] + fits[1]) / 3)
    assert x["clump fit, skewed"] == pytest.approx((1.75 * fits[0] + 0.25 * fits[1]) / 2)
    assert x["density"] == pytest.approx((2 * (1 - 1 / 20) + 1) / 3)
    assert x["density of groups"] == pytest.approx(2 * (1 - 1 / 20) / 3)
    assert x["centre density"] == pytest.approx((2 * (1 - 2 * 0.5 / 20) + 1) / 3)


def test_the_same_rack_by_the_papers_formulas():
    """Errors stay errors; the clump at the bottom of the rack is measured at its outer card."""
    x = on_desk([2, 4, 20, 18, 3], 25, [0, 1, 3], {6, 7, 8, 21}, 5, describe_as_printed)
    assert x[:3] == [1.0, 15 / 50, 0.6]
    plain = [32 / 100, (1.25 + 2.6) / 66, 3 / 16, 0.5, 0.95, 0.95 / 2, 1 - 1 / 60]
    skewed = [7.7 / 100, (1.25 + 0.65) / 66, 0.75**0.5, 0.1875, 0.95, 0.95 / 2, 1 - 0.875 / 60]
    assert x[PLAIN : PLAIN + 7] == pytest.approx(plain)
    assert x[SKEWED : SKEWED + 7] == pytest.approx(skewed)
    full = on_desk([1, 2, 3, 4, 5], 25, range(5), {6}, 0, describe_as_printed)
    assert full[:3] == [0, 1, 1] and full[PLAIN + 2 : PLAIN + 7] == [1, 1, 1, 1, 1]


def test_a_rack_in_order():
    x = numbers([1, 2, 3, 4, 5], 25, range(5), {6})
    assert all(x[name] == 1 for name in NAMES if not name.startswith(("turns", "rack fit", "clump fit", "fitting")))


def test_a_gap_counts_its_cards_once():
    """Two holes between 2 and 20: five of the eight cards fit, and none in a gap of its own."""
    x = numbers([2, 9, 7, 20, 25], 25, [0, 3, 4], {1, 4, 6, 8, 10, 12, 21, 22})
    assert x["mean chance"] == x["fitting"] == pytest.approx(5 / 8) and x["fitting alone"] == 0
    assert x["supply"] == pytest.approx(5 / 7) and x["pace"] == pytest.approx(5 / (5 + 2 / (5 / 8) / 4))


def test_the_draw_pile_is_what_the_seat_can_know():
    state = kibitz.new("racko", seed=8, slots=4, cards=12)
    while not state.is_over:
        for seat in (0, 1):
            v = state.view(seat)
            known = {card for card in range(1, 13) if drawable(v, seat) >> card & 1}
            pile = set(state.data.pile[: state.data.piled].tolist())
            assert pile <= known, "a card of the pile is left out"
            if not state.data.reused:
                hidden = set(state.data.racks[10 * (1 - seat) : 10 * (1 - seat) + 4].tolist())
                assert known <= pile | hidden | {int(state.data.held)}
        state.push("draw" if state.data.phase == 0 else "discard")
        if len(state.moves) > 60:
            break
    desk = np.zeros(1, DESK)[0]
    look(state.view(0), 0, desk)
    assert desk.racked[:4].tolist() == state.data.racks[:4].tolist()
