"""A vector environment that stays on the GPU: states, observations, masks and rewards never leave the card.

::

    from kibitz.doors.cuda import CudaEnvironment

    env = CudaEnvironment("gin", 65_536, opponent="simple")
    seen, info = env.reset(seed=1)  # tensors of torch on the card
    seen, rewards, over, cut, info = env.step(policy(seen, info["action_mask"]))

A step is the one of the processor's environment (advance.py) compiled for the card, one thread per table, so both play
the same games. Opponents must be compiled players. What is returned are always the same arrays, which the next step
overwrites; tensors are made over their memory once, and nothing is copied. Everything happens on CUDA's default stream,
as torch's work does by default.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

from kibitz import seeds
from kibitz.agent import NOTHING, CompiledAgent, Random, any_move
from kibitz.arena.cuda import THREADS, card, toolkit
from kibitz.arena.schedule import at_least_one
from kibitz.arena.turn import forget
from kibitz.doors.advance import ENDED, TABLE, advance_with, numbers_by_code, seed
from kibitz.doors.rules import Rules
from kibitz.errors import BadAgentSpec, BadOption, IllegalMove
from kibitz.game import Game
from kibitz.kernel import UNBOUND, bind, kernel
from kibitz.observation import observer

KINDS = 3
"""Opponents at a table, at most."""

CHECKED = 64
"""Steps after which it is checked that no opponent has played an illegal move: a look at the card makes it wait."""


def as_tensor(array: Any) -> Any:
    """A torch tensor over the same memory of the card."""
    import torch

    return torch.as_tensor(array, device="cuda")


LIBRARIES: dict[str, Callable[[Any], Any]] = {"torch": as_tensor, "numba": lambda array: array}


class CudaEnvironment:
    """Many tables on the card; the keywords are those of the Gymnasium environments.

    `same_step`: a new game is dealt in the step in which one ends, and ``info["final_obs"]`` holds what was seen at its
    end; otherwise in the step after it. `library` is ``"torch"``, or ``"numba"`` for plain arrays of the card.
    """

    def __init__(
        self, game: str, num_envs: int, same_step: bool = True, library: str = "torch", **keywords: Any
    ) -> None:
        cuda = self._cuda = card()
        at_least_one("the number of environments", num_envs)
        if library not in LIBRARIES:
            raise BadOption(f"library is {library!r}; it must be one of {', '.join(LIBRARIES)}")
        rules = self.rules = Rules.of(game, **keywords)
        agents: list[Any] = list(dict.fromkeys(rules.opponents)) or [Random(rules.game, rules.options)]
        strangers = [agent.name for agent in agents if not isinstance(agent, CompiledAgent)]
        if strangers:
            raise BadAgentSpec(f"{strangers[0]} is no compiled player, so it cannot play on the GPU")
        self.num_envs, self.spec = num_envs, observer(rules.game).spec
        self.actions = rules.game.actions(rules.options)
        self._step = entry(rules.game, tuple(type(agent) for agent in agents))
        self._grid = -(-num_envs // THREADS), min(THREADS, num_envs)
        self._wrong, self._steps, self._seeded = cuda.to_device(np.zeros(2, np.int64)), 0, False
        self._before, self._after, shown = arrays_for(rules, agents, num_envs, same_step, cuda.to_device)
        self._chosen = cuda.to_device(np.zeros(num_envs, np.int64))
        share = LIBRARIES[library]
        self._shown = {name: share(array) for name, array in shown.items()}

    def reset(self, seed: int | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a new game at every table; table `i` has the seed of a scalar environment with ``seed + i``."""
        tables = self._before[0].copy_to_host()
        if seed is not None or not self._seeded:
            first = seeds.fresh() // 2 if seed is None else seed
            _seed(tables, range(first, first + self.num_envs))
            self._seeded = True
        tables["waits"] = ENDED
        self._before[0].copy_to_device(tables)
        seen, _, _, _, info = self._advance(self._chosen)
        return seen, info

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play one action per table: whole numbers of 64 bits, on the card or not."""
        if isinstance(actions, np.ndarray):
            actions = self._cuda.to_device(np.ascontiguousarray(actions, np.int64))
        elif hasattr(actions, "__cuda_array_interface__"):
            actions = self._cuda.as_cuda_array(actions)
        if actions.dtype != np.int64 or actions.shape != (self.num_envs,):
            raise BadOption(
                f"actions are {actions.dtype} of shape {actions.shape}; they must be int64 of shape ({self.num_envs},)"
            )
        return self._advance(actions)

    def check(self) -> None:
        """Raise where an opponent has played an illegal move; done by itself every few steps."""
        who, move = map(int, self._wrong.copy_to_host())
        if who:
            raise IllegalMove(f"{self.rules.opponents[who - 1].name} chose {move}, which is not among its legal moves")

    def decided(self) -> int:
        """How many decisions were made at all tables so far."""
        return int(self._before[0].copy_to_host()["decided"].sum())

    def _advance(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        self._step[self._grid](*self._before, actions, *self._after, self._wrong)
        self._steps += 1
        if self._steps % CHECKED == 0:
            self.check()
        shown = self._shown
        info = {name: shown[name] for name in shown if name not in ("seen", "rewards", "over", "cut")}
        return shown["seen"], shown["rewards"], shown["over"], shown["cut"], info


_seed = seed  # `reset` has an argument of that name


def arrays_for(
    rules: Rules, agents: list[Any], count: int, same_step: bool, put: Callable[[np.ndarray], Any]
) -> tuple[list, list, dict[str, Any]]:
    """What a step is given before and after the actions, and what of it is shown, by name."""
    game, actions, size = rules.game, rules.game.actions(rules.options), observer(rules.game).spec.size
    filled = [*agents, *[agents[0]] * (KINDS - len(agents))]
    notes = [NOTHING if agent.memory is None else agent.memory for agent in filled]
    numbers = np.array([agents.index(opponent) for opponent in rules.opponents] or [0], np.int64)
    before = [np.zeros(count, TABLE), np.zeros(count, game.state), np.zeros(count, game.state)]
    before += [np.zeros((count, game.moves), np.int32), np.zeros(count, np.int64)]
    shown: dict[str, np.ndarray] = {
        "scores": np.zeros((count, game.seats)),
        "seen": np.zeros((count, size), np.float32),
        "action_mask": np.zeros((count, len(actions)), np.int8),
        "rewards": np.zeros(count),
        "over": np.zeros(count, np.bool_),
        "illegal": np.zeros(count, np.bool_),
        "final_obs": np.zeros((count if same_step else 1, size), np.float32),
    }
    there = {name: put(array) for name, array in shown.items()}
    after: list[Any] = [
        put(rules.options.encoded_row()),
        *rules.plan,
        same_step,
        put(actions),
        put(numbers_by_code(actions)),
    ]
    after += [put(numbers), *(put(agent.params) for agent in filled), *(put(np.zeros(1, kind)) for kind in notes)]
    after += [put(np.zeros((count, rules.seats), kind)) for kind in notes]
    after += there.values()
    if not same_step:
        del there["final_obs"]
    return [put(array) for array in before], after, {**there, "cut": put(np.zeros(count, np.bool_))}


@cache
def entry(game: Game, kinds: tuple[Any, ...]) -> Any:
    """The step for one game against opponents of these kinds; it is compiled when it is first launched."""
    return toolkit().jit(bound(game, kinds), fastmath=False)


def bound(game: Game, kinds: tuple[Any, ...]) -> FunctionType:
    """The same as plain Python."""
    names: dict[str, Any] = {"OTHERS": len(kinds), "view": game.view}
    for k, kind in enumerate([*kinds, *[kinds[0]] * (KINDS - len(kinds))]):
        names[f"decide{k}"] = kind.decide
        names[f"remember{k}"] = forget if kind.remember is UNBOUND else kind.remember
        names[f"looks{k}"] = kind.decide is not any_move
    advance = advance_with(game, asks=asks_nobody, reply=bind(_reply, **names), clear=clear)
    return FunctionType(_step.__code__, {**globals(), "advance": advance, "cuda": toolkit()}, _step.__name__)


cuda = advance = view = OTHERS = UNBOUND
decide0 = decide1 = decide2 = UNBOUND
remember0 = remember1 = remember2 = UNBOUND
looks0 = looks1 = looks2 = UNBOUND


def _step(
    tables, states, views, moves, counts, chosen, options, seats, seat, for_wins, same_step, actions, numbers,
    kinds, params0, params1, params2, blank0, blank1, blank2, notes0, notes1, notes2,
    scores, seen, masks, rewards, over, illegal, final, wrong,
):  # fmt: skip
    """What one thread does: the step of every so many tables."""
    opponents = kinds, params0, params1, params2, blank0, blank1, blank2, notes0, notes1, notes2
    advance(
        cuda.grid(1), len(tables), cuda.gridsize(1), True, tables, states, views, moves, counts, chosen,
        options, seats, seat, for_wins, same_step, actions, numbers, opponents,
        scores, seen, masks, rewards, over, illegal, final, wrong,
    )  # fmt: skip


@kernel
def asks_nobody(opponents, who):
    return False


def _reply(opponents, who, i, seat, seats, states, views, moves, count, own_chance):
    """What an opponent plays, by its own kernels: a GPU cannot call through addresses."""
    kinds, params0, params1, params2, _, _, _, notes0, notes1, notes2 = opponents
    v = views[i]
    kind = kinds[who]
    if OTHERS > 2 and kind == 2:
        if looks2:
            view(states[i], seat, v)
        v.rng = own_chance
        move = decide2(v, moves[i], count, notes2[i, seat], params2[0])
        remember2(v, move, notes2[i, seat], params2[0])
    elif OTHERS > 1 and kind == 1:
        if looks1:
            view(states[i], seat, v)
        v.rng = own_chance
        move = decide1(v, moves[i], count, notes1[i, seat], params1[0])
        remember1(v, move, notes1[i, seat], params1[0])
    else:
        if looks0:
            view(states[i], seat, v)
        v.rng = own_chance
        move = decide0(v, moves[i], count, notes0[i, seat], params0[0])
        remember0(v, move, notes0[i, seat], params0[0])
    return np.int32(move)


@kernel
def clear(opponents, i, seats):
    blank0, blank1, blank2, notes0, notes1, notes2 = opponents[4:]
    for seat in range(seats):
        notes0[i, seat] = blank0[0]
        notes1[i, seat] = blank1[0]
        notes2[i, seat] = blank2[0]
