"""Rack-O: put your rack of numbered cards in ascending order.

The cards are numbered 1 to N. Each player's rack is filled with cards in the order they are dealt,
and stays in that order; the next card opens the discard pile, the rest is the draw pile. A turn: take
the top discard, which must then be exchanged for a card of your rack, or draw from the pile, and
then exchange that card or discard it. The card exchanged goes on the discard pile. Who ends a turn
with a rack that ascends from slot 1 up has Rack-O, and the round.

Choices, with their sources:

- ``players``, ``slots``, ``cards``: the official game has ten slots and 40, 50 or 60 cards for two,
  three or four players, which is slots × (players + 2), the paper's rule for smaller racks too;
  ``cards=0`` means that.
- ``reuse``: an empty draw pile is made from all discards but the top one, shuffled (``reshuffle``, the
  paper's program) or just turned over (``turn``, the official rule). Since every discard was seen, the
  order of a turned pile is known to all.
- ``limit``: a round in which every player has had so many turns is drawn, scores nothing and ends
  the game (the paper's limit is 1500).
- Points (official): Rack-O is worth 5 per slot and 25 more, 75 with ten slots; the others get 5 for
  each card from slot 1 up to the first that descends. With ``bonus``, each run of 3, 4, 5, or 6 and
  more consecutive numbers in the winner's rack brings 50, 100, 200 or 400.
- ``target``: 0 is a single round; otherwise rounds are played, each begun by the next seat, until a
  player has so many points (500 in the official game).
- A rack dealt in order wins only when its owner ends a turn, and drawing is not possible while there
  is neither a draw pile nor a discard below the top one (decks of the least size).

What is open: every discard, where a card is put, and any card taken from the discard pile while it
stays in its slot. A view remembers all of it, and of each hidden card which shuffle it was drawn from,
because that says which of the unseen cards it can be.

What to type: ``take`` or ``draw``; then ``7`` (or ``slot 7``, or ``#23`` for the slot that holds card 23), or
``discard`` for a card you drew.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from kibitz.errors import BadOption
from kibitz.kernel import OVER, copy, kernel, mix, record, shuffle
from kibitz.options import GameOptions, choice, flag, whole

VERSION = 1
SEATS, SLOTS, CARDS = 4, 10, 60
MOVES = SLOTS + 1

DISCARD, TAKE, DRAW = 0, 11, 12
"""Codes of moves; 1 to 10 put the card in hand in that slot."""

CHOOSE, DREW, TOOK = range(3)
"""The phases of a turn: nothing in hand yet, a card from the draw pile, a card from the discards."""

SHOWN = -1
"""All bits set: the mask over a card that everyone saw when it was put in its slot."""

RESHUFFLE, TURN = range(2)
RUN_BONUS = (0, 0, 0, 50, 100, 200, 400)


@dataclass(frozen=True)
class Options(GameOptions):
    players: int = whole(2, SEATS, default=2)
    slots: int = whole(3, SLOTS, default=10)
    cards: int = whole(0, CARDS, default=0, help="0: slots x (players + 2)")
    reuse: str = choice("reshuffle", "turn", help="what becomes of the discards when the draw pile is empty")
    limit: int = whole(1, 3000, default=1500, help="turns each player has before a round is drawn")
    target: int = whole(0, 1000, default=0, help="points to play to; 0: a single round")
    bonus: bool = flag(False, help="points for consecutive numbers in the winner's rack")

    def check(self) -> None:
        if self.cards == 0:
            object.__setattr__(self, "cards", self.slots * (self.players + 2))
        least = self.slots * self.players + 1
        if self.cards < least:
            raise BadOption(
                f"option cards is {self.cards}; {self.players} players with {self.slots} slots need {least} to {CARDS}"
            )


STATE = record(
    [
        ("rng", "u8"),
        # All racks in one row (slot i of player p is 10p + i), because rows are what compiles to fast copies.
        ("racks", "i1", (SEATS * SLOTS,)),  # 0: not known, or no such slot
        ("shown", "i1", (SEATS * SLOTS,)),  # SHOWN where all know the card, else 0
        ("sources", "i1", (SEATS * SLOTS,)),  # which shuffle each card was drawn from
        ("shuffled", "i1", (CARDS,)),  # which shuffle each card was last part of, from card 1
        ("pile", "i1", (CARDS,)),  # the last is on top; 0s follow
        ("discards", "i1", (CARDS,)),  # the last is on top; 0s follow
        ("points", "i2", (SEATS,)),  # by seat, of the rounds that ended
        ("turns", "i2"),  # ended in this round, by all players
        ("limit", "i2"),
        ("target", "i2"),
        ("shuffle", "i1"),  # the number of the last shuffle; the deal's is 0
        ("reused", "i1"),  # whether the draw pile was made from the discards
        ("piled", "i1"),  # how many cards lie in the draw pile
        ("discarded", "i1"),  # how many cards lie on the discard pile
        ("held", "i1"),  # the card in hand; 0: none, or not known
        ("phase", "i1"),  # CHOOSE, DREW or TOOK
        ("to_move", "i1"),
        ("rounds", "i2"),  # ended
        ("over", "i1"),  # whether the game has ended
        ("players", "i1"),
        ("slots", "i1"),
        ("cards", "i1"),
        ("reuse", "i1"),
        ("bonus", "i1"),
    ]
)


# --- the eight kernels ----------------------------------------------------------------------------


@kernel
def deal(s, o, seed):
    s.rng = seed
    s.players, s.slots, s.cards = o.players, o.slots, o.cards
    s.reuse, s.limit, s.target, s.bonus = o.reuse, o.limit, o.target, o.bonus
    s.rounds = s.over = 0
    for p in range(SEATS):
        s.points[p] = 0
    deal_round(s)


@kernel
def player(s):
    return OVER if s.over else int(s.to_move)


@kernel
def legal(s, moves):
    if s.phase == CHOOSE:
        moves[0] = TAKE
        moves[1] = DRAW
        return 2 if s.piled > 0 or s.discarded > 1 else 1
    first = DISCARD if s.phase == DREW else DISCARD + 1  # then the slots, which follow it
    count = int(s.slots) + 1 - first
    for i in range(count):
        moves[i] = first + i
    return count


@kernel
def step(s, move):
    if move == TAKE:
        s.discarded -= 1
        s.held = s.discards[s.discarded]
        s.discards[s.discarded] = 0
        s.phase = TOOK
        return
    if move == DRAW:
        if s.piled == 0:
            reuse_discards(s)
        s.held = from_pile(s)
        s.phase = DREW
        return
    p = int(s.to_move)
    gone = s.held
    if move != DISCARD:
        slot = SLOTS * p + move - 1
        gone = s.racks[slot]
        s.racks[slot] = s.held
        s.shown[slot] = SHOWN if s.phase == TOOK or pile_is_open(s) else 0
        s.sources[slot] = s.shuffled[s.held - 1]
    s.discards[s.discarded] = gone
    s.discarded += 1
    s.held = 0
    s.phase = CHOOSE
    end_turn(s)


@kernel
def view(s, seat, v):
    """Own rack, every discard, and what others took openly; all racks once the game is over."""
    copy(s, v)
    v.rng = 0
    if not s.over:
        for i in range(SEATS * SLOTS):
            v.racks[i] = s.racks[i] & s.shown[i]
        for i in range(SLOTS * seat, SLOTS * seat + SLOTS):
            v.racks[i] = s.racks[i]
    if not pile_is_open(s):
        for i in range(CARDS):
            v.pile[i] = 0
        if s.phase == DREW and seat != s.to_move:
            v.held = 0


@kernel
def redeal(v, seat, seed):
    v.rng = mix(seed)
    restore(v, seat)
    # Whoever had ended a turn with a rack in order would have won by it.
    while not v.over and rack_missed(v, seat):
        restore(v, seat)


@kernel
def reshuffle(s, seed):
    """Another order of the draw pile, other shuffles and deals after it; a turned pile stays, for all know it."""
    s.rng = mix(seed)
    if not pile_is_open(s):
        shuffle(s, s.pile, int(s.piled))


@kernel
def score(s, out):
    for p in range(s.players):
        out[p] = s.points[p]


# --- what belongs to them -------------------------------------------------------------------------


def hidden(s, seat: int) -> dict[str, np.ndarray | bool]:
    """The others' cards unless taken openly, the draw pile unless turned, and a card another has just drawn."""
    unknown: dict[str, np.ndarray | bool] = {}
    racks = np.array([i < SLOTS * s.players and bool(is_hidden(s, seat, i)) for i in range(SEATS * SLOTS)])
    if racks.any():
        unknown["racks"] = racks
    if not pile_is_open(s):
        if s.piled:
            unknown["pile"] = np.arange(CARDS) < s.piled
        if s.phase == DREW and seat != s.to_move:
            unknown["held"] = True
    return unknown


@cache
def actions(options: Options) -> np.ndarray:
    """The codes of all moves that occur under these options, ascending."""
    slots = range(1, options.slots + 1)
    drawing = options.cards > options.slots * options.players + 1  # else there is never a card to draw
    codes = np.array([DISCARD, *slots, TAKE, DRAW] if drawing else [*slots, TAKE], np.int32)
    codes.flags.writeable = False
    return codes


# --- a round --------------------------------------------------------------------------------------


@kernel
def deal_round(s):
    """Shuffle all cards, fill the racks, open the discard pile."""
    s.turns = s.shuffle = s.reused = 0
    s.held, s.phase = 0, CHOOSE
    s.to_move = s.rounds % s.players
    for i in range(CARDS):
        s.pile[i] = i + 1 if i < s.cards else 0
        s.discards[i] = s.shuffled[i] = 0
    shuffle(s, s.pile, int(s.cards))
    s.piled = s.cards
    for i in range(SEATS * SLOTS):
        s.shown[i] = s.sources[i] = 0
        dealt = i < SLOTS * s.players and i % SLOTS < s.slots
        s.racks[i] = from_pile(s) if dealt else 0
    s.discards[0] = from_pile(s)
    s.discarded = 1


@kernel
def from_pile(s):
    """The top card of the draw pile, taken off."""
    s.piled -= 1
    card = s.pile[s.piled]
    s.pile[s.piled] = 0
    return card


@kernel
def reuse_discards(s):
    """All discards but the top one become the draw pile."""
    s.shuffle, s.reused = free_number(s), 1
    under = s.discarded - 1
    for i in range(under):
        card = s.discards[i]
        s.pile[under - 1 - i] = card
        s.shuffled[card - 1] = s.shuffle
    s.discards[0] = s.discards[under]
    for i in range(1, s.discarded):
        s.discards[i] = 0
    s.piled, s.discarded = under, 1
    if s.reuse == RESHUFFLE:
        shuffle(s, s.pile, int(under))


@kernel
def free_number(s):
    """The least number for a shuffle of which no rack holds a card."""
    used = 0
    for i in range(SEATS * SLOTS):
        used |= 1 << s.sources[i]
    number = 0
    while (used >> number) & 1:
        number += 1
    return number


@kernel
def end_turn(s):
    """The next player's turn, unless this one has Rack-O or the limit is reached."""
    s.turns += 1
    if in_order(s, s.to_move):
        end_round(s)
    elif s.turns == s.limit * s.players:
        s.over = 1
    else:
        s.to_move = s.to_move + 1 if s.to_move + 1 < s.players else 0


@kernel
def end_round(s):
    """The player to move has Rack-O: count, then deal the next round if there is one."""
    reached = False
    for p in range(s.players):
        if p == s.to_move:
            s.points[p] += 5 * s.slots + 25 + (run_bonus(s, p) if s.bonus else 0)
        else:
            s.points[p] += 5 * ascending(s, p)
        reached = reached or s.points[p] >= s.target
    if reached:
        s.over = 1
    else:
        s.rounds += 1
        deal_round(s)


@kernel
def ascending(s, p):
    """How many cards of a rack ascend from slot 1 up, before the first that descends."""
    n, first = 1, SLOTS * p
    while n < s.slots and s.racks[first + n] > s.racks[first + n - 1]:
        n += 1
    return n


@kernel
def in_order(s, p):
    return ascending(s, p) == s.slots


@kernel
def run_bonus(s, p):
    """What the runs of consecutive numbers in a rack bring."""
    bonus, run = 0, 1
    for i in range(SLOTS * p + 1, SLOTS * p + s.slots):
        if s.racks[i] == s.racks[i - 1] + 1:
            run += 1
        else:
            bonus += RUN_BONUS[min(run, 6)]
            run = 1
    return bonus + RUN_BONUS[min(run, 6)]


# --- what a seat can know -------------------------------------------------------------------------


@kernel
def pile_is_open(s):
    """Whether all know the order of the draw pile: it is the discards, turned over."""
    return s.reuse == TURN and s.reused != 0


@kernel
def top_discard(s):
    return int(s.discards[s.discarded - 1]) if s.discarded > 0 else 0


@kernel
def card_on_offer(s):
    """The card a decision is about: the one in hand, or else the top discard."""
    return top_discard(s) if s.phase == CHOOSE else int(s.held)


@kernel
def unseen(v, seat):
    """The cards a seat has not seen: bit `card` of the answer for each of them."""
    cards = (1 << (int(v.cards) + 1)) - 2
    for i in range(SLOTS * v.players):
        if v.racks[i] > 0 and not is_hidden(v, seat, i):
            cards &= ~(1 << int(v.racks[i]))
    for i in range(v.discarded):
        cards &= ~(1 << int(v.discards[i]))
    if pile_is_open(v):
        for i in range(v.piled):
            cards &= ~(1 << int(v.pile[i]))
    if v.held > 0 and (seat == v.to_move or v.phase == TOOK or pile_is_open(v)):
        cards &= ~(1 << int(v.held))
    return cards


@kernel
def is_hidden(v, seat, i):
    """Whether place `i` of the row of racks holds a card the seat does not know."""
    return not v.over and i // SLOTS != seat and i % SLOTS < v.slots and v.shown[i] == 0


@kernel
def restore(v, seat):
    """Deal the unseen cards at random to the hidden slots, the hidden hand and the draw pile."""
    cards, n = unseen(v, seat), 0
    kept = v.piled if pile_is_open(v) else 0  # a turned pile stays as it is
    for card in range(1, v.cards + 1):
        if (cards >> card) & 1:
            v.pile[kept + n] = card
            n += 1
    shuffle(v, v.pile[kept:], n)
    for i in range(SLOTS * v.players):
        if is_hidden(v, seat, i):
            v.racks[i] = pick(v, kept + n, v.sources[i])
            n -= 1
    if v.phase == DREW and seat != v.to_move and not pile_is_open(v):
        v.held = pick(v, kept + n, v.shuffle)


@kernel
def pick(v, n, source):
    """Remove the last card of shuffle `source` from the first `n` of the pile."""
    at = n - 1
    while v.shuffled[v.pile[at] - 1] != source:
        at -= 1
    card = v.pile[at]
    for i in range(at, n - 1):
        v.pile[i] = v.pile[i + 1]
    v.pile[n - 1] = 0
    return card


@kernel
def rack_missed(v, seat):
    """Whether another player holds a rack in order that would have ended the round before."""
    first = v.rounds % v.players
    for p in range(v.players):
        order = (p - first) % v.players
        if p != seat and v.turns > order and in_order(v, p):
            return True
    return False


def audit(s) -> None:
    """Raise unless every card is in exactly one place and every count is true."""
    racks, sources = s.racks.reshape(SEATS, SLOTS), s.sources.reshape(SEATS, SLOTS)
    pile, discards = s.pile[: s.piled].tolist(), s.discards[: s.discarded].tolist()
    held = [int(s.held)] if s.phase != CHOOSE else []
    cards = sorted(racks[: s.players, : s.slots].ravel().tolist() + pile + discards + held)
    assert cards == list(range(1, s.cards + 1)), f"cards lost or doubled: {cards}"
    assert not s.pile[s.piled :].any() and not s.discards[s.discarded :].any(), "cards beyond a pile's count"
    assert not racks[s.players :].any() and not racks[:, s.slots :].any(), "cards beyond the racks"
    assert (s.held == 0) == (s.phase == CHOOSE), "a card in hand in the wrong phase"
    assert all(s.shuffled[card - 1] == s.shuffle for card in pile), "a card in the pile that was not shuffled into it"
    for p in range(s.players):
        for i in range(s.slots):
            assert sources[p, i] == s.shuffled[racks[p, i] - 1], f"seat {p} slot {i + 1} has the wrong source"
    if not s.over:
        assert np.all(s.points[: s.players] < max(s.target, 1)), "points reached, and no end"
