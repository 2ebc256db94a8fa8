"""Duel in words."""

from __future__ import annotations

from kibitz_duel.rules import CARDS, contains


def name(v, move: int) -> str:
    return str(move)


def read(v, text: str) -> list[int]:
    return [int(text)] if text.isdigit() and 1 <= int(text) <= CARDS else []


def show(v, seat: int) -> str:
    hand = " ".join(str(card) for card in range(1, CARDS + 1) if contains(int(v.hands[seat]), card))
    led = f"   led: {v.led}" if v.led else ""
    return f"your cards: {hand}{led}   tricks {v.tricks[seat]} : {v.tricks[1 - seat]}"


def tell(before, move: int, after, seat: int) -> str:
    if not before.led:
        return f"leads {move}"
    return f"answers {move}; seat {int(after.to_move)} takes the trick"
