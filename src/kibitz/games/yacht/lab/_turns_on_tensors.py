"""A turn on tensors: many boards at once, all rolls of the dice averaged, on any device.

The same arithmetic as ``dice.py`` and ``solve.py`` do compiled, for training. Boards are two integer
tensors: which boxes are full, as bits, and the upper total, of which 63 and more are alike.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress, product
from typing import Any

import numpy as np
import torch

from kibitz.games.yacht import rules
from kibitz.games.yacht.dice import ADD, CHANCE, DICE, KEEPS, LESS, ROLL
from kibitz.games.yacht.rules import CHOICE
from kibitz.games.yacht.solve import score_table

Boards = tuple[torch.Tensor, torch.Tensor]
BOXES = 12


def roll_chances() -> np.ndarray:
    """How likely each roll is once a keep is filled up, by keep and roll."""
    chances = np.zeros((KEEPS, KEEPS))
    chances[ROLL:] = np.eye(KEEPS)[ROLL:]
    for k in range(ROLL - 1, -1, -1):
        chances[k] = chances[ADD[k]].mean(axis=0)
    return chances[:, ROLL:]


class Turn:
    """The turns of a rule set with twelve boxes."""

    def __init__(self, options: Any, device: str = "cpu") -> None:
        encoded = options.encoded()
        scores = score_table(encoded)[:, :BOXES].astype(np.int64)
        upper = np.arange(BOXES) < CHOICE
        # The ends of a turn: an upper box with 0 to 5 dice (36 of them), or one of the six lower boxes.
        end_of = np.where(upper, 6 * np.arange(BOXES) + scores // np.arange(1, BOXES + 1), 30 + np.arange(BOXES))
        box_of = np.concatenate([np.repeat(np.arange(6), 6), np.arange(CHOICE, BOXES)])
        made = np.concatenate([(np.arange(1, 7)[:, None] * np.arange(6)).ravel(), np.zeros(6, np.int64)])
        sizes = np.array([len(dice) for dice in DICE])
        keep_number = {dice: k for k, dice in enumerate(DICE)}
        masks = list(product((False, True), repeat=5))
        inside = [[keep_number[tuple(compress(dice, mask))] for mask in masks] for dice in DICE[ROLL:]]

        def tensor(array: np.ndarray) -> torch.Tensor:
            return torch.as_tensor(array, device=device)

        self.device, self.last = device, (1 << BOXES) - 1
        self.scores, self.end_of = tensor(scores), tensor(end_of)
        self.bits, self.end_bits, self.made = tensor(1 << np.arange(BOXES)), tensor(1 << box_of), tensor(made)
        self.chances, self.first = tensor(roll_chances().astype(np.float32)), tensor(CHANCE.astype(np.float32))
        self.less = [(tensor(np.flatnonzero(sizes == n)), tensor(LESS[sizes == n].astype(np.int64))) for n in range(6)]
        self.inside = tensor(np.array(inside))  # the keeps inside each roll, by mask
        self.bonus = tensor(np.array([rules.bonus_of(encoded.rules, u) for u in range(64)], np.float32))

    def ends(self, full: torch.Tensor, upper: torch.Tensor) -> Boards:
        """The 42 boards a turn may end on, some of them only if the box is open."""
        return full[:, None] | self.end_bits, (upper[:, None] + self.made).clamp(max=63)

    def fills(self, worth: Callable[[torch.Tensor, torch.Tensor], torch.Tensor], boards: Boards) -> torch.Tensor:
        """What writing each roll into each box is worth, with `worth` of the board after it; -inf where full."""
        full, upper = self.ends(*boards)
        after = torch.where(full == self.last, self.bonus[upper], worth(full, upper))
        values = self.scores + after[:, self.end_of]
        closed = (boards[0][:, None] & self.bits) != 0
        return values.masked_fill(closed[:, None], -torch.inf)

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
