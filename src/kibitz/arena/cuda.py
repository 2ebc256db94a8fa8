"""The same step on a GPU: one thread per table, from the deal to the score.

Rules and players are the kernels the CPU runs, compiled for the card; only the loop around them is
another, since a GPU cannot call through addresses: it is bound to the kinds of players at its tables.
What a thread works on (state, view, moves) is its local memory, which the card lays out so that the same field of
neighbouring tables lies side by side; as records in global memory the same loop was half as fast or less.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import FunctionType
from typing import Any

import numba
import numpy as np

from kibitz.agent import NOTHING, Agent, CompiledAgent, any_move
from kibitz.arena.schedule import Results, Schedule
from kibitz.arena.turn import forget
from kibitz.errors import BadAgentSpec, IllegalMove, NoDevice, NotInstalled, Stopped
from kibitz.game import Game
from kibitz.kernel import OVER, UNBOUND, chance
from kibitz.options import GameOptions

KINDS = 4
"""Different players in one loop: as many as a table has seats."""

THREADS = 128
"""Per block."""

BLOCKS = 8 * 132
"""At most: many per multiprocessor, so that waiting for memory is hidden."""

SIMULATED = bool(getattr(numba.config, "ENABLE_CUDASIM", False))
"""Whether plain Python stands in for the card."""

SHARE = 0.5
"""Of the card's free memory that tables may take."""


def play(game: Game, options: GameOptions, agents: Sequence[Agent], schedule: Schedule) -> Results:
    """Play every game of a schedule on the GPU."""
    _device()
    strangers = [agent.name for agent in agents if not isinstance(agent, CompiledAgent)]
    if strangers:
        raise BadAgentSpec(f"{strangers[0]} is no compiled player, so it cannot play on the GPU")
    results = Results.blank(len(schedule), game.players(options))
    # A loop is compiled for the players at its tables: games of the same players go together.
    code = np.sort(schedule.seating, axis=1) @ len(agents) ** np.arange(schedule.seating.shape[1])
    for same in np.unique(code):
        games = np.flatnonzero(code == same)
        who = np.unique(schedule.seating[games[0]])
        seating = np.searchsorted(who, schedule.seating[games])
        part = Schedule(schedule.seeds[games], schedule.streams[games], seating)
        launch = Launch(game, options, [agents[k] for k in who], part)
        launch.play()
        played, wrong = launch.results()
        results.scores[games], results.decisions[games] = played.scores, played.decisions
        results.ended[games] = played.ended
        if wrong[0] >= 0:
            error = IllegalMove(f"{agents[who[wrong[0]]].name} chose {wrong[1]}, which is not among its legal moves")
            raise Stopped(results.so_far(str(error)), results) from error
    return results


class Launch:
    """Games among at most four players, laid out on the card, to be played in one launch."""

    def __init__(self, game: Game, options: GameOptions, agents: list[Any], schedule: Schedule) -> None:
        self.cuda, self.seats, self.seating = _device(), game.players(options), schedule.seating
        results = Results.blank(len(schedule), game.seats)
        alike, seating = _merged(agents, schedule.seating)
        filled: list[Any] = [*alike, *[alike[0]] * (KINDS - len(alike))]
        notes = [NOTHING if agent.memory is None else agent.memory for agent in filled]
        each = 2 * game.state.itemsize + 4 * game.moves + game.seats * sum(kind.itemsize for kind in notes)
        self.tables = max(1, int(min(len(schedule), BLOCKS * THREADS, _free(self.cuda) * SHARE / each)))
        self.on_card = [self.cuda.to_device(array) for array in (
            options.encoded_row(), schedule.seeds, schedule.streams, seating,
            *(agent.params for agent in filled), *(np.zeros(1, kind) for kind in notes),
            *(np.zeros((self.tables, game.seats), kind) for kind in notes),
            results.scores, results.decisions, results.ended, np.full(3, -1, np.int64),
        )]  # fmt: skip
        self.loop = loop_for(game, tuple(type(agent) for agent in filled))

    def play(self) -> None:
        """Play them all; the card may be at it still when this returns."""
        self.loop[-(-self.tables // THREADS), min(THREADS, self.tables)](self.tables, *self.on_card)

    def results(self) -> tuple[Results, np.ndarray]:
        """What came of them; and who chose which illegal move in which game, or -1 thrice."""
        scores, decisions, ended, wrong = (array.copy_to_host() for array in self.on_card[-4:])
        if wrong[0] >= 0:  # who sits there, not who was loaded for it
            wrong[0] = self.seating[wrong[2], wrong[0]]
        return Results(scores, decisions, ended).of_seats(self.seats), wrong


def _merged(agents: list[Any], seating: np.ndarray) -> tuple[list[Any], np.ndarray]:
    """The players that differ, and who sits where among these: threads side by side then do the same more often."""
    kinds: list[Any] = []
    number = np.zeros(len(agents), np.int64)
    for k, agent in enumerate(agents):
        same = [n for n, kind in enumerate(kinds) if type(kind) is type(agent) and _equal(kind.params, agent.params)]
        if not same:
            kinds.append(agent)
        number[k] = same[0] if same else len(kinds) - 1
    return kinds, number[seating]


def _equal(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two players play with the same numbers: field by field, since what lies between fields is undefined."""
    return one.dtype == other.dtype and all(np.array_equal(one[name], other[name]) for name in one.dtype.names or ())


def toolkit() -> Any:
    """numba's CUDA, with or without a GPU."""
    if not hasattr(np, "row_stack"):
        setattr(np, "row_stack", np.vstack)  # noqa: B010  # the name is gone from NumPy, not from numba-cuda
    try:
        from numba import cuda
    except ImportError:
        raise NotInstalled('the GPU needs numba-cuda; pip install "kibitz[gpu]" brings it') from None
    _round_as_the_cpu_does()
    return cuda


@cache
def _round_as_the_cpu_does() -> None:
    """A product and a sum stay two operations: as one they would round once, and the CPU rounds twice.

    numba-cuda has no switch for it, so what it hands to NVIDIA's compiler is changed here.
    """
    try:
        from numba.cuda.cudadrv import nvvm
    except ImportError:  # the simulator has no compiler
        return
    compile_ir: Any = nvvm.compile_ir
    setattr(nvvm, "compile_ir", lambda ir, **options: compile_ir(ir, **{"fma": 0, **options}))  # noqa: B010  # see above


def _device() -> Any:
    """numba's CUDA, where there is a GPU for it."""
    cuda = toolkit()
    if not cuda.is_available():
        raise NoDevice("there is no GPU that CUDA can use; without device='gpu' (--gpu) the CPU plays the same games")
    return cuda


def _free(cuda: Any) -> float:
    """Bytes of the card's memory that nobody uses."""
    return cuda.current_context().get_memory_info()[0]


@cache
def loop_for(game: Game, kinds: tuple[Any, ...]) -> Any:
    """The loop for one game and the kinds of players at its tables; it is compiled when it is first launched."""
    return compiled(bound(game, kinds))


def compiled(loop: Any) -> Any:
    """A loop over tables, compiled when it is first launched; what is left to the linker would round otherwise."""
    return toolkit().jit(loop, **({} if SIMULATED else {"lto": False}))


def bound(game: Game, kinds: Sequence[Any]) -> FunctionType:
    """The loop over the kernels of one game and of these players, as plain Python."""
    names: dict[str, Any] = {**_play_all.__globals__, **game.kernels, "cuda": toolkit()}
    names |= {"STATE": game.state, "MOVES": game.moves, "SEATS": game.seats}
    for k, kind in enumerate(kinds):
        names[f"decide{k}"] = kind.decide
        names[f"remember{k}"] = forget if kind.remember is UNBOUND else kind.remember
        names[f"looks{k}"] = kind.decide is not any_move
        names[f"notes{k}_kept"] = kind.memory is not None
    return FunctionType(_play_all.__code__, names, _play_all.__name__)


cuda = deal = player = legal = step = view = score = STATE = MOVES = SEATS = UNBOUND
decide0 = decide1 = decide2 = decide3 = UNBOUND
remember0 = remember1 = remember2 = remember3 = UNBOUND
looks0 = looks1 = looks2 = looks3 = UNBOUND
notes0_kept = notes1_kept = notes2_kept = notes3_kept = UNBOUND


def _play_all(
    tables, options, seeds, streams, seating,
    params0, params1, params2, params3, blank0, blank1, blank2, blank3,
    notes0, notes1, notes2, notes3, scores, decisions, ended, wrong,
):  # fmt: skip
    """What one thread does: every so many games it plays one, from the deal to the score."""
    table = cuda.grid(1)
    if table >= tables:
        return
    records, moves = cuda.local.array(2, STATE), cuda.local.array(MOVES, np.int32)
    made = cuda.local.array(SEATS, np.int32)
    s, v = records[0], records[1]
    for game in range(table, len(seeds), tables):
        deal(s, options[0], seeds[game])
        for seat in range(seating.shape[1]):
            made[seat] = 0
            who = seating[game, seat]
            if notes0_kept and who == 0:
                notes0[table, seat] = blank0[0]
            if notes1_kept and who == 1:
                notes1[table, seat] = blank1[0]
            if notes2_kept and who == 2:
                notes2[table, seat] = blank2[0]
            if notes3_kept and who == 3:
                notes3[table, seat] = blank3[0]
        number = 0
        seat = player(s)
        while seat != OVER:
            count = legal(s, moves)
            who = seating[game, seat]
            own_chance = chance(streams[game], number)
            looked = True
            if who == 0:
                looked = looks0
                if looks0:
                    view(s, seat, v)
                v.rng = own_chance
                move = decide0(v, moves, count, notes0[table, seat], params0[0])
                remember0(v, move, notes0[table, seat], params0[0])
            elif who == 1:
                looked = looks1
                if looks1:
                    view(s, seat, v)
                v.rng = own_chance
                move = decide1(v, moves, count, notes1[table, seat], params1[0])
                remember1(v, move, notes1[table, seat], params1[0])
            elif who == 2:
                looked = looks2
                if looks2:
                    view(s, seat, v)
                v.rng = own_chance
                move = decide2(v, moves, count, notes2[table, seat], params2[0])
                remember2(v, move, notes2[table, seat], params2[0])
            else:
                looked = looks3
                if looks3:
                    view(s, seat, v)
                v.rng = own_chance
                move = decide3(v, moves, count, notes3[table, seat], params3[0])
                remember3(v, move, notes3[table, seat], params3[0])
            if looked:  # random play chooses from the list
                listed = False
                for i in range(count):
                    listed |= moves[i] == move
                if not listed:
                    wrong[0], wrong[1], wrong[2] = seat, move, game
                    return
            step(s, move)
            made[seat] += 1
            number += 1
            seat = player(s)
        score(s, scores[game])
        for seat in range(seating.shape[1]):
            decisions[game, seat] = made[seat]
        ended[game] = True
