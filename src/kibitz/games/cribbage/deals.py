"""All deals of six cards up to an exchange of suits: 962,988 stand for 20,358,520."""

from __future__ import annotations

from math import comb

import numpy as np

from kibitz.games.cribbage import stats
from kibitz.kernel import kernel

DEALS = 962_988


def every_deal() -> tuple[np.ndarray, np.ndarray]:
    """The deals, six cards each in ascending order, and how many of all deals each stands for."""
    deals, alike = np.zeros((DEALS, 6), np.int8), np.zeros(DEALS, np.int8)
    assert list_deals(_masks(), deals, alike) == DEALS
    return deals, alike


@kernel
def fill_keeps(t, cribs, deals, results):
    """The exact statistics of all fifteen keeps of each deal."""
    for i in range(len(deals)):
        stats.statistics_of_any_throw(t, cribs, deals[i], results[i])


@kernel
def list_deals(masks, deals, alike):
    """Every six cards whose suits, as masks of ranks, do not ascend; how many deals each stands for; their number."""
    n = 0
    for i in range(len(masks)):
        for j in range(i + 1):
            first = bits(masks[i]) + bits(masks[j])
            if first > 6:
                continue
            for k in range(j + 1):
                left = 6 - first - bits(masks[k])
                if left < 0:
                    continue
                for m in range(k + 1):
                    if bits(masks[m]) == left:
                        put(deals[n], masks[i], masks[j], masks[k], masks[m])
                        alike[n] = 24 // orders_alike(i, j, k, m)
                        n += 1
    return n


@kernel
def bits(mask):
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@kernel
def orders_alike(i, j, k, m):
    """In how many orders of the suits the same deal comes again; equal numbers stand together."""
    alike, run = 1, 1
    for same in (i == j, j == k, k == m):
        run = run + 1 if same else 1
        alike *= run
    return alike


@kernel
def put(cards, clubs, diamonds, hearts, spades):
    n = 0
    for suit, mask in enumerate((clubs, diamonds, hearts, spades)):
        for rank in range(13):
            if (mask >> rank) & 1:
                cards[n] = 13 * suit + rank
                n += 1


def _masks() -> np.ndarray:
    """The ranks one suit may hold, six at most, few first so that loops end early."""
    masks = [mask for mask in range(1 << 13) if mask.bit_count() <= 6]
    masks.sort(key=lambda mask: (mask.bit_count(), mask))
    assert len(masks) == sum(comb(13, n) for n in range(7))
    return np.array(masks, np.int64)
