"""kyle: settles cards that lie in their own band of numbers, and fills the ranges between them.

After Kyle Thompson's program of 2008, the benchmark of the paper. With N cards and R slots, slot i's band
is the i-th ⌊N/R⌋ numbers. At the deal, a slot whose card lies in its band is an anchor, and so is one just
above an anchor that holds the next number. Between anchors are ranges of slots with the numbers they may
hold; a card in a range goes to the slot its size suggests, which is then an anchor for good. A range can
so be left with fewer numbers than slots: Kyle then waits for ever.

``kyle:restless=true`` makes the random move of the original's players (see ``restless.py``).
"""

from __future__ import annotations

from kibitz.agent import CompiledAgent
from kibitz.game import Game
from kibitz.games.racko.restless import is_restless, with_restless
from kibitz.games.racko.rules import CHOOSE, DISCARD, DRAW, SLOTS, TAKE, TOOK, top_discard
from kibitz.kernel import draw, kernel, record
from kibitz.options import GameOptions


@kernel
def decide(v, moves, count, notes, params):
    if params.restless and is_restless(v):
        return moves[draw(v, count)]
    anchors = anchors_of(v, notes)
    if v.phase == CHOOSE:
        wanted = slot_for(v, anchors, top_discard(v), 0) >= 0
        return TAKE if wanted or count == 1 else DRAW
    # A drawn card at the edge of its range is let go, a discard there was worth taking.
    slot = slot_for(v, anchors, int(v.held), 0 if v.phase == TOOK else 1)
    if slot >= 0:
        return slot + 1
    return 1 if v.phase == TOOK else DISCARD  # a discard nobody wanted was taken at random, or for want of a pile


@kernel
def remember(v, move, notes, params):
    """A slot that was filled is an anchor from then on; the random move settles nothing."""
    notes.anchors = anchors_of(v, notes)
    notes.rounds = v.rounds + 1
    if DISCARD < move < TAKE and not (params.restless and is_restless(v)):
        notes.anchors |= 1 << (move - 1)


@kernel
def anchors_of(v, notes):
    """The anchors noted, or where nothing is noted of this round yet, those of the deal: bit i for slot i."""
    return int(notes.anchors) if notes.rounds > v.rounds else dealt_anchors(v)


@kernel
def dealt_anchors(v):
    width = v.cards // v.slots
    anchors, before = 0, -1  # the card of the slot below, if that is an anchor
    for i in range(v.slots):
        card = int(v.racks[SLOTS * v.to_move + i])
        if i * width < card <= (i + 1) * width or card == before + 1:
            anchors |= 1 << i
            before = card
        else:
            before = -1
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


class Player(CompiledAgent):
    style = "Gives every card its place and fills the gaps."
    learned = "The rules of a program of 2008."
    memory = record(
        [
            ("anchors", "i2"),  # bit i: slot i is settled
            ("rounds", "i2"),  # the round they belong to, from 1
        ]
    )
    decide, remember = decide, remember

    def __init__(self, game: Game, options: GameOptions, restless: bool = False) -> None:
        super().__init__(game, options)
        self.params = with_restless(restless)
