"""The plan for a rack: it waits no longer than any other usable sequence would."""

import numpy as np

import kibitz
from kibitz.games.racko.pile import drawable
from kibitz.games.racko.plan import gap_wait, plan

CARDS, SLOTS = 40, 10


def waits(rack, live):
    """How long each sequence that may stay waits, by the set of its slots."""
    found = {}
    for mask in range(1 << SLOTS):
        stays = [-1, *(i for i in range(SLOTS) if mask >> i & 1), SLOTS]
        numbers = [0, *(rack[i] for i in stays[1:-1]), CARDS + 1]
        steps = list(zip(stays, stays[1:], numbers, numbers[1:], strict=False))
        if all(high - low >= j - i for i, j, low, high in steps):
            fitting = [sum(low < card < high for card in live) for _, _, low, high in steps]
            found[mask] = sum(gap_wait(j - i - 1, n) for (i, j, _, _), n in zip(steps, fitting, strict=True))
    return found


def test_no_other_plan_waits_less():
    chance = np.random.default_rng(3)
    for seed in range(4):
        state = kibitz.new("racko", seed=seed)
        for _ in range(int(chance.integers(0, 30))):
            state.push(state.legal_codes[chance.integers(len(state.legal_codes))])
        view = state.view(state.player)
        rack = [int(card) for card in view.racks[SLOTS * state.player : SLOTS * state.player + SLOTS]]
        cards = int(drawable(view, state.player))
        live = [card for card in range(1, CARDS + 1) if cards >> card & 1]
        every = waits(rack, live)
        kept, wait = plan(view, -1, 0, cards)
        assert wait == min(every.values()) == every[kept]
        slot, card = int(chance.integers(SLOTS)), live[0]
        rack[slot] = card
        kept, wait = plan(view, slot, card, cards)
        assert wait == min(waits(rack, live).values())


def test_holes_that_share_their_cards_wait_as_long_as_if_each_had_its_own():
    assert gap_wait(0, 0) == 0
    assert gap_wait(2, 8) == 2 * gap_wait(1, 4)
    assert gap_wait(1, 3) < gap_wait(1, 2) < gap_wait(1, 0)
