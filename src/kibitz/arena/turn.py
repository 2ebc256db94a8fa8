"""A compiled player's turn as one machine function, and its address.

A loop that plays whole games is compiled once per game, not once per pair of players: it calls each player's
turn through its address. All turns of a game therefore have the same form, whatever the players' notes
and parameters are: they get addresses and make records of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba import carray, types
from numba.core.types.function_type import CompileResultWAP

from kibitz.agent import NOTHING, Agent, CompiledAgent, any_move
from kibitz.arena.crew import apart
from kibitz.game import Game
from kibitz.kernel import INTERPRETED, UNBOUND, bind, intrinsic, is_ready, kernel

ARGUMENTS: Any = (*[types.intp] * 7, types.uint64)
"""State, view, list of moves, notes and parameters by address; seat; number of moves; the turn's chance."""

RANDOM = 0
"""Stands for the address of a turn that is any move: a loop needs neither a view nor a call for it."""


class Turns:
    """The turns of several compiled players of a game, as the loops take them."""

    addresses: np.ndarray
    params: np.ndarray
    """The address of each player's parameters."""
    sizes: np.ndarray
    """How many bytes each player's notes take."""

    def __init__(self, game: Game, agents: Sequence[CompiledAgent]) -> None:
        self.agents = agents  # their parameters must not go away
        self.all_random = all_random(agents)
        self.addresses = np.array([_address(game, agent) for agent in agents], np.intp)
        self.params = np.array([agent.params.ctypes.data for agent in agents], np.intp)
        self.sizes = np.array([_notes_of(agent).itemsize for agent in agents], np.intp)

    def notebook(self, seats: int) -> np.ndarray:
        """Room for the notes of whoever sits there, by seat: bytes."""
        words = max(-(-int(self.sizes.max()) // 8), 1)
        return apart(seats * words, np.int64).reshape(seats, words).view(np.uint8)


def are_compiled(agents: Sequence[Agent]) -> bool:
    """Whether all of these can play in a compiled loop."""
    return not INTERPRETED and all(isinstance(agent, CompiledAgent) for agent in agents)


def are_ready(game: Game, agents: Sequence[CompiledAgent]) -> bool:
    """Whether nothing has to be compiled before these can take turns."""
    return all(_is_random(agent) or is_ready(_turn_of(game, agent), ARGUMENTS) for agent in agents)


def all_random(agents: Sequence[CompiledAgent]) -> bool:
    """Whether nobody needs a call."""
    return all(_is_random(agent) for agent in agents)


def _is_random(agent: CompiledAgent) -> bool:
    return type(agent).decide is any_move


def _notes_of(agent: CompiledAgent) -> np.dtype:
    return NOTHING if agent.memory is None else agent.memory


def _address(game: Game, agent: CompiledAgent) -> int:
    if _is_random(agent):
        return RANDOM
    turn = _turn_of(game, agent)
    turn.compile(types.int32(*ARGUMENTS))
    compiled: Any = CompileResultWAP(turn.get_compile_result(types.int32(*ARGUMENTS)))
    return compiled.address


def _turn_of(game: Game, agent: CompiledAgent) -> Any:
    kind: Any = type(agent)
    return _turn(game, kind, _notes_of(agent), agent.params.dtype)


@cache
def _turn(game: Game, kind: Any, notes: np.dtype, params: np.dtype) -> Any:
    return bind(
        _take_turn,
        view=game.view, decide=kind.decide, remember=forget if kind.remember is UNBOUND else kind.remember,
        STATE=game.state, MOVES=game.moves, NOTES=notes, PARAMS=params,
    )  # fmt: skip


@kernel
def forget(v, move, memory, params):
    """What a player without notes remembers."""


view = decide = remember = UNBOUND
STATE = MOVES = NOTES = PARAMS = UNBOUND


def _take_turn(state, own_view, legal_moves, notes, parameters, seat, count, seed):
    """Look, decide, remember: the move, as a number that fits every move code."""
    s = carray(_pointer(state), (1,), STATE)[0]
    v = carray(_pointer(own_view), (1,), STATE)[0]
    moves = carray(_pointer(legal_moves), (MOVES,), np.int32)
    memory = carray(_pointer(notes), (1,), NOTES)[0]
    params = carray(_pointer(parameters), (1,), PARAMS)[0]
    view(s, seat, v)
    v.rng = seed
    move = decide(v, moves, count, memory, params)
    remember(v, move, memory, params)
    return np.int32(move)


@intrinsic
def _pointer(_, address):
    """An address as a pointer, for `carray`."""

    def generate(context, builder, signature, arguments):
        return builder.inttoptr(arguments[0], context.get_value_type(types.voidptr))

    return types.voidptr(types.intp), generate


@intrinsic
def take_turn(_, address, state, own_view, legal_moves, notes, parameters, seat, count, seed):
    """Call the turn at an address."""

    def generate(context, builder, signature, arguments):
        words = [context.get_value_type(kind) for kind in ARGUMENTS]
        function = ir.FunctionType(context.get_value_type(types.int32), words)
        return builder.call(builder.inttoptr(arguments[0], function.as_pointer()), arguments[1:])

    return types.int32(types.intp, *ARGUMENTS), generate
