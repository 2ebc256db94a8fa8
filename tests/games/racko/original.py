"""Kyle and Max once more, in plain Python and from their description alone: oracles for the players."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, pairwise


class Kyle:
    """One round of Kyle's: he looks at the rack he is dealt, and follows along."""

    def __init__(self, rack: list[int], cards: int) -> None:
        self.cards, band = cards, cards // len(rack)
        self.anchors = {i for i, card in enumerate(rack) if i * band < card <= (i + 1) * band}
        for i in range(len(rack) - 1):
            if i in self.anchors and rack[i + 1] == rack[i] + 1:
                self.anchors.add(i + 1)

    def ranges(self, rack: list[int]) -> Iterator[tuple[int, int, int, int]]:
        """First slot, slots, lowest and highest number of each run of slots between anchors."""
        edges = [-1, *sorted(self.anchors), len(rack)]
        for left, right in pairwise(edges):
            if right - left > 1:
                lowest = rack[left] + 1 if left >= 0 else 1
                highest = rack[right] - 1 if right < len(rack) else self.cards
                yield left + 1, right - left - 1, lowest, highest

    def takes(self, rack: list[int], discard: int) -> bool:
        return any(low <= discard <= high for _, _, low, high in self.ranges(rack))

    def slot(self, rack: list[int], card: int, drawn: bool) -> int | None:
        """Where the card in hand goes, from 0; None: on the discards."""
        for first, k, low, high in self.ranges(rack):
            if (low < card < high) if drawn else (low <= card <= high):
                if k == 1:
                    return first
                return first if card == low else first + max(1, math.floor(k * card / high + 0.5)) - 1
        return None


def could_stay(rack: list[int], kept: tuple[int, ...], cards: int) -> bool:
    """Whether every slot below, between and above the kept ones can be filled with numbers that ascend."""
    edges = [(-1, 0), *((i, rack[i]) for i in kept), (len(rack), cards + 1)]
    return all(high - low >= after - before for (before, low), (after, high) in pairwise(edges))


def longest(rack: list[int], cards: int) -> int:
    """The length of the longest usable sequence."""
    slots = range(len(rack))
    return next(n for n in range(len(rack), -1, -1) if any(could_stay(rack, k, cards) for k in combinations(slots, n)))


class Max:
    """Max, who remembers nothing."""

    def __init__(self, cards: int) -> None:
        self.cards = cards

    def lengths(self, rack: list[int], card: int) -> list[int]:
        return [longest([*rack[:i], card, *rack[i + 1 :]], self.cards) for i in range(len(rack))]

    def takes(self, rack: list[int], discard: int) -> bool:
        return max(self.lengths(rack, discard)) > longest(rack, self.cards)

    def slot(self, rack: list[int], card: int, drawn: bool) -> int | None:
        lengths = self.lengths(rack, card)
        if drawn and max(lengths) < longest(rack, self.cards):
            return None
        return lengths.index(max(lengths))
