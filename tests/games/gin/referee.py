"""A second gin rummy, slow and plain, written from the rules alone: sets of cards, no bit masks.

Deadwood comes from OpenSpiel where it has an answer, and from trying every arrangement elsewhere.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pyspiel

ORACLE = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)


WORTH = [min(card % 13 + 1, 10) for card in range(52)]


def worth(card: int) -> int:
    return WORTH[card]


def total(cards) -> int:
    return sum(map(WORTH.__getitem__, cards))


@cache
def every_meld() -> tuple[frozenset, ...]:
    found = []
    for rank in range(13):
        column = [13 * suit + rank for suit in range(4)]
        found += [frozenset(chosen) for size in (3, 4) for chosen in combinations(column, size)]
    for suit in range(4):
        for low in range(13):
            found += [frozenset(13 * suit + r for r in range(low, high + 1)) for high in range(low + 2, 13)]
    return tuple(found)


def arrangements(cards: frozenset):
    """Every way to lay down disjoint melds, as tuples of melds."""
    possible = [meld for meld in every_meld() if meld <= cards]

    def extend(start: int, left: frozenset, laid: tuple):
        yield laid
        for i in range(start, len(possible)):
            if possible[i] <= left:
                yield from extend(i + 1, left - possible[i], (*laid, possible[i]))

    yield from extend(0, cards, ())


def least_deadwood(cards: frozenset) -> int:
    return min(total(cards.difference(*laid)) for laid in arrangements(cards))


def least_after_layoffs(cards: frozenset, melds: tuple) -> int:
    """The defender's least deadwood when any melds may be laid down and any cards laid off, in any order."""
    return min(_lay_off(cards.difference(*laid), tuple(melds)) for laid in arrangements(cards))


def _lay_off(rest: frozenset, melds: tuple) -> int:
    best = total(rest)
    for card in rest:
        for i, meld in enumerate(melds):
            longer = meld | {card}
            if longer in _meld_set():
                best = min(best, _lay_off(rest - {card}, (*melds[:i], longer, *melds[i + 1 :])))
    return best


@cache
def _meld_set() -> frozenset:
    return frozenset(every_meld())


def inviting(cards: frozenset, laid: tuple) -> int:
    """The points of the cards outside a hand that would fit onto one of its melds."""
    return total(c for c in set(range(52)) - cards if any(meld | {c} in _meld_set() for meld in laid))


def _rank(cards: frozenset, laid: tuple) -> tuple:
    """Of arrangements that leave the same: the least inviting, then most cards in sets, then the highest."""
    in_sets = [card for meld in laid if len({card % 13 for card in meld}) == 1 for card in meld]
    return total(cards.difference(*laid)), inviting(cards, laid), -len(in_sets), sorted(-card for card in in_sets)


def oracle(cards) -> int:
    """OpenSpiel's least deadwood; exact for ten cards."""
    return ORACLE.min_deadwood(list(cards))


class Referee:
    """One game to `target`; the decks of the hands come from outside, one after the other."""

    def __init__(self, options, next_deck) -> None:
        self.options, self.next_deck = options, next_deck
        self.scores, self.starter, self.hand_number, self.over = [0, 0], 0, 0, False
        self.start()

    def start(self) -> None:
        deck = list(self.next_deck())
        assert sorted(deck) == list(range(52))
        self.hand_number += 1
        self.hands = [set(deck[:10]), set(deck[10:20])]
        self.pile, self.stock = [deck[20]], deck[21:]
        self.limit = self.options.knock
        if self.options.oklahoma:
            self.limit = 0 if worth(deck[20]) == 1 else worth(deck[20])
        self.mover, self.asked, self.turns, self.taken = self.starter, "first", 1, None

    def legal(self) -> list[int]:
        if self.asked in ("first", "second"):
            return [104, 106]
        if self.asked == "draw":
            return [104, 105]
        hand = self.hands[self.mover]
        throwable = sorted(hand - {self.taken})
        moves = list(throwable)
        # Of eleven cards the oracle only tries the highest deadwood card as discard: up to ten points more.
        if oracle(hand) <= self.limit + 10:
            moves += [52 + card for card in throwable if oracle(hand - {card}) <= self.limit]
            if self.options.big_gin and least_deadwood(frozenset(hand)) == 0:
                moves.append(107)
        return moves

    def play(self, move: int) -> None:
        hand = self.hands[self.mover]
        if move == 104:
            self.taken = self.pile.pop()
            hand.add(self.taken)
            self.asked = "discard"
        elif move == 106 and self.asked == "first":
            self.mover, self.asked, self.turns = 1 - self.mover, "second", 2
        elif move in (105, 106):
            if move == 106:
                self.mover, self.turns = self.starter, 3
            self.hands[self.mover].add(self.stock.pop(0))
            self.asked, self.taken = "discard", None
        elif move == 107:
            self.showdown()
        else:
            hand.remove(move % 52)
            self.pile.append(move % 52)
            if move >= 52:
                self.showdown()
            elif len(self.stock) == 2 or self.turns == 100:
                self.finish(0, 0, void=True)
            else:
                self.mover, self.asked, self.turns, self.taken = 1 - self.mover, "draw", self.turns + 1, None

    def showdown(self) -> None:
        knocker, defender = self.mover, 1 - self.mover
        own, other = frozenset(self.hands[knocker]), frozenset(self.hands[defender])
        dead = least_deadwood(own)
        if dead == 0:
            bonus = self.options.gin if len(own) == 10 else self.options.big_gin
            self.finish(knocker, bonus + oracle(other))
            return
        best = min(arrangements(own), key=lambda laid: _rank(own, laid))
        against = least_after_layoffs(other, best)
        if against > dead:
            self.finish(knocker, against - dead)
        else:
            self.finish(defender, self.options.undercut + dead - against)

    def finish(self, winner: int, gained: int, void: bool = False) -> None:
        self.scores[winner] += gained
        if self.scores[winner] >= self.options.target or self.hand_number == self.options.hands:
            self.over = True
            return
        if not void:
            self.starter = 1 - self.starter
        self.start()
