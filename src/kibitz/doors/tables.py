"""Many tables at which one seat is played from outside: the driver behind every environment.

Whoever learns sits at one seat of each table and says the numbers of its actions; opponents play between its
turns. A step of all tables is one compiled call per worker (advance.py). Opponents that are kernels play inside
it, by the addresses of their turns (arena/turn.py); others are asked about all tables at once.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import prod
from sys import getrefcount
from typing import Any

import numpy as np

from kibitz.agent import Random, any_move
from kibitz.arena.lockstep import loops as lockstep_loops
from kibitz.arena.schedule import at_least_one
from kibitz.arena.turn import RANDOM, Turns, are_compiled, take_turn
from kibitz.doors.advance import ENDED, RUNNING, TABLE, advance_with, numbers_by_code, seed
from kibitz.doors.rules import Rules
from kibitz.errors import IllegalMove
from kibitz.game import Game
from kibitz.kernel import UNBOUND, bind, chance, kernel
from kibitz.observation import observer

ASK = -1
"""Stands for the address of a turn that only Python can take."""

SHARE = 512
"""Tables that are worth a worker of their own: fewer are stepped sooner than it is woken."""


@dataclass(frozen=True)
class Told:
    """What learners are told after a step, one row per table."""

    seen: np.ndarray
    """Observations."""
    masks: np.ndarray
    """Which actions are legal; all, where the game is over, since none is played."""
    rewards: np.ndarray
    over: np.ndarray
    """Where a game ended in this step."""
    illegal: np.ndarray
    """Where the action could not be played, so that nothing changed."""


class Tables:
    """Tables of one kind, each with a learner.

    With `same_step` the next game is dealt in the step in which one ends, otherwise in the step after it.
    """

    def __init__(self, rules: Rules, count: int, same_step: bool = False, workers: int | None = None) -> None:
        at_least_one("the number of environments", count)
        if workers is not None:
            at_least_one("workers", workers)
        game = rules.game
        self.rules, self.count, self.seats, self.same_step = rules, count, rules.seats, same_step
        self.actions, self.spec = game.actions(rules.options), observer(game).spec
        self.tables, self.states = np.zeros(count, TABLE), np.zeros(count, game.state)
        self.scores = np.zeros((count, game.seats))
        shape = count, self.spec.size
        self.final = np.zeros(shape if same_step else (1, self.spec.size), np.float32)
        """With `same_step`: what was seen at the end of the last game of each table."""
        self.workers = min(os.cpu_count() or 1, max(1, count // SHARE)) if workers is None else min(workers, count)
        compiled = are_compiled(rules.opponents)
        turns = Turns(game, rules.opponents if compiled and rules.opponents else [Random(game, rules.options)])  # type: ignore[arg-type]
        addresses = turns.addresses if compiled else np.full(len(rules.opponents), ASK, np.intp)
        self._turns = turns  # what the addresses point to must not go away
        self._opponents = addresses, turns.params, turns.notebook(count * self.seats)
        self._memories = [
            np.zeros(count, agent.memory) if agent.memory is not None and not compiled else None
            for agent in rules.opponents
        ]
        self._noted = np.zeros((len(rules.opponents), count), np.int64)  # in which game, for those asked from Python
        self._nothing_chosen, self._wrong = np.zeros(count, np.int64), np.zeros(2, np.int64)
        self._views = np.zeros(self.workers, game.state)
        self._moves, self._counts = np.zeros((count, game.moves), np.int32), np.zeros(count, np.int64)
        self._constants = (
            rules.options.encoded_row(),
            *rules.plan,
            same_step,
            self.actions,
            numbers_by_code(self.actions),
        )
        self._seen, self._masks = Batches(shape, np.float32), Batches((count, len(self.actions)), np.int8)
        self._advance, self._look = _loops(game)
        self._play = lockstep_loops(game)[1]
        self.seed(range(count))

    def seed(self, numbers: Sequence[int]) -> None:
        """Give every table a seed: its games and its opponents' chance follow from it."""
        seed(self.tables, numbers)
        self._noted[:] = -1

    def reset(self) -> Told:
        """Begin the next game at every table; one that ends before the learner is asked is passed over."""
        self.tables["waits"] = ENDED
        return self.step(self._nothing_chosen)

    def step(self, chosen: np.ndarray) -> Told:
        """Play the learner's actions, and on until it is asked again or the game is over.

        An action that is not legal changes nothing and is marked. Where a game has ended, the next is dealt instead.
        What is told are fresh arrays, or such as nobody holds any more.
        """
        count, chosen = self.count, np.ascontiguousarray(chosen, np.int64)
        flags = np.empty((2, count), np.bool_)
        told = Told(self._seen.take(), self._masks.take(), np.empty(count), flags[0], flags[1])
        begins = True
        while self._run(begins, chosen, told):
            for number in range(len(self.rules.opponents)):
                rows = np.flatnonzero(self.tables["waits"] == 1 + number)
                if len(rows):
                    self._ask(number, rows)
            begins = False
        return told

    def _run(self, begins: bool, chosen: np.ndarray, told: Told) -> int:
        """Advance all tables; how many wait for an opponent that only Python can ask."""

        def part(worker: int) -> int:
            return self._advance(
                count * worker // workers, count * (worker + 1) // workers, 1, begins, self.tables, self.states,
                self._views[worker : worker + 1], self._moves, self._counts, chosen, *self._constants, self._opponents,
                self.scores, told.seen, told.masks, told.rewards, told.over, told.illegal, self.final, self._wrong,
            )  # fmt: skip

        count, workers = self.count, self.workers
        others = [_crew().submit(part, worker) for worker in range(1, workers)]
        asked = part(0) + sum(other.result() for other in others)
        if self._wrong[0]:
            name, move = self.rules.opponents[self._wrong[0] - 1].name, self._wrong[1]
            raise IllegalMove(f"{name} chose {move}, which is not among its legal moves")
        return asked

    def view(self, row: int) -> tuple[np.record, int]:
        """The learner's view of one table, and its seat."""
        seat = int(self.tables["seat"][row])
        view = np.zeros(1, self.rules.game.state)
        self.rules.game.view(self.states[row], seat, view[0])
        return view[0], seat

    def _ask(self, number: int, rows: np.ndarray) -> None:
        agent, game, memory = self.rules.opponents[number], self.rules.game, self._memories[number]
        views = np.zeros(len(rows), game.state)
        moves, counts = np.zeros((len(rows), game.moves), np.int32), np.zeros(len(rows), np.int64)
        self._look(rows, self.tables, self.states, views, moves, counts)
        if memory is None:
            chosen = agent.ask(views, moves, counts)
        else:
            notes = memory[rows]
            playing = self.tables["game"][rows]
            notes[self._noted[number, rows] != playing] = np.zeros(1, memory.dtype)
            self._noted[number, rows] = playing
            chosen = agent.ask(views, moves, counts, notes)
            agent.note(views, chosen, notes)
            memory[rows] = notes
        wrong = self._play(self.states, rows, moves, counts, chosen)
        if wrong >= 0:
            raise IllegalMove(f"{agent.name} chose {chosen[wrong]}, which is not among its legal moves")
        self.tables["waits"][rows] = RUNNING
        self.tables["ply"][rows] += 1
        self.tables["decided"][rows] += 1


class Batches:
    """Arrays of one shape, handed out again once nobody holds them: new memory costs more than filling it.

    They begin at a whole cache line, where other libraries can take them over as they are.
    """

    KEPT = 4
    LINE = 64

    def __init__(self, shape: tuple[int, ...], kind: Any) -> None:
        self.shape, self.kind, self.made, self.begins = shape, kind, list[np.ndarray](), list[int]()

    def take(self) -> np.ndarray:
        """An array that only the caller will hold; what stands in it means nothing."""
        for i in range(len(self.made)):
            if getrefcount(self.made[i]) == FREE:  # whatever lies in its memory holds it: arrays, pieces, tensors
                return np.ndarray(self.shape, self.kind, self.made[i], self.begins[i])
        bytes_needed = prod(self.shape) * np.dtype(self.kind).itemsize + self.LINE
        self.made = [np.empty(bytes_needed, np.uint8), *self.made[: self.KEPT - 1]]
        self.begins = [-self.made[0].ctypes.data % self.LINE, *self.begins[: self.KEPT - 1]]
        return np.ndarray(self.shape, self.kind, self.made[0], self.begins[0])


_list = [np.empty(0)]
FREE = getrefcount(_list[0])
"""What is counted for an array that nothing but a list holds."""


@cache
def _crew() -> ThreadPoolExecutor:
    """The workers beside the one who asks, shared by all environments."""
    return ThreadPoolExecutor(max(1, (os.cpu_count() or 1) - 1), "kibitz tables")


# --- the loops ------------------------------------------------------------------------------------


@cache
def _loops(game: Game) -> tuple[Any, Any]:
    return advance_with(game, asks=asks, reply=reply, clear=clear), bind(_look, **game.kernels)


@kernel
def asks(opponents, who):
    return opponents[0][who] == ASK


@kernel
def reply(opponents, who, i, seat, seats, states, views, moves, count, own_chance):
    """The turn at an opponent's address."""
    turns, params, notes = opponents
    if turns[who] == RANDOM:
        v = views[0]
        v.rng = own_chance
        return any_move(v, moves[i], count, v, v)
    state = states.ctypes.data + i * states.itemsize
    listed = moves.ctypes.data + i * moves.shape[1] * moves.itemsize
    noted = notes.ctypes.data + (i * seats + seat) * notes.shape[1]
    return take_turn(
        turns[who], state, views.ctypes.data, listed, noted, params[who], seat, count, own_chance
    )  # fmt: skip


@kernel
def clear(opponents, i, seats):
    notes = opponents[2]
    for p in range(seats):
        notes[i * seats + p, :] = 0


legal = player = view = UNBOUND


def _look(rows, tables, states, views, moves, counts):
    """What opponents at these tables see, and their moves."""
    for k in range(len(rows)):
        i = rows[k]
        t, s = tables[i], states[i]
        counts[k] = legal(s, moves[k])
        view(s, player(s), views[k])
        views[k].rng = chance(t.stream, t.ply)
