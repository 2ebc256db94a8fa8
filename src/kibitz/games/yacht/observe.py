"""Yacht as a learner sees it. Seats are told of from the observer's own on, in the order of play."""

from __future__ import annotations

from kibitz.games.yacht.rules import BOXES, OPEN, ROLLS, SEATS, boxes_of, dice_counts, showing, total, upper_total
from kibitz.kernel import kernel
from kibitz.observation import Part, Spec, around, of, one_hot

MOST_UPPER, MOST_EXTRA, MOST_TOTAL = 105, 1200, 1575

SPEC = Spec(
    [
        Part("dice", (6,), "how many dice show each face, of 5"),
        Part("rolls", (1,), "rolls left this turn, of 2"),
        Part("open", (SEATS, BOXES), "1 for a box still open, by seat"),
        Part("points", (SEATS, BOXES), "what is written in each box, of 50"),
        Part("upper", (SEATS,), f"the sum of the upper boxes, of {MOST_UPPER}"),
        Part("extra", (SEATS,), f"hundreds for further yahtzees, of {MOST_EXTRA}"),
        Part("total", (SEATS,), f"the score so far, of {MOST_TOTAL}"),
        Part("turn", (1,), f"turns played, of {BOXES}"),
        Part("to_move", (SEATS,), "who is to move: one-hot, the observer first"),
        Part("players", (SEATS,), "how many play: one-hot"),
        Part("rules", (4,), "nintendo, paper, classic, yahtzee: one-hot"),
        Part("joker", (3,), "free, forced, none: one-hot"),
    ]
)
DICE, ROLLS_LEFT, OPEN_BOXES, POINTS, UPPER, EXTRA, TOTAL, TURN, TO_MOVE, PLAYERS, RULES, JOKER = SPEC.starts


@kernel
def observe(v, seat, out):
    counts = dice_counts(v)
    for face in range(6):
        out[DICE + face] = of(showing(counts, face), 5)
    out[ROLLS_LEFT] = of(v.rolls, ROLLS)
    out[TURN] = of(v.turn, BOXES)
    for i in range(SEATS):
        p = around(seat + i, v.players)
        plays = i < v.players
        for box in range(BOXES):
            place, held = i * BOXES + box, v.boxes[p, box]
            out[OPEN_BOXES + place] = plays and held == OPEN and box < boxes_of(v.rules)
            out[POINTS + place] = of(held, 50) if plays and held != OPEN else 0
        out[UPPER + i] = of(upper_total(v, p), MOST_UPPER) if plays else 0
        out[EXTRA + i] = of(v.extra[p], MOST_EXTRA) if plays else 0
        out[TOTAL + i] = of(total(v, p), MOST_TOTAL) if plays else 0
    one_hot(out, TO_MOVE, SEATS, around(v.to_move - seat + v.players, v.players))
    one_hot(out, PLAYERS, SEATS, v.players - 1)
    one_hot(out, RULES, 4, v.rules)
    one_hot(out, JOKER, 3, v.joker)
