"""A turn on tensors: many boards at once, all rolls of the dice averaged, on any device.

The same arithmetic as ``dice.py`` and ``solve.py`` do compiled, for training. Boards are two integer tensors: their
marks (which boxes are full, and in yahtzee whether its box holds 50), as bits, and the upper total, of which 63 and
more are alike.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress, product
from typing import Any

import numpy as np
import torch

from kibitz.games.yacht import rules
from kibitz.games.yacht.dice import ADD, CHANCE, DICE, KEEPS, LESS, ROLL
from kibitz.games.yacht.features import marks_of
from kibitz.games.yacht.rules import CHOICE, FORCED, YACHT
from kibitz.games.yacht.solve import score_table

Boards = tuple[torch.Tensor, torch.Tensor]
SECOND = 100
"""What another yahtzee brings once its box holds 50."""


def roll_chances() -> np.ndarray:
    """How likely each roll is once a keep is filled up, by keep and roll."""
    chances = np.zeros((KEEPS, KEEPS))
    chances[ROLL:] = np.eye(KEEPS)[ROLL:]
    for k in range(ROLL - 1, -1, -1):
        chances[k] = chances[ADD[k]].mean(axis=0)
    return chances[:, ROLL:]


class Turn:
    """The turns of a rule set; in yahtzee, a second one fits any box or none but its own is chosen freely."""

    def __init__(self, options: Any, device: str = "cpu") -> None:
        encoded = options.encoded()
        assert encoded.joker != FORCED or options.rules != "yahtzee", "boxes that must be filled are not known here"
        boxes, self.marks = int(rules.boxes_of(encoded.rules)), int(marks_of(encoded.rules, encoded.joker))
        scores = score_table(encoded)[:, :boxes].astype(np.int64)
        upper = np.arange(boxes) < CHOICE
        # The ends of a turn: an upper box with 0 to 5 dice (36 of them), or one of the lower boxes.
        end_of = np.where(upper, 6 * np.arange(boxes) + scores // np.arange(1, boxes + 1), 30 + np.arange(boxes))
        box_of = np.concatenate([np.repeat(np.arange(6), 6), np.arange(CHOICE, boxes)])
        end_bits = 1 << box_of
        made = np.concatenate([(np.arange(1, 7)[:, None] * np.arange(6)).ravel(), np.zeros(boxes - CHOICE, np.int64)])
        self.has_second = self.marks > boxes
        if self.has_second:  # a yahtzee written with 50 is one end more
            end_of[scores[:, YACHT] > 0, YACHT] = len(box_of)
            end_bits, made = np.append(end_bits, 1 << YACHT | 1 << boxes), np.append(made, 0)
        fives = np.flatnonzero(scores[:, YACHT] > 0)  # by face, for so are rolls ordered
        counts = [5 << (4 * face) for face in range(6)]
        as_joker = [[rules.box_score(encoded.rules, box, five, True) for box in range(boxes)] for five in counts]
        sizes = np.array([len(dice) for dice in DICE])
        keep_number = {dice: k for k, dice in enumerate(DICE)}
        masks = list(product((False, True), repeat=5))
        inside = [[keep_number[tuple(compress(dice, mask))] for mask in masks] for dice in DICE[ROLL:]]

        def tensor(array: np.ndarray) -> torch.Tensor:
            return torch.as_tensor(array, device=device)

        self.device, self.boxes, self.last = device, boxes, (1 << boxes) - 1
        self.scores, self.end_of = tensor(scores), tensor(end_of)
        self.bits, self.end_bits, self.made = tensor(1 << np.arange(boxes)), tensor(end_bits), tensor(made)
        self.fives, self.faces = tensor(fives), tensor(np.arange(6))
        self.as_joker = tensor(np.array(as_joker, np.int64) - scores[fives])
        self.chances, self.first = tensor(roll_chances().astype(np.float32)), tensor(CHANCE.astype(np.float32))
        self.less = [(tensor(np.flatnonzero(sizes == n)), tensor(LESS[sizes == n].astype(np.int64))) for n in range(6)]
        self.inside = tensor(np.array(inside))  # the keeps inside each roll, by mask
        self.bonus = tensor(np.array([rules.bonus_of(encoded.rules, u) for u in range(64)], np.float32))

    def ends(self, full: torch.Tensor, upper: torch.Tensor) -> Boards:
        """The boards a turn may end on, some of them only if the box is open."""
        return full[:, None] | self.end_bits, (upper[:, None] + self.made).clamp(max=63)

    def fills(self, worth: Callable[[torch.Tensor, torch.Tensor], torch.Tensor], boards: Boards) -> torch.Tensor:
        """What writing each roll into each box is worth, with `worth` of the board after it; -inf where full."""
        full, upper = self.ends(*boards)
        after = torch.where(self.is_full(full), self.bonus[upper], worth(full, upper))
        values = self.scores + after[:, self.end_of]
        if self.has_second:
            values[:, self.fives] += self.more_for_second(boards[0])
        closed = (boards[0][:, None] & self.bits) != 0
        return values.masked_fill(closed[:, None], -torch.inf)

    def is_full(self, full: torch.Tensor) -> torch.Tensor:
        """Whether no box of a board is open."""
        return (full & self.last) == self.last

    def more_for_second(self, full: torch.Tensor) -> torch.Tensor:
        """What a second yahtzee of each face scores more in each box: it fits all once the box of its face is full."""
        is_second = (full >> YACHT & 1)[:, None]
        fits = is_second * (full[:, None] >> self.faces & 1)
        extra = SECOND * is_second * (full >> self.boxes & 1)[:, None]
        return fits[:, :, None] * self.as_joker + extra[:, :, None]

    def average(self, rolls: torch.Tensor) -> torch.Tensor:
        """The value of every keep, from the value of every roll."""
        return rolls @ self.chances.T

    def choose(self, keeps: torch.Tensor) -> torch.Tensor:
        """The value of every roll, from the value of every keep."""
        best = keeps.clone()
        for wanted, less in self.less[1:]:
            best[:, wanted] = torch.maximum(best[:, wanted], best[:, less].amax(dim=2))
        return best[:, ROLL:]

    def expect(self, fills: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """What keeps are worth with the last roll to come, and with two to come; and the turn before its first."""
        written = fills.amax(dim=2)
        last = self.average(written)
        two = self.average(torch.maximum(written, self.choose(last)))
        return last, two, torch.maximum(written, self.choose(two)) @ self.first
