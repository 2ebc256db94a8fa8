"""Counts as players speak them, part by part with the cards that make each part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod

from kibitz.cards import pretty
from kibitz.games.cribbage.counting import JACK, NONE, value

UNITS = (
    "nothing", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("", "", "twenty", "thirty")
RUNS = {1: "a run", 2: "a double run", 3: "a triple run", 4: "a double double run"}
ALIKE = {2: "a pair", 3: "three alike", 4: "four alike"}
NOBS = "his nobs"


@dataclass(frozen=True)
class Part:
    """Something that counts in a hand."""

    title: str
    """As players call it: ``fifteen``, ``a pair``, ``a double run of three``."""
    points: int
    cards: tuple[int, ...]


def parts(cards: Sequence[int], starter: int = NONE, is_crib: bool = False) -> list[Part]:
    """All that counts in four cards and a starter, in a player's order: fifteens, runs, pairs, flush, nobs."""
    hand = by_rank([*cards, *([starter] if starter != NONE else [])])
    found = [
        Part("fifteen", 2, chosen)
        for size in range(2, len(hand) + 1)
        for chosen in combinations(hand, size)
        if sum(value(card) for card in chosen) == 15
    ]
    ranks = [card % 13 for card in hand]
    run = _run(ranks)
    if run:
        # A double run is spoken with its pair: eight for three cards, ten for four.
        ways = prod(ranks.count(rank) for rank in run)
        alike = sum(ranks.count(rank) * (ranks.count(rank) - 1) for rank in run)
        title = f"{RUNS[ways]} of {UNITS[len(run)]}"
        found.append(Part(title, ways * len(run) + alike, tuple(card for card in hand if card % 13 in run)))
    for rank in sorted(set(ranks) - run):
        same = tuple(card for card in hand if card % 13 == rank)
        if len(same) > 1:
            found.append(Part(ALIKE[len(same)], len(same) * (len(same) - 1), same))
    held = by_rank(cards)
    if len({card // 13 for card in hand}) == 1 and (len(hand) == 5 or not is_crib):
        found.append(Part("a flush", len(hand), tuple(hand)))
    elif len({card // 13 for card in held}) == 1 and not is_crib:
        found.append(Part("a flush", len(held), tuple(held)))
    nobs = 13 * (int(starter) // 13) + JACK
    if starter != NONE and nobs in held:
        found.append(Part(NOBS, 1, (nobs,)))
    return found


def spell(cards: Sequence[int], starter: int = NONE, is_crib: bool = False) -> str:
    """A count as players speak it, each part with the count so far and its cards.

    >>> spell([4, 18, 32, 49], 46)  # 5C 6D 7H JS and the eight of spades
    'fifteen two (5♣ J♠), fifteen four (7♥ 8♠), a run of four makes eight (5♣ 6♦ 7♥ 8♠), and his nobs makes nine (J♠)'
    >>> spell([1, 16, 20, 34])
    'fifteen two (2♣ 4♦ 9♥)'
    """
    total, said = 0, []
    found = parts(cards, starter, is_crib)
    for n, part in enumerate(found):
        total += part.points
        if part.title == "fifteen":
            words = f"fifteen {spell_number(total)}"
        elif n == 0:
            words = f"one for {NOBS}" if part.title == NOBS else f"{part.title} is {spell_number(total)}"
        else:
            words = f"{'and ' if n == len(found) - 1 else ''}{part.title} makes {spell_number(total)}"
        said.append(f"{words} ({pretty(part.cards)})")
    return ", ".join(said) or "nothing"


def spell_number(n: int) -> str:
    """
    >>> spell_number(0), spell_number(12), spell_number(24)
    ('nothing', 'twelve', 'twenty-four')
    """
    if n < 20:
        return UNITS[n]
    return TENS[n // 10] + (f"-{UNITS[n % 10]}" if n % 10 else "")


def by_rank(cards: Iterable[int]) -> list[int]:
    """In the order a player holds them: by rank, then by suit."""
    return sorted((int(card) for card in cards), key=lambda card: (card % 13, card // 13))


def _run(ranks: Sequence[int]) -> set[int]:
    """The ranks of the run, if there is one of three or more: of five cards there is never a second."""
    for low in range(11):
        high = low
        while high in ranks:
            high += 1
        if high - low >= 3:
            return set(range(low, high))
    return set()
