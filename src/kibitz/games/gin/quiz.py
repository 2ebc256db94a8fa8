"""Melding hands, as a quiz."""

from __future__ import annotations

import random

from kibitz.cards import pretty
from kibitz.games.gin import melds
from kibitz.games.gin.text import arranged
from kibitz.quiz import Question


def ask(seed: int) -> Question:
    """Ten cards as they may lie after some turns: the least deadwood is asked for."""
    chance = random.Random(seed)
    # The best of several deals: hands in which there is something to meld.
    hands = [chance.sample(range(52), 10) for _ in range(12)]
    cards = min(hands, key=lambda hand: int(melds.deadwood(_mask(hand))))
    cards.sort(key=lambda card: (card % 13, card))
    answer = int(melds.deadwood(_mask(cards)))
    question = f"{pretty(cards)}: how much deadwood is left when they are melded best?"
    return Question(question, cards, None, False, answer, f"{arranged(_mask(cards))}, melds between bars")


def _mask(cards: list[int]) -> int:
    return sum(1 << card for card in cards)
