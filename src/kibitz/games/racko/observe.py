"""Rack-O as a learner sees it. Seats are told of from the observer's own on, in the order of play."""

from __future__ import annotations

from kibitz.games.racko.rules import CARDS, SEATS, SLOTS, TURN, unseen
from kibitz.kernel import kernel
from kibitz.observation import Part, Spec, bits, one_hot

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
    for i in range(SEATS):
        p = (seat + i) % v.players
        plays = i < v.players
        for slot in range(SLOTS):
            place, there = i * SLOTS + slot, p * SLOTS + slot
            out[RACKS + place] = v.racks[there] / CARDS if plays else 0
            out[SHOWN + place] = plays and v.shown[there] != 0
        out[POINTS + i] = v.points[p] / MOST_POINTS if plays else 0
    out[HELD] = v.held / CARDS
    for i in range(CARDS):
        out[DISCARDS + i] = v.discards[v.discarded - 1 - i] / CARDS if i < v.discarded else 0
        out[PILE + i] = v.pile[v.piled - 1 - i] / CARDS if i < v.piled else 0
    bits(out, UNSEEN, CARDS, unseen(v, seat) >> 1)
    out[PILED] = v.piled / CARDS
    one_hot(out, PHASE, 3, v.phase)
    one_hot(out, TO_MOVE, SEATS, (v.to_move - seat) % v.players)
    out[TURNS] = v.turns / (v.limit * v.players)
    one_hot(out, PLAYERS, SEATS, v.players - 1)
    out[OPTIONS] = v.slots / SLOTS
    out[OPTIONS + 1] = v.cards / CARDS
    out[OPTIONS + 2] = v.target / 1000
    out[OPTIONS + 3] = v.reuse == TURN
    out[OPTIONS + 4] = v.bonus
