"""kyle: settles cards that lie in their own band of numbers, and fills the ranges between them.

After Kyle Thompson's program of 2008, the benchmark of the paper. With N cards and R slots, a band is
⌊N/R⌋ numbers wide. At the deal, slots whose card lies in their own band are anchors. Between anchors
are ranges of slots with the numbers they may hold; a card in a range goes to the slot its size suggests,
which is then an anchor for good. A range can so be left with fewer numbers than slots: Kyle then waits
for ever.

Also an anchor is a slot whose card follows by one that of the anchor just below it, or that holds card 1
while there is no anchor yet. That second half is a slip (all slots below then have no numbers left), but
with it, and only with it, Kyle draws as often as in the original: 4% against itself, 15% against random.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.games.racko.rules import CHOOSE, DISCARD, DRAW, SLOTS, TAKE, TOOK, top_discard
from kibitz.kernel import kernel, record


class Player(Agent):
    memory = record(
        [
            ("anchors", "i2"),  # bit i: slot i is settled
            ("rounds", "i2"),  # looked at, so that each round's deal is looked at once
        ]
    )

    def act(self, views, moves, counts, *memory):
        chosen = np.empty(len(views), np.int32)
        choose(views, memory[0], chosen)
        return chosen


@kernel
def choose(views, notes, chosen):
    for k in range(len(views)):
        chosen[k] = decide(views[k], notes[k])


@kernel
def decide(v, note):
    """Kyle's move; his note remembers the anchors."""
    if note.rounds <= v.rounds:
        note.anchors = dealt_anchors(v)
        note.rounds = v.rounds + 1
    if v.phase == CHOOSE:
        wanted = slot_for(v, note.anchors, top_discard(v), 0) >= 0
        possible = v.piled > 0 or v.discarded > 1
        return TAKE if wanted or not possible else DRAW
    # A drawn card at the edge of its range is let go, a discard there was worth taking.
    slot = slot_for(v, note.anchors, int(v.held), 0 if v.phase == TOOK else 1)
    if slot >= 0:
        note.anchors |= 1 << slot
        return slot + 1
    return DISCARD if v.phase != TOOK else 1


@kernel
def dealt_anchors(v):
    """The slots settled by the deal."""
    width = v.cards // v.slots
    anchors, last = 0, 0
    for i in range(v.slots):
        card = int(v.racks[SLOTS * v.to_move + i])
        follows = card == last + 1 and (anchors == 0 or (anchors >> (i - 1)) & 1)
        if i * width < card <= (i + 1) * width or follows:
            anchors |= 1 << i
            last = card
    return anchors


@kernel
def slot_for(v, anchors, card, edge):
    """The slot for a card at least `edge` inside its range; -1 where there is none."""
    at, slots = SLOTS * int(v.to_move), int(v.slots)
    first, low = 0, 1  # the range that begins here, and its least number
    for i in range(slots + 1):
        if i < slots and not (anchors >> i) & 1:
            continue
        high = int(v.racks[at + i]) - 1 if i < slots else int(v.cards)
        size = i - first
        if size > 0 and low + edge <= card <= high - edge:
            if size == 1 or card == low:
                return first
            return first + max(1, int(size * card / high + 0.5)) - 1
        first, low = i + 1, high + 2
    return -1
