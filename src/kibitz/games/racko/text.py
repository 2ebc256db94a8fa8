"""Rack-O in words.

What is told is told to one seat, the watcher: it is "you", and the mover is "you" or "{who}", for which the table
puts the name. With two players the other is otherwise "they".
"""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np

from kibitz.games.racko import rules
from kibitz.games.racko.rules import CHOOSE, DISCARD, DRAW, DREW, SLOTS, TAKE, TOOK

NOWHERE = -1
"""A slot, a card or a pile that there is not: no move's code."""

# --- moves ----------------------------------------------------------------------------------------


def name(v, move: int) -> str:
    """``take``, ``draw``, ``discard``, or ``slot 4``."""
    return {DISCARD: "discard", TAKE: "take", DRAW: "draw"}.get(move) or f"slot {move}"


def read(v, text: str) -> list[int]:
    """The moves a text may mean: a word for it or how that begins, a slot's number, a card of the rack (``#17``)."""
    words = _words(text)
    slot, card, taken = _slot_of(words), _card_of(words), _taken_of(words)
    if slot is not None:
        return [slot] if 1 <= slot <= v.slots else [NOWHERE]
    if card is not None:
        rack = _rack(v, int(v.to_move))
        return [rack.index(card) + 1] if card in rack else [NOWHERE]
    if taken is not None:
        return [TAKE] if taken == rules.top_discard(v) else [NOWHERE]
    said = SAID.get(words, words)
    return [move for move in (DISCARD, TAKE, DRAW) if said and name(v, move).startswith(said)]


def part(v) -> tuple[str, int]:
    """Which round this is."""
    return "Round", int(v.rounds)


def why_not(v, text: str) -> str | None:
    """Why a text is no legal move of the player to move, where there is more to say than that it is none."""
    words = _words(text)
    slot, card, taken = _slot_of(words), _card_of(words), _taken_of(words)
    meant, top, slots = read(v, text), int(rules.top_discard(v)), f"a slot, 1 to {int(v.slots)}"
    legal = np.zeros(rules.MOVES, np.int32)
    if not meant or set(meant) & set(legal[: rules.legal(v, legal)].tolist()):
        return None
    if v.phase == CHOOSE:
        if taken is not None:
            return f"the top discard is {top}, not {taken}"
        if meant == [DRAW]:
            return "there is no card left to draw: you must take the discard"
        return f"you hold no card yet: take the {top} or draw first"
    if slot is not None:
        return f"your rack has no slot {slot}: say {slots}"
    if card is not None:
        return f"there is no {card} in your rack"
    if v.phase == TOOK and meant == [DISCARD]:
        return f"a taken discard must go into your rack: say {slots}"
    return f"you already hold {int(v.held)}: say {slots}{', or discard' if v.phase == DREW else ''}"


SAID = {
    **dict.fromkeys(
        ("throw", "throw it", "throw it away", "throw away", "drop", "drop it", "toss", "discard it"), "discard"
    ),
    **dict.fromkeys(("take it", "take discard", "take the discard", "take the card", "pick up", "pick it up"), "take"),
    **dict.fromkeys(
        ("pile", "stock", "draw a card", "draw card", "draw the pile", "from the pile", "new card"), "draw"
    ),
}
"""Other words for the three moves that are not slots."""


def _words(text: str) -> str:
    return " ".join(text.lower().replace("_", " ").split())


def _slot_of(words: str) -> int | None:
    """The slot a text names: ``7``, ``slot 7``, ``s7``, ``put it in slot 7``."""
    found = re.fullmatch(
        r"(?:(?:put|place|play|keep) )?(?:it |the card )?(?:in |into |to |at )?(?:slot ?|s)?(\d{1,3})", words
    )
    return int(found[1]) if found else None


def _card_of(words: str) -> int | None:
    """The card of the own rack a text names: ``#17``, ``replace 17``."""
    found = re.fullmatch(r"(?:(?:replace|for) )?#(\d{1,3})|replace (?:the )?(\d{1,3})", words)
    return int(found[1] or found[2]) if found else None


def _taken_of(words: str) -> int | None:
    """The discard a text names: ``take 17``."""
    found = re.fullmatch(r"take (?:the )?#?(\d{1,3})", words)
    return int(found[1]) if found else None


# --- the table ------------------------------------------------------------------------------------


def show(v, seat: int) -> str:
    """Every rack as far as it is known, the piles, and what the own rack is good for."""
    lines = []
    if v.target:
        lines.append(f"round {int(v.rounds) + 1}, playing to {int(v.target)}: {_standing(v, seat)}")
    lines.append(f"{'slot':8}" + "".join(f"{i + 1:4}" for i in range(v.slots)))
    for p in [seat, *(p for p in range(v.players) if p != seat)]:
        cards = "".join(f"{card or '·':>4}" for card in _rack(v, p))
        lines.append(f"{_who(v, p, seat):8}{cards}")
    top = int(rules.top_discard(v))
    lines.append(f"discard {f'{top}' if top else 'none':>4}, {int(v.piled)} to draw, {int(v.discarded)} discarded")
    if v.phase != CHOOSE and v.held:
        lines.append(f"{_does(v, int(v.to_move), seat, 'hold')} {int(v.held)}")
    lines += ["", explain(_rack(v, seat), int(v.cards))]
    return "\n".join(lines)


def now(v, seat: int) -> str:
    """Whose turn it is, what lies there, and what to type."""
    mover, top = int(v.to_move), int(rules.top_discard(v))
    if v.over:
        return f"The game is over: {_won(v, seat)}."
    if v.phase == CHOOSE:
        may_draw = v.piled > 0 or v.discarded > 1
        if mover != seat:
            what = f"take the {top} or draw" if may_draw else f"take the {top}"
            return f"{_capital(_is(v, mover, seat))} to {what}."
        before = (mover - 1) % int(v.players)
        came = f"{_capital(_who(v, before, seat))} discarded {top}" if v.turns else f"The discards begin with {top}"
        return (
            f"{came}: type take to have it, or draw." if may_draw else f"{came} and nothing is left to draw: type take."
        )
    slots = f"a slot, 1 to {int(v.slots)}"
    if mover != seat:
        held = f" {int(v.held)}" if v.held else " a card"
        return (
            f"{_capital(_who(v, mover, seat))} {'took' if v.phase == TOOK else 'drew'}{held} and must put it somewhere."
        )
    if v.phase == TOOK:
        return f"You took {int(v.held)}, which must go into your rack: type {slots}."
    return f"You drew {int(v.held)}: type {slots}, or discard."


def explain(rack: list[int], cards: int) -> str:
    """Which slots of a rack already form a usable sequence, and what the others still need.

    >>> print(explain([3, 25, 9, 14, 20], 25))
    Usable: 3 · 9 14 20 (slots 1, 3, 4, 5). Slot 2 needs 4 to 8.
    >>> print(explain([3, 8, 9, 14, 20], 25))
    The rack is in order.
    """
    kept = usable(rack, cards)
    if len(kept) == len(rack):
        return "The rack is in order."
    shown = " ".join(str(card) if i in kept else "·" for i, card in enumerate(rack))
    edges = [(-1, 0), *((i, rack[i]) for i in kept), (len(rack), cards + 1)]
    needs = []
    for (before, low), (after, high) in pairwise(edges):
        first, last = before + 2, after  # the slots between, from 1
        if first == last:
            needs.append(f"Slot {first} needs {_numbers(low, high)}.")
        elif first < last:
            needs.append(f"Slots {first} to {last} need {_numbers(low, high)}.")
    if not kept:
        return "No card can stay where it is."
    slots = ", ".join(str(i + 1) for i in kept)
    return f"Usable: {shown} (slot{'s' if len(kept) > 1 else ''} {slots}). {' '.join(needs)}"


def usable(rack: list[int], cards: int) -> list[int]:
    """The slots (from 0) of the longest usable sequence; among equals, the one most evenly spread.

    >>> usable([3, 25, 9, 14, 20], 25)
    [0, 2, 3, 4]
    """
    room = cards - len(rack)
    levels = [card - 1 - i for i, card in enumerate(rack)]
    step = (cards + 1) / (len(rack) + 1)
    best: list[list[int]] = []  # the best sequence that ends in each slot
    found: list[int] = []

    def merit(sequence: list[int]) -> tuple[int, float]:
        return len(sequence), -sum(abs(rack[i] - step * (i + 1)) for i in sequence)

    for i, level in enumerate(levels):
        before = [best[j] for j in range(i) if best[j] and levels[j] <= level]
        fits = 0 <= level <= room
        best.append([*max(before, key=merit, default=[]), i] if fits else [])
        found = max(found, best[i], key=merit)
    return found


# --- what happened --------------------------------------------------------------------------------


def tell(before, move: int, after, seat: int) -> str:
    """What a move did, as one seat sees it: whole sentences, see the top of this file."""
    p = int(before.to_move)
    if move == TAKE:
        return f"{_mover(p, seat, 'take')} {int(rules.top_discard(before))} from the discards"
    if move == DRAW:
        again = " (the discards make a new pile)" if before.piled == 0 else ""
        return f"{_mover(p, seat, 'draw')} {int(after.held) or 'a card'}{again}"
    gone = _gone(before, move, after, seat)
    if move == DISCARD:
        return f"{_mover(p, seat, 'discard')} {gone}{_ending(before, after, seat)}"
    card = int(before.held) or "the card"
    verb = "discard" if p == seat else "discards"
    return f"{_mover(p, seat, 'put')} {card} in slot {move} and {verb} {gone}{_ending(before, after, seat)}"


def _gone(before, move: int, after, seat: int) -> int | str:
    """The card that was discarded; where a new round was dealt since, only if the seat knew it before."""
    if after.rounds == before.rounds:
        return int(rules.top_discard(after))
    known = before.held if move == DISCARD else before.racks[SLOTS * before.to_move + move - 1]
    return int(known) or "a card"


def _ending(before, after, seat: int) -> str:
    """What the end of a round brings each player, and why."""
    if after.rounds == before.rounds and not after.over:
        return ""
    gained = [int(after.points[p] - before.points[p]) for p in range(before.players)]
    if not any(gained):
        return f".\nEveryone has had {_turns(before)}: the round is drawn"
    winner, slots = int(before.to_move), int(before.slots)
    counts = []
    for p in [winner, *(p for p in range(before.players) if p != winner)]:
        gets = _mover(p, seat, "get") if p == winner else _does(before, p, seat, "get")
        if p == winner:
            bonus = gained[p] - 5 * slots - 25
            why = f"25 and 5 for each of {slots} cards" + (f", {bonus} for consecutive numbers" if bonus else "")
        else:
            cards = gained[p] // 5
            which = f" ({' '.join(str(card) for card in _rack(after, p)[:cards])})" if after.over else ""
            why = f"5 for {'each of the first ' + str(cards) if cards > 1 else 'the first'} in order{which}"
        counts.append(f"{gets} {gained[p]}: {why}")
    told = ": Rack-O!\n" + "\n".join(counts)
    if before.target:
        told += f"\nnow {_standing(after, seat)}" + ("" if after.over else f"; round {int(after.rounds) + 1} begins")
    return told


def _won(v, seat: int) -> str:
    points = [int(v.points[p]) for p in range(v.players)]
    best = [p for p in range(v.players) if points[p] == max(points)]
    if not any(points):
        return f"everyone has had {_turns(v)}, and nobody wins"
    shown = " to ".join(str(n) for n in sorted(points, reverse=True))
    if len(best) > 1:
        return f"a tie at {max(points)}"
    return f"{_does(v, best[0], seat, 'win')} {shown}"


# --- names ----------------------------------------------------------------------------------------


def _standing(v, seat: int) -> str:
    return ", ".join(f"{_who(v, p, seat)} {int(v.points[p])}" for p in range(v.players))


def _rack(v, p: int) -> list[int]:
    return [int(card) for card in v.racks[SLOTS * p : SLOTS * p + v.slots]]


def _who(v, p: int, seat: int) -> str:
    return "you" if p == seat else "they" if v.players == 2 else f"seat {p}"


def _does(v, p: int, seat: int, verb: str) -> str:
    """``you get``, ``they get``, ``seat 2 gets``."""
    return f"{_who(v, p, seat)} {verb}{'' if p == seat or v.players == 2 else 's'}"


def _is(v, p: int, seat: int) -> str:
    return f"{_who(v, p, seat)} {'are' if p == seat or v.players == 2 else 'is'}"


def _mover(p: int, seat: int, verb: str) -> str:
    """``you draw``, ``{who} draws``."""
    return f"you {verb}" if p == seat else f"{{who}} {verb}s"


def _turns(v) -> str:
    return f"{int(v.limit)} turn{'s' if v.limit > 1 else ''}"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _numbers(low: int, high: int) -> str:
    """The numbers between two cards."""
    return f"{low + 1}" if high - low == 2 else f"{low + 1} to {high - 1}"
