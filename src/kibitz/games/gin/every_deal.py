"""Every end of a hand, by what one seat sees of it first: for best responses that are computed.

Gin's rules know no short deck, but the last turns of a hand are a small game. Here the stock is down to four cards, two
of which may still be drawn, all that was thrown lies open, nobody is known to have taken or refused anything, and each
seat has one turn left: take or draw, throw or knock. Without a knock the hand is void. Hands are dealt until either has
little deadwood, as late in a hand; else nobody could knock.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

import numpy as np

from kibitz.errors import BadOption
from kibitz.games.gin.melds import deadwood
from kibitz.games.gin.rules import DRAWING, HAND, LAST_TURN, NONE, STATE, STOCK_END, Options, deal

TURNS = 2
"""One for each seat, and as many cards to draw."""
STOCK = STOCK_END + TURNS
MOST_DEAD = 20
"""Of either hand."""


def roots(options: Options, rng: np.random.Generator) -> Iterator[tuple[np.ndarray, np.ndarray, int]]:
    """First views drawn at random, over and over: all ways the unseen cards may lie, each as likely, and the seat."""
    if options.hands != 1 or options.oklahoma:
        raise BadOption("the ends of single hands are listed; choose --hands 1, without oklahoma")
    blank = np.zeros(1, STATE)
    deal(blank[0], options.encoded_row()[0], np.uint64(1))
    blank["turn"], blank["phase"], blank["next"] = LAST_TURN - TURNS + 1, DRAWING, 52 - STOCK
    while True:
        own, unseen, thrown = _dealt(rng)
        seat, first = (int(number) for number in rng.integers(2, size=2))
        others, stock = _lies(unseen)
        states = np.repeat(blank, len(others))
        states["hands"][:, seat], states["hands"][:, 1 - seat] = _mask(own), others
        states["pile"], states["upcard"], states["drawn"] = _mask(thrown), thrown[0], NONE
        states["deck"] = NONE
        states["deck"][:, 52 - STOCK :] = stock
        states["to_move"] = states["starter"] = first
        yield states, np.ones(len(states)), seat


def _dealt(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The cards of one seat, those it does not see (the other's come first), and those thrown."""
    while True:
        cards = rng.permutation(52)
        own, other = cards[:HAND], cards[HAND : 2 * HAND]
        if deadwood(_mask(own)) <= MOST_DEAD and deadwood(_mask(other)) <= MOST_DEAD:
            return own, cards[HAND : 2 * HAND + STOCK], cards[2 * HAND + STOCK :]


def _mask(cards: np.ndarray) -> int:
    return int((1 << cards).sum())


def _lies(unseen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The hands that the other may have, and with each what may come from the stock; its last cards in any order."""
    hands, stock = [], []
    for hand in combinations(unseen.tolist(), HAND):
        mask = sum(1 << card for card in hand)
        if deadwood(mask) <= MOST_DEAD:
            rest = [card for card in unseen.tolist() if card not in hand]
            for drawn in permutations(rest, TURNS):
                hands.append(mask)
                stock.append([*drawn, *(card for card in rest if card not in drawn)])
    return np.array(hands), np.array(stock)
