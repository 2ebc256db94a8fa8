"""Rack-O as a learner sees it. Seats are told of from the observer's own on, in the order of play."""

from __future__ import annotations

from kibitz.games.racko.rules import CARDS, SEATS, SLOTS, TURN
from kibitz.kernel import kernel
from kibitz.observation import Part, Spec, around, bits, of, one_hot

MOST_POINTS = 1600

SPEC = Spec(
    [
        Part("racks", (SEATS, SLOTS), f"the cards known in each rack, of {CARDS}; 0 where unknown or no slot"),
        Part("shown", (SEATS, SLOTS), "1 where everybody knows the card"),
        Part("held", (1,), f"the card in hand, of {CARDS}; 0 where there is none or it is unknown"),
        Part("discards", (CARDS,), f"the discard pile from its top down, of {CARDS}"),
        Part("pile", (CARDS,), f"the draw pile from its top down where all know it, of {CARDS}"),
        Part("unseen", (CARDS,), "1 for a card the observer has not seen, from card 1"),
        Part("piled", (1,), f"cards in the draw pile, of {CARDS}"),
        Part("phase", (3,), "nothing in hand, a drawn card, a taken card: one-hot"),
        Part("to_move", (SEATS,), "who is to move: one-hot, the observer first"),
        Part("points", (SEATS,), f"points from earlier rounds, of {MOST_POINTS}"),
        Part("turns", (1,), "turns of this round, of all it can have"),
        Part("players", (SEATS,), "how many play: one-hot"),
        Part("options", (5,), "slots of 10, cards of 60, target of 1000; turned pile and bonus: 0 or 1"),
    ]
)
RACKS, SHOWN, HELD, DISCARDS, PILE, UNSEEN, PILED, PHASE, TO_MOVE, POINTS, TURNS, PLAYERS, OPTIONS = SPEC.starts


@kernel
def observe(v, seat, out):
    from_the_top(out, PILE, v.pile, v.piled)
    from_the_top(out, DISCARDS, v.discards, v.discarded)
    for i in range(SEATS):
        rack, shown = out[RACKS + i * SLOTS : RACKS + (i + 1) * SLOTS], out[SHOWN + i * SLOTS : SHOWN + (i + 1) * SLOTS]
        p = around(seat + i, v.players)
        cards, known = v.racks[p * SLOTS : (p + 1) * SLOTS], v.shown[p * SLOTS : (p + 1) * SLOTS]
        plays = i < v.players
        for slot in range(SLOTS):
            rack[slot] = of(cards[slot] if plays else 0, CARDS)
            shown[slot] = plays and known[slot] != 0
        out[POINTS + i] = of(v.points[p] if plays else 0, MOST_POINTS)
    bits(out, UNSEEN, CARDS, not_in(v) >> 1)
    out[HELD] = of(v.held, CARDS)
    out[PILED] = of(v.piled, CARDS)
    one_hot(out, PHASE, 3, v.phase)
    one_hot(out, TO_MOVE, SEATS, around(v.to_move - seat + v.players, v.players))
    out[TURNS] = of(v.turns, v.limit * v.players)
    one_hot(out, PLAYERS, SEATS, v.players - 1)
    out[OPTIONS] = of(v.slots, SLOTS)
    out[OPTIONS + 1] = of(v.cards, CARDS)
    out[OPTIONS + 2] = of(v.target, 1000)
    out[OPTIONS + 3] = v.reuse == TURN
    out[OPTIONS + 4] = v.bonus


@kernel
def from_the_top(out, start, pile, count):
    """The cards of a pile from its top down, then 0s.

    All places are written, so that the loops have one length whatever the pile's: its own 0s fall on numbers in
    front, which must be written later.
    """
    end = start + int(count)
    part, window = out[start : start + CARDS], out[end - CARDS : end]
    for i in range(CARDS):
        part[i] = 0
    for i in range(CARDS):
        window[CARDS - 1 - i] = of(pile[i], CARDS)


@kernel
def not_in(v):
    """`unseen` for a view, whose blanks are 0s: every place is looked at alike."""
    seen = 1 << int(v.held)
    for i in range(SEATS * SLOTS):
        seen |= 1 << int(v.racks[i])
    for i in range(CARDS):
        seen |= (1 << int(v.discards[i])) | (1 << int(v.pile[i]))
    return ((1 << (int(v.cards) + 1)) - 1) & ~seen
