"""Yacht: five dice, three rolls a turn, every box once.

A turn: the first roll is made for you; twice you may keep some dice and roll the others; then you
write the dice into an open box. When all boxes are full the highest total wins.

Four rule sets, chosen with ``rules=``:

- ``nintendo`` (the board of the paper's Figure 1): four of a kind and full house score the sum of
  all dice, and five of a kind is a full house too; small straight (four in a row) 15, large straight
  (five in a row) 30, yacht (five of a kind) 50, choice the sum; 35 more when the upper boxes reach 63.
- ``paper`` (the scores of its Figure 2): a full house is exactly three and two; four of a kind scores
  those four dice only; little straight 1-2-3-4-5 and big straight 2-3-4-5-6 score 30 each. The
  text keeps the 35.
- ``classic``: as ``paper``, without the 35.
- ``yahtzee``: thirteen boxes with three of a kind; full house 25, straights 30 and 40. A second
  yahtzee is worth 100 once the box holds 50, and is a joker: where its upper box is full it counts
  as any full house or straight. ``joker=free`` lets you write it anywhere, ``forced`` (the official
  rule) wants the upper box first, then a lower one; ``none`` is the game without joker and 100s.

What to type: ``keep 5 5`` keeps these dice and rolls the others, ``reroll 1 2 6`` says it the other way
round; ``roll`` rolls all five; the name of a box, or how it begins (``full``, ``4 of a kind``), writes the
dice there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from kibitz.kernel import OVER, copy, kernel, mix, record
from kibitz.options import GameOptions, choice, whole

VERSION = 2
SEATS = 4
BOXES = 13
MOVES = 32 + BOXES
FILL = 32
"""Moves are the paper's: 0 to 31 keep the dice whose bit is set (the highest bit is the first die), 32 and up fill a
box. The dice are kept sorted, and of equal dice the first are kept, so that each keep has one code."""

OPEN = -1
"""What an open box holds."""

ONES, SIXES, CHOICE, FOUR_OF_A_KIND, FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT, YACHT, THREE_OF_A_KIND = (
    0, 5, 6, 7, 8, 9, 10, 11, 12,
)  # fmt: skip
NINTENDO, PAPER, CLASSIC, YAHTZEE = range(4)
FREE, FORCED, NO_JOKER = range(3)

BONUS_FROM = 63
BONUS = 35
ROLLS = 2
"""How often a player may roll again in a turn."""


@dataclass(frozen=True)
class Options(GameOptions):
    rules: str = choice("nintendo", "paper", "classic", "yahtzee", help="which board is played on")
    joker: str = choice("free", "forced", "none", help="what a second yahtzee counts as (rules=yahtzee)")
    players: int = whole(1, SEATS, default=1)


KEEP = np.zeros((16, 32), np.int32)
KEEPS = np.zeros(16, np.int32)
"""The keep masks, and how many, by which dice equal the one before them: no die is kept before its equal."""
for twins in range(16):
    masks = [mask for mask in range(32) if mask & ~(mask >> 1) & twins == 0]
    KEEP[twins, : len(masks)], KEEPS[twins] = masks, len(masks)


STATE = record(
    [
        ("rng", "u8"),
        ("boxes", "i1", (SEATS, BOXES)),  # what is written, or OPEN
        ("extra", "i2", (SEATS,)),  # 100 for each yahtzee after the first
        ("dice", "i1", (5,)),  # ascending
        ("rolls", "i1"),  # rolls left this turn
        ("turn", "i1"),  # from 0, the same for all players
        ("to_move", "i1"),
        ("players", "i1"),
        ("rules", "i1"),
        ("joker", "i1"),
    ]
)


# --- scoring: the one table of each rule set ------------------------------------------------------


@kernel
def boxes_of(rules):
    """How many boxes are on the board."""
    return 13 if rules == YAHTZEE else 12


@kernel
def bonus_of(rules, upper):
    """The bonus for an upper total."""
    return BONUS if upper >= BONUS_FROM and rules != CLASSIC else 0


@kernel
def showing(counts, face):
    """How many dice show a face (from 0). `counts` packs the six of them, four bits a face."""
    return (counts >> (4 * face)) & 7


@kernel
def box_score(rules, box, counts, joker):
    """What the dice score in a box; a joker fits any pattern."""
    if box <= SIXES:
        return (box + 1) * showing(counts, box)
    total, most, pairs = 0, 0, 0
    run, longest = 0, 0
    for face in range(6):
        dice = showing(counts, face)
        total += (face + 1) * dice
        most = max(most, dice)
        pairs += dice == 2
        run = run + 1 if dice > 0 else 0
        longest = max(longest, run)
    if box == CHOICE:
        return total
    if box == YACHT:
        return 50 if most == 5 else 0
    if box == THREE_OF_A_KIND:
        return total if most >= 3 else 0
    if box == FOUR_OF_A_KIND:
        if most < 4:
            return 0
        if rules == PAPER or rules == CLASSIC:
            for face in range(6):
                if showing(counts, face) >= 4:
                    return 4 * (face + 1)
        return total
    if box == FULL_HOUSE:
        if rules == YAHTZEE:
            return 25 if joker or (most == 3 and pairs == 1) else 0
        five = rules == NINTENDO and most == 5
        return total if five or (most == 3 and pairs == 1) else 0
    if box == SMALL_STRAIGHT:
        if rules == YAHTZEE:
            return 30 if joker or longest >= 4 else 0
        if rules == NINTENDO:
            return 15 if longest >= 4 else 0
        return 30 if longest == 5 and showing(counts, 5) == 0 else 0
    if rules == YAHTZEE:
        return 40 if joker or longest == 5 else 0
    if rules == NINTENDO:
        return 30 if longest == 5 else 0
    return 30 if longest == 5 and showing(counts, 0) == 0 else 0


# --- the eight kernels ----------------------------------------------------------------------------


@kernel
def deal(s, o, seed):
    s.rng = mix(seed)
    s.players, s.rules, s.joker = o.players, o.rules, o.joker
    s.turn = s.to_move = 0
    for p in range(SEATS):
        s.extra[p] = 0
        for box in range(BOXES):
            s.boxes[p, box] = OPEN
    first_roll(s)


@kernel
def player(s):
    return int(s.to_move) if s.turn < boxes_of(s.rules) else OVER


@kernel
def legal(s, moves):
    n = 0
    if s.rolls > 0:
        twins = equal_dice(s)
        n = int(KEEPS[twins])
        for i in range(n):
            moves[i] = KEEP[twins, i]
    p, face = s.to_move, second_yahtzee(s)
    for box in range(boxes_of(s.rules)):
        moves[n] = FILL + box
        n += s.boxes[p, box] == OPEN and (face < 0 or may_fill(s, box, face))
    return n


@kernel
def step(s, move):
    if move < FILL:
        s.rolls -= 1
        roll(s, move)
        return
    p, box = s.to_move, move - FILL
    face = second_yahtzee(s)
    if face >= 0 and s.boxes[p, YACHT] == 50:
        s.extra[p] += 100
    s.boxes[p, box] = dice_score(s, box)
    s.to_move += 1
    if s.to_move == s.players:
        s.to_move = 0
        s.turn += 1
    if s.turn < boxes_of(s.rules):
        first_roll(s)


@kernel
def view(s, seat, v):
    """All is open at this table but the dice to come."""
    copy(s, v)
    v.rng = 0


@kernel
def redeal(v, seat, seed):
    v.rng = mix(seed)


@kernel
def reshuffle(s, seed):
    """Only dice that are not rolled yet are open to chance."""
    s.rng = mix(seed)


@kernel
def score(s, out):
    for p in range(s.players):
        out[p] = total(s, p)


# --- what they are made of ------------------------------------------------------------------------


@kernel
def first_roll(s):
    s.rolls = ROLLS
    roll(s, 0)


@kernel
def roll(s, mask):
    """Roll the dice that are not kept, and sort.

    Dice are a function of seed, seat, turn and roll, so in a duplicate deal both players roll the same.
    """
    key = ((int(s.to_move) * 16 + int(s.turn)) * 4 + int(s.rolls)) * 8
    a, b, c = rolled(s, key, mask, 0), rolled(s, key, mask, 1), rolled(s, key, mask, 2)
    d, e = rolled(s, key, mask, 3), rolled(s, key, mask, 4)
    # Nine comparisons that sort any five, without a branch nobody could foresee.
    a, b = min(a, b), max(a, b)
    d, e = min(d, e), max(d, e)
    c, e = min(c, e), max(c, e)
    c, d = min(c, d), max(c, d)
    b, e = min(b, e), max(b, e)
    a, d = min(a, d), max(a, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    s.dice[0], s.dice[1], s.dice[2], s.dice[3], s.dice[4] = a, b, c, d, e


@kernel
def rolled(s, key, mask, i):
    """Die `i` once those that are not kept are rolled."""
    bits = mix(s.rng + np.uint64(key + i)) >> np.uint64(32)
    new = 1 + int((bits * np.uint64(6)) >> np.uint64(32))
    return int(s.dice[i]) if is_kept(mask, i) else new


@kernel
def is_kept(mask, i):
    """Whether a keep mask keeps die `i`; the highest bit is the first die."""
    return (mask >> (4 - i)) & 1 == 1


@kernel
def equal_dice(s):
    """The dice that equal the one before them, as a mask."""
    mask = 0
    for i in range(1, 5):
        mask |= (s.dice[i] == s.dice[i - 1]) << (4 - i)
    return mask


@kernel
def dice_counts(s):
    """How many dice show each face, packed as `showing` reads it."""
    counts = 0
    for i in range(5):
        counts += 1 << (4 * (int(s.dice[i]) - 1))
    return counts


@kernel
def same_face(s):
    """The face (from 0) all dice show, or -1."""
    return int(s.dice[0]) - 1 if s.dice[0] == s.dice[4] else -1


@kernel
def second_yahtzee(s):
    """The face (from 0) of a yahtzee rolled when its box is full already, or -1."""
    if s.rules != YAHTZEE or s.joker == NO_JOKER or s.boxes[s.to_move, YACHT] == OPEN:
        return -1
    return same_face(s)


@kernel
def may_fill(s, box, face):
    """Whether a second yahtzee of a face may go into an open box."""
    boxes = s.boxes[s.to_move]
    if s.joker != FORCED:
        return True
    if boxes[face] == OPEN:
        return box == face
    lower_open = False
    for lower in range(CHOICE, BOXES):
        lower_open = lower_open or boxes[lower] == OPEN
    return box >= CHOICE or not lower_open


@kernel
def dice_score(s, box):
    """What the dice on the table score in a box of the player to move."""
    face = second_yahtzee(s)
    joker = face >= 0 and s.boxes[s.to_move, face] != OPEN
    return box_score(s.rules, box, dice_counts(s), joker)


@kernel
def upper_total(s, p):
    """The sum of a player's upper boxes, from which the bonus follows."""
    upper = 0
    for box in range(SIXES + 1):
        upper += max(s.boxes[p, box], 0)
    return upper


@kernel
def total(s, p):
    """A player's score so far, bonus included."""
    points = int(s.extra[p]) + bonus_of(s.rules, upper_total(s, p))
    for box in range(BOXES):
        points += max(s.boxes[p, box], 0)
    return points


def hidden(s: np.record, seat: int) -> dict[str, Any]:
    """Nothing lies hidden: the dice to come follow from ``rng`` alone."""
    return {}


@cache
def actions(options: Options) -> np.ndarray:
    """Every keep and every box."""
    return np.arange(FILL + boxes_of(options.encoded().rules), dtype=np.int32)


def audit(s: np.record) -> None:
    """Raise unless every die and box is accounted for."""
    filled = (s.boxes[: s.players] != OPEN).sum(axis=1)
    expected = [s.turn + (p < s.to_move) for p in range(s.players)]
    assert filled.tolist() == expected, f"boxes filled {filled}, turns played {expected}"
    assert (s.boxes[s.players :] == OPEN).all() and (s.extra[s.players :] == 0).all()
    assert all(1 <= die <= 6 for die in s.dice) and sorted(s.dice) == list(s.dice), f"dice {s.dice}"
    assert 0 <= s.rolls <= ROLLS
    assert (s.boxes <= 50).all() and (s.boxes >= OPEN).all()
