"""The same step on a GPU: one thread per table, from the deal to the score.

Rules and players are the kernels the CPU runs, compiled for the card; only the loop around them is
another, since a GPU cannot call through addresses: it is bound to the kinds of players at its tables.
What a thread works on (state, view, moves, notes) is its local memory, which the card lays out so that the same field
of neighbouring tables lies side by side; as records in global memory the same loop was half as fast or less.
"""

from __future__ import annotations

import warnings
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

FEWEST, MOST = 4, 8
"""Blocks per multiprocessor: many, so that waiting for memory is hidden."""

CLOSE = 384 << 10
"""Bytes of records and notes that the threads of a multiprocessor work on at once; more, and its cache is of no use."""

SIMULATED = bool(getattr(numba.config, "ENABLE_CUDASIM", False))
"""Whether plain Python stands in for the card."""

SHARE = 0.5
"""Of the card's free memory that tables may take."""

STRETCH = 64
"""Decisions after which a thread whose game goes on lets its neighbours begin new ones."""

ALIGNED = None if SIMULATED else 16
"""Where records in local memory begin, in bytes: numba takes them for bytes that may begin anywhere."""

NEAR = 1 << 18
"""Bytes of notes that fit into a thread's local memory, of which a card has half a megabyte."""


def play(game: Game, options: GameOptions, agents: Sequence[Agent], schedule: Schedule) -> Results:
    """Play every game of a schedule on the GPU."""
    card()
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
        self.cuda, self.seats, self.seating = card(), game.players(options), schedule.seating
        results = Results.blank(len(schedule), game.seats)
        kinds, seating = _merged(agents, schedule.seating)
        filled: list[Any] = [*kinds, *[kinds[0]] * (KINDS - len(kinds))]
        notes = [NOTHING if agent.memory is None else agent.memory for agent in filled]
        size = self.seats * sum(kind.itemsize for kind in notes[: len(kinds)])
        is_near = _fits_near(self.cuda, size)
        each = 2 * game.state.itemsize + size
        room = _free(self.cuda) * SHARE / (each + 4 * game.moves)
        self.tables = max(1, int(min(len(schedule), _threads(self.cuda, each), room)))
        far = 1 if is_near else self.tables
        self.on_card = [self.cuda.to_device(array) for array in (
            options.encoded_row(), schedule.seeds, schedule.streams, seating,
            *(agent.params for agent in filled), *(np.zeros(1, kind) for kind in notes),
            *(np.zeros((far, self.seats), kind) for kind in notes), np.zeros(1, np.int32),
            results.scores, results.decisions, results.ended, np.full(3, -1, np.int64),
        )]  # fmt: skip
        self.loop = loop_for(game, self.seats, is_near, tuple(type(agent) for agent in kinds))

    def play(self) -> None:
        """Play them all; the card may be at it still when this returns."""
        self.loop[-(-self.tables // THREADS), min(THREADS, self.tables)](self.tables, *self.on_card)

    def needs(self) -> dict[str, int]:
        """What a thread of the loop needs of the card, once it was played: registers, and bytes of local memory."""
        loop = next(iter(self.loop.overloads.values()))
        return {"registers": loop.regs_per_thread, "local_bytes": loop.local_mem_per_thread}

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
    # A few tables are a fair wish too: nobody needs to hear that the card is not full.
    warnings.filterwarnings("ignore", ".*Grid size.*under-utilization")
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


def card() -> Any:
    """numba's CUDA, where there is a GPU for it."""
    cuda = toolkit()
    if not cuda.is_available():
        raise NoDevice("there is no GPU that CUDA can use; without device='gpu' (--gpu) the CPU plays the same games")
    return cuda


def _free(cuda: Any) -> float:
    """Bytes of the card's memory that nobody uses."""
    return cuda.current_context().get_memory_info()[0]


def _threads(cuda: Any, each: int) -> int:
    """How many threads play at once, where each works on so many bytes."""
    multiprocessors = 1 if SIMULATED else cuda.get_current_device().MULTIPROCESSOR_COUNT
    return multiprocessors * THREADS * max(FEWEST, min(MOST, CLOSE // (THREADS * each)))


def _fits_near(cuda: Any, notes: int) -> bool:
    """Whether a thread's notes can lie in its local memory: the card takes that for all threads it could ever run."""
    if SIMULATED:
        return True
    device = cuda.get_current_device()
    threads = device.MULTIPROCESSOR_COUNT * device.MAX_THREADS_PER_MULTIPROCESSOR
    return notes <= NEAR and notes * threads <= _free(cuda) * SHARE


@cache
def loop_for(game: Game, seats: int, is_near: bool, kinds: tuple[Any, ...]) -> Any:
    """The loop for one game and the kinds of players at its tables; it is compiled when it is first launched."""
    return compiled(bound(game, seats, is_near, kinds))


def compiled(loop: Any) -> Any:
    """A loop over tables, compiled when it is first launched; what is left to the linker would round otherwise."""
    return toolkit().jit(loop, **({} if SIMULATED else {"lto": False}))


def bound(game: Game, seats: int, is_near: bool, kinds: Sequence[Any]) -> FunctionType:
    """The loop over the kernels of one game and of at most four kinds of players, as plain Python."""
    names: dict[str, Any] = {**_play_all.__globals__, **game.kernels, "cuda": toolkit()}
    names |= {"STATE": game.state, "MOVES": game.moves, "SEATS": seats, "NOTES_NEAR": is_near}
    for k in range(KINDS):
        is_seated = k < len(kinds)
        kind = kinds[k if is_seated else 0]
        names[f"is_seated{k}"] = is_seated
        names[f"decide{k}"] = kind.decide
        names[f"remember{k}"] = forget if kind.remember is UNBOUND else kind.remember
        names[f"looks{k}"] = kind.decide is not any_move
        names[f"notes{k}_kept"] = is_seated and kind.memory is not None
        names[f"NOTES{k}"] = NOTHING if kind.memory is None else kind.memory
    return FunctionType(_play_all.__code__, names, _play_all.__name__)


cuda = deal = player = legal = step = view = score = STATE = MOVES = SEATS = UNBOUND
NOTES_NEAR = NOTES0 = NOTES1 = NOTES2 = NOTES3 = is_seated1 = is_seated2 = is_seated3 = UNBOUND
decide0 = decide1 = decide2 = decide3 = UNBOUND
remember0 = remember1 = remember2 = remember3 = UNBOUND
looks0 = looks1 = looks2 = looks3 = UNBOUND
notes0_kept = notes1_kept = notes2_kept = notes3_kept = UNBOUND


def _play_all(
    tables, options, seeds, streams, seating,
    params0, params1, params2, params3, blank0, blank1, blank2, blank3,
    notes0, notes1, notes2, notes3, begun, scores, decisions, ended, wrong,
):  # fmt: skip
    """What one thread does: it takes the next game that nobody has begun, and plays it from the deal to the score.

    Threads of a group do everything together, so who is done waits for the others. Therefore a game is left after
    some decisions, and goes on once those who are done have begun another one.
    """
    table = cuda.grid(1)
    if table >= tables:
        return
    records, moves = cuda.local.array(2, STATE, ALIGNED), cuda.local.array(MOVES, np.int32)
    made = cuda.local.array(SEATS, np.int32)
    s, v = records[0], records[1]
    # Notes are read where state and view are, unless they are too large for that.
    own0 = cuda.local.array(SEATS, NOTES0, ALIGNED) if NOTES_NEAR else notes0[table]
    own1 = cuda.local.array(SEATS, NOTES1, ALIGNED) if NOTES_NEAR else notes1[table]
    own2 = cuda.local.array(SEATS, NOTES2, ALIGNED) if NOTES_NEAR else notes2[table]
    own3 = cuda.local.array(SEATS, NOTES3, ALIGNED) if NOTES_NEAR else notes3[table]
    game, seat, number = -1, OVER, 0
    while True:
        if seat == OVER:
            if game >= 0:
                score(s, scores[game])
                for p in range(seating.shape[1]):
                    decisions[game, p] = made[p]
                ended[game] = True
            game = cuda.atomic.add(begun, 0, 1)
            if game >= len(seeds):
                return
            deal(s, options[0], seeds[game])
            for p in range(seating.shape[1]):
                made[p] = 0
                who = seating[game, p]
                if notes0_kept and who == 0:
                    own0[p] = blank0[0]
                if notes1_kept and who == 1:
                    own1[p] = blank1[0]
                if notes2_kept and who == 2:
                    own2[p] = blank2[0]
                if notes3_kept and who == 3:
                    own3[p] = blank3[0]
            number = 0
            seat = player(s)
        until = number + STRETCH
        while seat != OVER and number < until:
            count = legal(s, moves)
            who = seating[game, seat]
            own_chance = chance(streams[game], number)
            move, looked = np.int64(-1), True
            if who == 0:
                looked = looks0
                if looks0:
                    view(s, seat, v)
                v.rng = own_chance
                move = np.int64(decide0(v, moves, count, own0[seat], params0[0]))
                remember0(v, move, own0[seat], params0[0])
            if is_seated1 and who == 1:
                looked = looks1
                if looks1:
                    view(s, seat, v)
                v.rng = own_chance
                move = np.int64(decide1(v, moves, count, own1[seat], params1[0]))
                remember1(v, move, own1[seat], params1[0])
            if is_seated2 and who == 2:
                looked = looks2
                if looks2:
                    view(s, seat, v)
                v.rng = own_chance
                move = np.int64(decide2(v, moves, count, own2[seat], params2[0]))
                remember2(v, move, own2[seat], params2[0])
            if is_seated3 and who == 3:
                looked = looks3
                if looks3:
                    view(s, seat, v)
                v.rng = own_chance
                move = np.int64(decide3(v, moves, count, own3[seat], params3[0]))
                remember3(v, move, own3[seat], params3[0])
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
