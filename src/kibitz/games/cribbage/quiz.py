"""Counting hands, as a quiz."""

from __future__ import annotations

import random

from kibitz.cards import pretty
from kibitz.games.cribbage import counting
from kibitz.games.cribbage.spoken import by_rank, spell
from kibitz.quiz import Question

DULL = 3
"""Hands are dealt up to so many times until one counts so much: nothing is learned from counting nothing."""


def ask(seed: int) -> Question:
    """Four cards and a starter; one in four is a crib."""
    chance = random.Random(seed)
    for _ in range(DULL):
        *cards, starter = chance.sample(range(52), 5)
        crib = chance.random() < 0.25
        answer = int(counting.count(*cards, starter, crib))
        if answer >= DULL:
            break
    cards = by_rank(cards)
    what = "This crib" if crib else "This hand"
    question = f"{what} is {pretty(cards)}, the starter {pretty([starter])}. How much does it count?"
    return Question(question, cards, starter, crib, answer, spell(cards, starter, crib))
