"""Duel in words; the mover is "you" to itself, and "{who}" to others, for which the table puts the name."""

from __future__ import annotations

from kibitz_duel import rules
from kibitz_duel.rules import CARDS, contains


def name(v, move: int) -> str:
    return str(move)


def read(v, text: str) -> list[int]:
    return [int(text)] if text.isdigit() and 1 <= int(text) <= CARDS else []


def why_not(v, text: str) -> str | None:
    if not text.isdigit():
        return None
    return f"you do not hold the {text}" if 1 <= int(text) <= CARDS else f"cards are numbered 1 to {CARDS}"


def show(v, seat: int) -> str:
    led = f"   led: {v.led}" if v.led else ""
    return f"your cards: {' '.join(map(str, _hand(v, seat)))}{led}   tricks {v.tricks[seat]} : {v.tricks[1 - seat]}"


def now(v, seat: int) -> str:
    if rules.player(v) < 0:
        return f"The game is over: you took {v.tricks[seat]} tricks, they took {v.tricks[1 - seat]}."
    if v.to_move != seat:
        return "They are to answer." if v.led else "They are to lead."
    return f"{f'Answer the {v.led}' if v.led else 'Lead a card'}: type its number, such as {_hand(v, seat)[0]}."


def tell(before, move: int, after, seat: int) -> str:
    you = before.to_move == seat
    if not before.led:
        return f"you lead {move}" if you else f"{{who}} leads {move}"
    taker = "you" if after.to_move == seat else "they"
    return f"{'you answer' if you else '{who} answers'} {move}; {taker} take the trick"


def _hand(v, seat: int) -> list[int]:
    return [card for card in range(1, CARDS + 1) if contains(int(v.hands[seat]), card)]
