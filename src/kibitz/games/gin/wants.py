"""What the other seat may want: from the chance that it holds each card to the danger of a discard."""

from __future__ import annotations

from kibitz.games.gin.melds import COLUMN, NOT_ACE, NOT_KING, count
from kibitz.games.gin.rules import unseen
from kibitz.kernel import kernel

COLD, LOW = 0.6, 0.45
"""How much less likely a card is held beside one its owner refused, and how much more so a low one."""


@kernel
def hidden(v, seat):
    """How many cards of the other hand a seat does not know."""
    held = int(v.next) - count(int(v.hands[seat])) - count(int(v.pile))
    return held - count(int(v.known[1 - seat]))


@kernel
def beside(cards):
    """The cards that could share a meld with any of these: same rank, or next in suit."""
    ranks = (cards | cards >> 13 | cards >> 26 | cards >> 39) & 0x1FFF
    return ranks * COLUMN | (cards << 1 & NOT_ACE) | (cards >> 1 & NOT_KING)


@kernel
def guess(v, seat, chance):
    """A rule of thumb for the chance that the other seat holds each card.

    Known cards are certain. Of the unseen, those beside a card it threw or declined are less likely,
    and low cards more likely, as a player keeps them.
    """
    other = 1 - seat
    refused = 0
    for card in range(52):
        if v.threw[other, card] or v.declined[other, card]:
            refused |= 1 << card
    cold, cards, known = beside(refused), unseen(v, seat), int(v.known[other])
    total = 0.0
    for card in range(52):
        chance[card] = 0.0
        if cards >> card & 1:
            chance[card] = (COLD if cold >> card & 1 else 1.0) * (1.0 + LOW * (6 - card % 13) / 6)
            total += chance[card]
    scale = hidden(v, seat) / total if total > 0 else 0.0
    for card in range(52):
        chance[card] = 1.0 if known >> card & 1 else min(chance[card] * scale, 1.0)


@kernel
def wish(chance, card):
    """The chance that the other seat could meld a card, its holdings taken as independent."""
    rank = card % 13
    a, b, c = chance[(card + 13) % 52], chance[(card + 26) % 52], chance[(card + 39) % 52]
    no = (1 - a * b) * (1 - a * c) * (1 - b * c)
    down = chance[card - 1] if rank >= 1 else 0.0
    up = chance[card + 1] if rank <= 11 else 0.0
    if rank >= 2:
        no *= 1 - down * chance[card - 2]
    if rank <= 10:
        no *= 1 - up * chance[card + 2]
    return 1 - no * (1 - down * up)
