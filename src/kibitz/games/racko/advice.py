"""Why one move is better than another, in a sentence a player would say.

A sentence goes on from "because". It counts what people count: how many cards of the rack could stay together,
and how many of the cards that may be drawn would then make them more. Where counting does not tell, it looks at where
a card belongs in a rack that rises evenly.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kibitz.games.racko.pile import EVERY, below, drawable
from kibitz.games.racko.rules import CHOOSE, DISCARD, DRAW, SLOTS, STATE, TAKE, Options, card_on_offer
from kibitz.games.racko.sequences import longest
from kibitz.kernel import kernel

CLEARLY = 0.5
"""Slots by which one card stands better than another, to be worth a word."""


def assumes(options: Options) -> str:
    """What the adviser takes for granted."""
    if options.players > 2:  # where it says no chances
        return "your own rack is all that counts, neither the others' racks nor the score"
    score = " and at the score" if options.target else ""
    return f"all play on as the adviser does, which looks at what you can see{score}"


class Outlook(NamedTuple):
    """What a rack is good for."""

    together: int
    """Cards that could stay together."""
    fitting: int
    """Cards that may be drawn and would make them more."""


def reason(view: np.record, best: Any, other: Any) -> str:
    """Why `best` is better than `other`, two moves as the coach has judged them."""
    good, bad = after(view, best.move.code), after(view, other.move.code)
    card, drawn = int(card_on_offer(view)), int(below(drawable(view, int(view.to_move)), EVERY))
    of_all = f"of the {drawn} cards you may draw"
    if view.phase != CHOOSE:
        if good.together > bad.together:
            return f"then {good.together} cards can stay together, not {bad.together}"
        if good.together == bad.together and good.fitting > bad.fitting:
            return f"then {good.fitting} {of_all} fit, not {bad.fitting}"
    elif best.move.code == TAKE:
        if good.together > bad.together:
            return f"with the {card} you have {good.together} cards that can stay together, without it {bad.together}"
        if good.together == bad.together and good.fitting > bad.fitting:
            return f"with the {card} in place, {good.fitting} {of_all} fit, now {bad.fitting}"
    elif bad.together <= good.together:
        return f"the {card} brings no card more into order"
    elif bad.fitting < good.fitting:
        return f"with the {card} in place, only {bad.fitting} {of_all} fit, now {good.fitting}"
    return _by_place(view, card, best.move.code, other.move.code)


def _by_place(view: np.record, card: int, best: int, other: int) -> str:
    """A reason from where cards belong, for two moves that counting cannot tell apart."""
    if view.phase == CHOOSE:
        fits = f"the {card} belongs near slot {_home(view, card)}"
        if best == TAKE:
            return f"{fits}, and a card from the pile may belong nowhere in your rack"
        return f"{fits}, where your rack needs no card, and one from the pile may help more"
    if DISCARD in (best, other):
        slot = other if best == DISCARD else best
        old = _standing(view, slot)
        if best == DISCARD:
            return f"the {old} does more for your rack in slot {slot} than the {card} would"
        return f"the {card} does more for your rack in slot {slot} than the {old}"
    if abs(best - _place(view, card)) + CLEARLY < abs(other - _place(view, card)):
        home = _home(view, card)
        return f"the {card} belongs {'in' if best == home else 'nearer to'} slot {home}"
    stays, goes = _standing(view, other), _standing(view, best)
    if abs(best - _place(view, goes)) > abs(other - _place(view, stays)) + CLEARLY:
        return f"the {goes} in slot {best} is further from its place than the {stays} in slot {other}"
    return f"the {stays} in slot {other} is worth more to your rack than the {goes} in slot {best}"


def _place(view: np.record, card: int) -> float:
    """The slot, and the part of one, where a card lies in a rack that rises evenly."""
    return 0.5 + (card - 0.5) * int(view.slots) / int(view.cards)


def _home(view: np.record, card: int) -> int:
    return min(int(view.slots), max(1, round(_place(view, card))))


def _standing(view: np.record, slot: int) -> int:
    """The card of the mover in a slot, counted from 1."""
    return int(view.racks[SLOTS * int(view.to_move) + slot - 1])


def after(view: np.record, move: int) -> Outlook:
    """What the mover's rack is good for after a move; a discard that is taken goes where it does best."""
    if move == TAKE:
        return max(_with(view, slot) for slot in range(view.slots))
    return _with(view, None if move in (DRAW, DISCARD) else move - 1)


def _with(view: np.record, slot: int | None) -> Outlook:
    """The rack with the card on offer in one slot, or as it is."""
    views = np.zeros(1, STATE)
    views[0] = view
    v = views[0]
    if slot is not None:
        at, card = SLOTS * int(v.to_move) + slot, card_on_offer(view)
        # The card that is replaced stays in sight, where the other was.
        if v.phase == CHOOSE:
            v.discards[v.discarded - 1] = v.racks[at]
        else:
            v.held = v.racks[at]
        v.racks[at] = card
    return Outlook(int(longest(v, -1, 0)), int(fitting(v)))


@kernel
def fitting(v):
    """How many of the cards that may be drawn would make the longest sequence of the mover's rack longer."""
    cards, now, count = drawable(v, int(v.to_move)), longest(v, -1, 0), 0
    for card in range(1, v.cards + 1):
        if (cards >> card) & 1:
            for slot in range(v.slots):
                if longest(v, slot, card) > now:
                    count += 1
                    break
    return count
