"""Names of the 52 playing cards.

A card is a number: ``13 * suit + rank``, with ranks A23456789TJQK from 0 and suits CDHS from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

RANKS = "A23456789TJQK"
SUITS = "CDHS"
SYMBOLS = "♣♦♥♠"


def name(card: int) -> str:
    """
    >>> name(0), name(51)
    ('AC', 'KS')
    """
    return RANKS[card % 13] + SUITS[card // 13]


def names(cards: Iterable[int]) -> str:
    """
    >>> names([4, 23])
    '5C JD'
    """
    return " ".join(name(int(card)) for card in cards)


def pretty(cards: Iterable[int]) -> str:
    """
    >>> pretty([4, 23])
    '5♣ J♦'
    """
    return " ".join(RANKS[int(card) % 13] + SYMBOLS[int(card) // 13] for card in cards)


def parse(text: str) -> list[int]:
    """The cards a text names, spaces or commas between them or not; ``10`` reads as ``T``.

    >>> parse("5h, jd"), parse("10S")
    ([30, 23], [48])
    >>> parse("5x")
    Traceback (most recent call last):
    ...
    ValueError: no card in 'X'; a card is a rank (A23456789TJQK) and a suit (CDHS), such as 5H
    """
    cards, rest = [], text.upper().replace("10", "T")
    for symbol, suit in zip(SYMBOLS, SUITS, strict=True):
        rest = rest.replace(symbol, suit)
    for rank, suit in re.findall(r"([A2-9TJQK])\s*([CDHS])", rest):
        cards.append(13 * SUITS.index(suit) + RANKS.index(rank))
    left = re.sub(r"[A2-9TJQK]\s*[CDHS]|[\s,]+", "", rest)
    if left or not cards:
        raise ValueError(f"no card in {left[-1:]!r}; a card is a rank ({RANKS}) and a suit ({SUITS}), such as 5H")
    return cards
