"""What a move leaves in Rack-O, as ones and zeros: the picture a network looks at. For two players, up to 40 cards.

A rack turned around, its last slot first and its highest card the lowest, is as good as before; of the two ways that is
drawn which begins lower (`is_turned`). Slot by slot the card that is there: in the own rack as the move leaves it, and
as far as it is known in the other's. Then the card in hand, the top of the discards as the other will find it, all
discards, how far the round has come, and of the own rack how many cards could stay together and which neighbours
ascend. From `STAYS` on, the best plan for the own rack (plan.py): which cards stay,
slot by slot how many holes the gap has and how many cards there are for each of them, which cards these are, and how
long it all waits.
"""

from __future__ import annotations

from kibitz.games.racko.pile import drawable
from kibitz.games.racko.plan import WORST, inside, number, plan
from kibitz.games.racko.rules import DISCARD, DRAW, SLOTS, TAKE
from kibitz.games.racko.sequences import length_after
from kibitz.kernel import kernel, ones
from kibitz.picture import WHOLE, bar

MOST_CARDS = 40
DRAWN = MOST_CARDS + 1
"""Stands for a card in hand that is not known yet."""

RACK = SLOTS * MOST_CARDS
OWN, THEIRS, HAND = (i * RACK for i in range(3))
TOP = HAND + MOST_CARDS + 2
LAID = TOP + MOST_CARDS + 1
PILE = LAID + MOST_CARDS
PILE_STEPS, TURN_STEPS = 10, 12
TURNS = PILE + PILE_STEPS
TOGETHER = TURNS + TURN_STEPS
ASCENDS = TOGETHER + SLOTS
CHOOSES = ASCENDS + SLOTS
STAYS = -(-(CHOOSES + 1) // WHOLE) * WHOLE
"""The plan begins here."""
HOLES, HOLE_STEPS = STAYS + SLOTS, 4
FITTING, FITTING_STEPS = HOLES + SLOTS * HOLE_STEPS, 8
FILLS = FITTING + SLOTS * FITTING_STEPS
LIVE = FILLS + MOST_CARDS
WAITS, WAIT_STEPS = LIVE + MOST_CARDS, 64
OUTS, OUT_STEPS = WAITS + WAIT_STEPS, 24
SIZE = OUTS + OUT_STEPS


@kernel
def picture(v, seat, move, out):
    own, other = SLOTS * seat, SLOTS * (1 - seat)
    held, slot, hand = int(v.held), -1, 0
    top = int(v.discards[v.discarded - 1]) if v.discarded > 0 else 0
    below = int(v.discards[v.discarded - 2]) if v.discarded > 1 else 0
    if move == TAKE:
        hand, top = top, below
    elif move == DRAW:
        hand = DRAWN
    elif move == DISCARD:
        top = held
    else:
        slot = move - 1
        top = int(v.racks[own + slot])
    turned, slots, before = is_turned(v, own), int(v.slots), 0
    for i in range(slots):
        place = slots - 1 - i if turned else i
        card = held if i == slot else int(v.racks[own + i])
        out[OWN + place * MOST_CARDS + face(v, card, turned) - 1] = 1
        out[ASCENDS + (slots - i if turned and i > 0 else i)] = card > before
        before = card
        if v.shown[other + i] != 0:
            out[THEIRS + place * MOST_CARDS + face(v, int(v.racks[other + i]), turned) - 1] = 1
    out[HAND + (hand if hand == DRAWN else face(v, hand, turned))] = 1
    out[TOP + face(v, top, turned)] = 1
    for i in range(v.discarded):
        out[LAID + face(v, int(v.discards[i]), turned) - 1] = 1
    bar(out, PILE, PILE_STEPS, int(v.piled) // 2)
    bar(out, TURNS, TURN_STEPS, int(v.turns) // 4)
    bar(out, TOGETHER, SLOTS, length_after(v, move))
    out[CHOOSES] = move == TAKE or move == DRAW
    draw_plan(v, move, own, hand, held, turned, out)


@kernel
def is_turned(v, own):
    """Whether the rack begins lower when it is turned around."""
    slots = int(v.slots)
    for i in range(slots):
        card, opposite = int(v.racks[own + i]), face(v, int(v.racks[own + slots - 1 - i]), True)
        if card != opposite:
            return opposite < card
    return False


@kernel
def face(v, card, turned):
    """A card as it is drawn; 0, for none, stays."""
    return int(v.cards) + 1 - card if turned and card > 0 else card


@kernel
def draw_plan(v, move, own, taken, held, turned, out):
    """The plan for the rack that a move leaves; a discard that is taken is thought of where it waits least."""
    live, slots = drawable(v, int(v.to_move)), int(v.slots)
    slot, card = -1, held
    kept, wait = 0, WORST + 1
    if move == TAKE:
        card = taken
        for i in range(slots):
            would_stay, would_wait = plan(v, i, card, live)
            if would_wait < wait:
                slot, kept, wait = i, would_stay, would_wait
    else:
        if 1 <= move <= slots:
            slot = move - 1
        kept, wait = plan(v, slot, card, live)
    fills = low = begun = 0
    for i in range(slots + 1):
        if i < slots and not (kept >> i) & 1:
            continue
        high = number(v, own, slots, i, slot, card)
        if i < slots:
            out[STAYS + (slots - 1 - i if turned else i)] = 1
        if i > begun:
            fitting = live & inside(low, high)
            fills |= fitting
            for at in range(begun, i):
                hole = slots - 1 - at if turned else at
                bar(out, HOLES + hole * HOLE_STEPS, HOLE_STEPS, i - begun)
                bar(out, FITTING + hole * FITTING_STEPS, FITTING_STEPS, ones(fitting) // (i - begun))
        low, begun = high, i + 1
    for any_card in range(1, v.cards + 1):
        place = face(v, any_card, turned) - 1
        if (fills >> any_card) & 1:
            out[FILLS + place] = 1
        if (live >> any_card) & 1:
            out[LIVE + place] = 1
    bar(out, WAITS, WAIT_STEPS, wait // 4)
    bar(out, OUTS, OUT_STEPS, ones(fills))
