"""Why one move is better than another, in a sentence a player would say.

A sentence goes on from "because". It counts what people count: how many cards of the rack could stay together,
and how many of the cards that may be drawn would then make them more. Where counting does not tell, it looks at where
a card belongs in a rack that rises evenly, and then at what the next player can do with the card that is given away.
Where nothing of that tells, there is no sentence: the adviser sees more than can be said.
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
    """Why `best` is better than `other`, two moves as the coach has judged them; empty where none of this tells."""
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
    # A move that leaves fewer cards together is not the better one for where its cards stand.
    is_even = good.together == bad.together
    if view.phase != CHOOSE:
        by_place = _by_place(view, card, best.move.code, other.move.code) if is_even else ""
        return by_place or _by_gift(view, card, best.move.code, other.move.code)
    if best.move.code == TAKE and is_even:
        home = _home(view, card)
        return f"the {card} belongs near slot {home}, and a card from the pile may belong nowhere in your rack"
    return ""


def _by_place(view: np.record, card: int, best: int, other: int) -> str:
    """A reason from where cards belong, for two moves of a card in hand that counting cannot tell apart."""
    if DISCARD in (best, other):
        slot = other if best == DISCARD else best
        old = _standing(view, slot)
        stays, goes = (old, card) if best == DISCARD else (card, old)
        if abs(slot - _place(view, stays)) + CLEARLY < abs(slot - _place(view, goes)):
            return f"in slot {slot} the {stays} is nearer to its place than the {goes}"
        return ""
    if abs(best - _place(view, card)) + CLEARLY < abs(other - _place(view, card)):
        home = _home(view, card)
        return f"the {card} belongs {'in' if best == home else 'nearer to'} slot {home}"
    stays, goes = _standing(view, other), _standing(view, best)
    if abs(best - _place(view, goes)) > abs(other - _place(view, stays)) + CLEARLY:
        return f"the {goes} in slot {best} is further from its place than the {stays} in slot {other}"
    return ""


def _by_gift(view: np.record, card: int, best: int, other: int) -> str:
    """A reason from the card that each move gives away, and the cards the next player is known to hold."""
    given, spared = (card if move == DISCARD else _standing(view, move) for move in (best, other))
    views = np.zeros(1, STATE)
    views[0] = view
    v = views[0]
    v.to_move = (int(view.to_move) + 1) % int(view.players)

    def fits(card: int) -> bool:
        # Cards of theirs that nobody has seen are blank, and stand in no sequence.
        return any(longest(v, slot, card) > longest(v, -1, 0) for slot in range(v.slots))

    if fits(spared) and not fits(given):
        who = "the other player" if view.players == 2 else "the next player"
        return f"the {spared} fits with the cards that {who} took, and the {given} does not"
    return ""


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
