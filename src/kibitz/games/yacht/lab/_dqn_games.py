"""Yacht as deep Q-learning sees it, and the paper's networks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.game import game
from kibitz.games.yacht import rules
from kibitz.games.yacht.features import ACTIONS, LARGEST_REWARD, NUMBERS, observe
from kibitz.games.yacht.rules import FILL, MOVES, STATE
from kibitz.kernel import OVER, draw, kernel, mix
from kibitz.learn.dqn import Outcomes, best_moves

WIDTHS = {"small": 64, "medium": 256, "large": 1690}
"""The width of one part's own layer; `large` makes a split network of 30 million parameters."""


@dataclass(frozen=True)
class Sight:
    """How a position is shown: the paper's design choices."""

    scores: bool = True
    """Open boxes show what they would score now; otherwise only that they are open."""
    sort: bool = True
    """The dice are shown sorted; otherwise as they fell."""
    scale: bool = True
    """All numbers, rewards too, are brought to about 0 to 1."""


class YachtWorld:
    """Solitaire games side by side, with the paper's 19 numbers and 44 actions."""

    inputs, moves = NUMBERS, ACTIONS

    def __init__(self, options: Any, games: int, seed: int, sight: Sight) -> None:
        self.options, self.sight = options.encoded(), sight
        self.states, self.order = np.zeros(games, STATE), np.zeros((games, 5), np.int8)
        self.totals = np.full(games, np.nan)
        """The score of the last game that ended at each table."""
        self._seen, self._allowed = np.zeros((games, NUMBERS), np.float32), np.zeros((games, ACTIONS), np.bool_)
        _deal(self.states, self.order, self.options, np.uint64(seed), sight.sort)

    def look(self) -> tuple[np.ndarray, np.ndarray]:
        s = self.sight
        _look(self.states, self.order, s.scores, s.sort, s.scale, self._seen, self._allowed)
        return self._seen.copy(), self._allowed.copy()

    def step(self, moves: np.ndarray, repeat: int, seed: int) -> Outcomes:
        s, shape = self.sight, (len(self.states), repeat)
        states, order = np.zeros(shape, STATE), np.zeros((*shape, 5), np.int8)
        rewards, over = np.zeros(shape, np.float32), np.zeros(shape, np.bool_)
        seen, allowed = np.zeros((*shape, NUMBERS), np.float32), np.zeros((*shape, ACTIONS), np.bool_)
        _draw_outcomes(
            self.states, self.order, moves, np.uint64(seed), s.scores, s.sort, s.scale,
            states, order, rewards, seen, allowed, over,
        )  # fmt: skip
        self.states, self.order = states[:, 0].copy(), order[:, 0].copy()
        _deal_again(self.states, self.order, self.totals, self.options, np.uint64(seed + 1), s.sort)
        return Outcomes(rewards, seen, allowed, over)

    def save(self) -> dict[str, np.ndarray]:
        return {"states": self.states.view(np.uint8).copy(), "order": self.order.copy()}

    def restore(self, saved: Mapping[str, Any]) -> None:
        self.states = np.array(saved["states"]).view(STATE)
        self.order = np.array(saved["order"])


@kernel
def _deal(states, order, o, seed, sort):
    for i in range(len(states)):
        rules.deal(states[i], o, mix(seed + np.uint64(i)))
        _throw(states[i], order[i], sort)


@kernel
def _deal_again(states, order, totals, o, seed, sort):
    """Deal anew where the game has ended, and note what it scored."""
    for i in range(len(states)):
        if rules.player(states[i]) == OVER:
            totals[i] = rules.total(states[i], 0)
            rules.deal(states[i], o, mix(seed + np.uint64(i)))
            _throw(states[i], order[i], sort)


@kernel
def _throw(s, order, sort):
    """In which order the dice lie: sorted, or any."""
    for i in range(5):
        order[i] = i
    if not sort:
        rng = s.rng  # the order must not disturb the dice to come
        for i in range(4, 0, -1):
            j = draw(s, i + 1)
            order[i], order[j] = order[j], order[i]
        s.rng = rng


@kernel
def _look(states, order, scores, sort, scale, seen, allowed):
    for i in range(len(states)):
        _see(states[i], order[i], scores, sort, scale, seen[i], allowed[i])


@kernel
def _see(s, order, scores, sort, scale, seen, allowed):
    observe(s, order, scores, scale, seen)
    for action in range(ACTIONS):
        allowed[action] = False
    if rules.player(s) == OVER:
        return
    twins = rules.equal_dice(s)
    for mask in range(FILL):
        first = mask & ~(mask >> 1) & twins == 0
        allowed[mask] = s.rolls > 0 and (first or not sort)
    for box in range(ACTIONS - FILL):
        allowed[FILL + box] = s.boxes[0, box] == rules.OPEN


@kernel
def code_of(s, order, action):
    """The move an action means: a keep of dice as they lie becomes one of the sorted dice."""
    if action >= FILL:
        return action
    code = 0
    for i in range(5):
        if rules.is_kept(action, i):
            place = int(order[i])
            # Of equal dice the first that is not kept yet.
            while place > 0 and s.dice[place - 1] == s.dice[place]:
                place -= 1
            while rules.is_kept(code, place):
                place += 1
            code |= 1 << (4 - place)
    return code


@kernel
def _draw_outcomes(
    before, lying, moves, seed, scores, sort, scale, states, order, rewards, seen, allowed, over,
):  # fmt: skip
    for i in range(len(before)):
        code = code_of(before[i], lying[i], moves[i])
        points = rules.total(before[i], 0)
        for r in range(states.shape[1]):
            states[i, r] = before[i]
            s = states[i, r]
            rules.redeal(s, 0, mix(seed + np.uint64(i)) + np.uint64(r))
            rules.step(s, code)
            _throw(s, order[i, r], sort)
            gained = rules.total(s, 0) - points
            rewards[i, r] = gained / LARGEST_REWARD if scale else gained
            over[i, r] = rules.player(s) == OVER
            _see(s, order[i, r], scores, sort, scale, seen[i, r], allowed[i, r])


def network(split: bool, size: str) -> Any:
    """The paper's network: four parts with a layer each, then a narrowing trunk; or three plain layers."""
    import torch
    from torch import nn

    width = WIDTHS[size]

    class Split(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.upper, self.special = nn.Linear(7, width), nn.Linear(6, width)
            self.rolls, self.dice = nn.Linear(1, width), nn.Linear(5, width)
            self.trunk = nn.Sequential(
                nn.Linear(4 * width, 2 * width), nn.ReLU(), nn.Linear(2 * width, width), nn.ReLU(),
                nn.Linear(width, width // 2), nn.ReLU(), nn.Linear(width // 2, ACTIONS),
            )  # fmt: skip

        def forward(self, x):
            # Boxes 0 to 5 and the upper total, boxes 6 to 11, rolls left, dice.
            upper = torch.cat([x[:, 0:6], x[:, 12:13]], dim=1)
            parts = (self.upper(upper), self.special(x[:, 6:12]), self.rolls(x[:, 13:14]), self.dice(x[:, 14:19]))
            return self.trunk(torch.relu(torch.cat(parts, dim=1)))

    if split:
        return Split()
    # As many parameters, so that only the shape differs.
    plain = round(width * 10.5**0.5)
    return nn.Sequential(
        nn.Linear(NUMBERS, plain), nn.ReLU(), nn.Linear(plain, plain), nn.ReLU(), nn.Linear(plain, ACTIONS)
    )


def world(rule_set: str, games: int, seed: int, sight: Sight) -> YachtWorld:
    return YachtWorld(game("yacht").options(rules=rule_set), games, seed, sight)


def play_out(network: Any, rule_set: str, games: int, seed: int, sight: Sight) -> np.ndarray:
    """The scores of games in which every move is the one the network likes best."""
    table, scores = world(rule_set, games, seed, sight), np.full(games, np.nan)
    step = 0
    while np.isnan(scores).any():  # a table whose game ends earlier plays another, which is not counted
        table.step(best_moves(network, *table.look()), 1, seed + 2 * step + 2)
        scores = np.where(np.isnan(scores), table.totals, scores)
        step += 1
    return scores


assert MOVES == ACTIONS + 1  # the paper's 44 actions, and yahtzee's thirteenth box
