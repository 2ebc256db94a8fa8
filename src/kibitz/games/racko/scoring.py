"""How good a rack is: the score a network gives to the best of its usable sequences.

The network is a row of weights and a row of layer sizes (see ``learn/td_network.py``). Everything is worked
out on a *desk* (see ``features.py``), which says too what the network is shown and what a draw is worth
by default.
"""

from __future__ import annotations

from kibitz.games.racko.features import FEATURES, WIDEST, describe, look, survey
from kibitz.games.racko.printed import describe_as_printed
from kibitz.games.racko.rules import CHOOSE, DISCARD, DRAW, TAKE, card_on_offer
from kibitz.games.racko.sequences import is_usable, next_sequence
from kibitz.kernel import kernel
from kibitz.learn.td_network import add_up, evaluate, pass_on

FORECAST = 4.0
"""The most a draw is forecast to bring, times the slots: beyond what any does."""

SIGHTS = ("maximal sequences", "all sequences", "features as printed", "cards", "cards and chances")
"""What the network may be shown. As printed: of maximal sequences, by the paper's own formulas (printed.py). The last
two are the paper's first attempts: the bare rack, and the rack with the chances to draw lower and higher than each
card."""
MAXIMAL, ALL, PRINTED, BARE, CHANCES = range(5)


@kernel
def score_position(v, moves, count, weights, sizes, units, desk, values):
    """What each move is worth: the score of the rack it leaves, and for a draw the margin of the desk more."""
    now = survey_outlook(v, weights, sizes, units, desk)
    card = card_on_offer(v)
    for m in range(count):
        if moves[m] == DRAW:
            values[m] = now + desk.margin
        elif moves[m] == DISCARD:
            values[m] = now
        elif moves[m] == TAKE:
            values[m] = 0.0
            for slot in range(v.slots):
                values[m] = max(values[m], rate_with(desk, slot, card, weights, sizes, units))
        else:
            values[m] = rate_with(desk, moves[m] - 1, card, weights, sizes, units)


@kernel
def survey_outlook(v, weights, sizes, units, desk):
    """The score of the rack as it is; what a draw is forecast from lies in ``desk.outlook``."""
    look(v, int(v.to_move), desk)
    now = rate(desk, weights, sizes, units)
    if desk.sight >= BARE:
        keep_sums(weights, sizes, units)
    for j in range(FEATURES):
        desk.outlook[j] = desk.best[j]
    desk.outlook[FEATURES] = now
    return now


@kernel
def may_draw(v, count):
    """Whether there is the choice between the discard and a draw, which is then the second move."""
    return v.phase == CHOOSE and count == 2


@kernel
def foretold(desk, weights, sizes, units):
    """What the rack of ``desk.outlook`` will be worth after a draw, as a second network foretells it."""
    return desk.outlook[FEATURES] + FORECAST * evaluate(weights, sizes, desk.outlook, units) / desk.slots


@kernel
def after_a_draw(desk, weights, sizes, units):
    """What it will be worth on average, over all cards that may be drawn."""
    total = 0.0
    for card in range(1, desk.cards + 1):
        if desk.below[card] > desk.below[card - 1]:
            best = desk.outlook[FEATURES]
            for slot in range(desk.slots):
                best = max(best, rate_with(desk, slot, card, weights, sizes, units))
            total += best
    return total / max(desk.below[desk.cards], 1)


@kernel
def rate_with(desk, slot, card, weights, sizes, units):
    """The score of the rack with another card in one slot, after `survey_outlook`."""
    if desk.sight >= BARE:
        return rate_cards_with(desk, slot, card, weights, sizes, units)
    before = desk.racked[slot]
    desk.racked[slot] = card
    score = rate(desk, weights, sizes, units)
    desk.racked[slot] = before
    return score


@kernel
def rate(desk, weights, sizes, units):
    """The score of the rack on the desk; the inputs of its best sequence stay in ``desk.best``."""
    if desk.sight >= BARE:
        show_cards(desk)
        return keep_better(desk, -1.0, weights, sizes, units)
    survey(desk)
    slots, best = int(desk.slots), -1.0
    if desk.sight == ALL:
        for sequence in range(1 << slots):
            if is_usable(desk.levels, slots, int(desk.cards) - slots, sequence):
                describe(desk, sequence)
                best = keep_better(desk, best, weights, sizes, units)
        return best
    sequence = next_sequence(desk.links, slots, 0)
    while True:
        if desk.sight == PRINTED:
            describe_as_printed(desk, sequence)
        else:
            describe(desk, sequence)
        best = keep_better(desk, best, weights, sizes, units)
        sequence = next_sequence(desk.links, slots, sequence) if sequence else 0
        if sequence == 0:
            return best


@kernel
def keep_better(desk, best, weights, sizes, units):
    """The score of the inputs on the desk if it beats `best`, and then they are kept; else `best`."""
    score = evaluate(weights, sizes, desk.inputs, units)
    if score <= best:
        return best
    for j in range(WIDEST):
        desk.best[j] = desk.inputs[j]
    return score


@kernel
def show_cards(desk):
    """The bare rack as inputs, and with it the chances to draw higher and lower."""
    for j in range(WIDEST):
        desk.inputs[j] = 0.0
    for slot in range(desk.slots):
        for k in range(told_of_a_card(desk)):
            desk.inputs[place(desk, slot, k)] = told(desk, desk.racked[slot], k)


@kernel
def told_of_a_card(desk):
    """How many inputs a slot has."""
    return 3 if desk.sight == CHANCES else 1


@kernel
def place(desk, slot, k):
    """Where input `k` of a slot stands: first the cards, then the chances of one slot after the other."""
    return slot if k == 0 else desk.slots + 2 * slot + k - 1


@kernel
def told(desk, card, k):
    """Input `k` of a slot with that card: the card itself, the chance to draw a lower one, and a higher one."""
    if k == 0:
        return card / desk.cards
    total = max(desk.below[desk.cards], 1)
    return (desk.below[card - 1] if k == 1 else desk.below[desk.cards] - desk.below[card]) / total


@kernel
def keep_sums(weights, sizes, units):
    """Keep the sums of the first hidden layer for the inputs last evaluated, at the end of `units`."""
    inputs, count = sizes[0], abs(sizes[1])
    add_up(weights, 0, units, 0, inputs, count)
    for j in range(count):
        units[len(units) - count + j] = units[inputs + j]


@kernel
def rate_cards_with(desk, slot, card, weights, sizes, units):
    """The score of cards with another one in one slot: few inputs change, so the sums that were kept are corrected."""
    inputs, count = sizes[0], abs(sizes[1])
    sums, kept = units[inputs : inputs + count], units[len(units) - count :]
    for j in range(count):
        sums[j] = kept[j]
    for k in range(told_of_a_card(desk)):
        at = place(desk, slot, k)
        change, row = told(desk, card, k) - desk.inputs[at], weights[at * count : (at + 1) * count]
        for j in range(count):
            sums[j] += change * row[j]
    return pass_on(weights, sizes, units)
