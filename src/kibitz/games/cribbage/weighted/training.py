"""The thesis' training, put together: the generic learner of weighted strategies bound to cribbage."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from kibitz.game import game as find_game
from kibitz.games.cribbage import rules, stats
from kibitz.games.cribbage.pegging import greedy_card
from kibitz.games.cribbage.rules import DISCARDING, PLAYING
from kibitz.games.cribbage.weighted import pegging_records
from kibitz.games.cribbage.weighted.strategies import SPOTS, STRATEGIES, at_random, cell_of, fill_desires
from kibitz.kernel import bind, draw, kernel, mix
from kibitz.learn import weighted
from kibitz.learn.weighted import Settings

SPREAD = 60
"""Training games start with scores this close together."""

SHAPE = (2, SPOTS, SPOTS)
"""The places: role, own score, other's score."""


@kernel
def begin(s, seed, from_the_start):
    """Deal a game; in training with random scores not too far apart and a random dealer."""
    s.rng = mix(seed)
    s.target, s.muggins = SPOTS, 0
    s.points[0] = s.points[1] = 0
    if not from_the_start:
        s.points[0] = draw(s, SPOTS)
        low, high = max(s.points[0] - SPREAD, 0), min(s.points[0] + SPREAD, SPOTS - 1)
        s.points[1] = low + draw(s, high - low + 1)
    s.dealer = draw(s, 2)
    s.cut[0] = s.cut[1] = rules.NONE
    rules.deal_round(s)


@kernel
def place_of(v):
    return cell_of(v) if v.phase == DISCARDING else -1


@kernel
def want(c, v, wants):
    tables, cribs, pegged, keeps, _ = c
    fill_desires(tables, cribs, pegged, keeps, v, wants)


@kernel
def watch(c, s, move):
    pegged, is_learning = c[2], c[4]
    if is_learning and s.phase == PLAYING:
        pegging_records.note(pegged, s, move)


@cache
def _loop() -> Any:
    cribbage = find_game("cribbage")
    kernels = {name: cribbage.kernels[name] for name in ("player", "legal", "step", "view", "score")}
    own = {"begin": begin, "place_of": place_of, "want": want, "reply": greedy_card, "watch": watch}
    return bind(weighted.loop, **kernels, **own)


@dataclass
class Pair:
    """Two learners that play each other; `learns` says which of them does learn."""

    weights: np.ndarray
    """By learner, place and strategy."""
    records: np.record
    settings: Settings = field(default_factory=Settings)
    learns: tuple[bool, bool] = (True, True)
    learning_records: bool = False
    """Whether their plays are added to the pegging records."""
    games: int = 0
    """How many were played so far."""

    def train(self, games: int, seed: int) -> np.ndarray:
        """Play games from random starts and learn; by how much the first won each."""
        differences = self._play(games, self.games, seed, False)
        self.games += games
        return differences

    def compete(self, games: int, seed: int) -> np.ndarray:
        """Play whole games without learning or exploring; by how much the first won each."""
        return self._play(games, 0, seed, True)

    def _play(self, games: int, first: int, seed: int, greedy: bool) -> np.ndarray:
        cribbage, differences = find_game("cribbage"), np.zeros(games, np.int16)
        states, scratch = np.zeros(2, cribbage.state), np.zeros(1, weighted.SCRATCH)
        context = (
            stats.tables(), stats.any_throw(), self.records, np.zeros(stats.KEEPS, stats.KEEP),
            self.learning_records and not greedy,
        )  # fmt: skip
        learns = np.array((False, False) if greedy else self.learns)
        _loop()(
            first, np.uint64(seed), self.weights, SHAPE, learns, self.settings.encoded(), greedy,
            context, states[0], states[1], scratch[0],
            np.zeros(cribbage.moves, np.int32), np.zeros((STRATEGIES, stats.KEEPS)), np.zeros(STRATEGIES), differences,
        )  # fmt: skip
        return differences


def duplicates(
    first: np.ndarray, second: np.ndarray, records: np.record, pairs: int, seed: int, settings: Settings | None = None
) -> np.ndarray:
    """Whole games between two sets of weights, each deal twice with sides exchanged: by how much the first won each."""
    settings = settings or Settings()
    there = Pair(np.stack([first, second]), records, settings).compete(pairs, seed)
    back = Pair(np.stack([second, first]), records, settings).compete(pairs, seed)
    return np.stack([there, -back], axis=1)


def beginners(seed: int) -> np.ndarray:
    """Two learners with random weights."""
    return np.stack([at_random(2 * seed), at_random(2 * seed + 1)])
