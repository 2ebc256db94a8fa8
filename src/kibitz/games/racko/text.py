"""Rack-O in words."""

from __future__ import annotations

import re
from itertools import pairwise

from kibitz.games.racko import rules
from kibitz.games.racko.rules import CHOOSE, DISCARD, DRAW, DREW, SLOTS, TAKE, TOOK


def name(v, move: int) -> str:
    """``take``, ``draw``, ``discard``, or ``slot 4``."""
    return {DISCARD: "discard", TAKE: "take", DRAW: "draw"}.get(move) or f"slot {move}"


def read(v, text: str) -> list[int]:
    """The moves a text may mean: a name or how it begins, a slot's number, a card of the own rack (``#17``)."""
    words = " ".join(text.lower().replace("_", " ").split())
    words = re.sub(r"^(take|draw)( the)? (discard|card|pile)$", r"\1", words)
    slot = re.fullmatch(r"(?:(?:put |place |play )?(?:it )?(?:in |into )?(?:slot ?|s))?(\d{1,3})", words)
    if slot:
        number = int(slot[1])
        return [number] if 1 <= number <= v.slots else [-1]
    card = re.fullmatch(r"(?:replace |for )?#(\d{1,3})", words)
    if card:
        rack = _rack(v, int(v.to_move))
        return [rack.index(int(card[1])) + 1] if int(card[1]) in rack else [-1]
    return [move for move in (DISCARD, TAKE, DRAW) if words and name(v, move).startswith(words)]


def show(v, seat: int) -> str:
    """Every rack as far as it is known, the piles, and what the own rack is good for."""
    lines = []
    if v.target:
        points = ", ".join(f"{_who(p, seat)} {int(v.points[p])}" for p in range(v.players))
        lines.append(f"round {int(v.rounds) + 1}, playing to {int(v.target)}: {points}")
    lines.append(f"{'slot':8}" + "".join(f"{i + 1:4}" for i in range(v.slots)))
    for p in [seat, *(p for p in range(v.players) if p != seat)]:
        cards = "".join(f"{card or '·':>4}" for card in _rack(v, p))
        lines.append(f"{_who(p, seat):8}{cards}")
    top = int(rules.top_discard(v))
    lines.append(f"discard {f'{top}' if top else 'none':>4}, {int(v.piled)} to draw, {int(v.discarded)} discarded")
    if v.phase != CHOOSE and v.held:
        lines.append(f"{_who(int(v.to_move), seat)} hold{'' if v.to_move == seat else 's'} {int(v.held)}")
    lines += ["", explain(_rack(v, seat), int(v.cards))]
    return "\n".join(lines)


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


def tell(before, move: int, after, seat: int) -> str:
    """What a move did, as the table sees it."""
    p = int(before.to_move)
    if move == TAKE:
        return f"takes {int(rules.top_discard(before))} from the discards"
    if move == DRAW:
        again = " (the discards make a new pile)" if before.piled == 0 else ""
        return f"draws {int(after.held)}{again}" if after.held else f"draws a card{again}"
    if move == DISCARD:
        return f"discards {_gone(before, after)}" + _ending(before, after, seat)
    known = before.phase == TOOK or p == seat or (before.phase == DREW and before.held)
    card = f"{int(before.held)}" if known and before.held else "the card"
    return f"puts {card} in slot {move}, discards {_gone(before, after)}" + _ending(before, after, seat)


def _gone(before, after) -> str:
    """The card on the discard pile after a turn; the pile is gone where a new round was dealt."""
    return str(int(rules.top_discard(after))) if after.rounds == before.rounds else "a card"


def _ending(before, after, seat: int) -> str:
    if after.rounds == before.rounds and not after.over:
        return ""
    gained = [int(after.points[p] - before.points[p]) for p in range(before.players)]
    if not any(gained):
        return "; the limit is reached and the round is drawn"
    counts = ", ".join(f"{_who(p, seat)} {points}" for p, points in enumerate(gained))
    return f": Rack-O! ({counts})"


def _rack(v, p: int) -> list[int]:
    return [int(card) for card in v.racks[SLOTS * p : SLOTS * p + v.slots]]


def _who(p: int, seat: int) -> str:
    return "you" if p == seat else f"seat {p}"


def _numbers(low: int, high: int) -> str:
    """The numbers between two cards."""
    return f"{low + 1}" if high - low == 2 else f"{low + 1} to {high - 1}"
