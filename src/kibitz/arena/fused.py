"""Whole games in one compiled call, for players that are kernels.

The loop is the one step of every engine: who is to move, what are its moves, what does it see, what does
it play. Nothing of it returns to Python before a range of the schedule is played. It is compiled once per
game and calls each player's turn through its address (arena/turn.py).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from typing import Any

import numba
import numpy as np

from kibitz.agent import CompiledAgent, Random, any_move
from kibitz.arena.crew import apart
from kibitz.arena.lockstep import Take
from kibitz.arena.schedule import Results, Schedule
from kibitz.arena.turn import RANDOM, Turns, all_random, are_ready, take_turn
from kibitz.arena.watch import WATCH
from kibitz.errors import IllegalMove
from kibitz.game import Game
from kibitz.kernel import OVER, UNBOUND, bind, chance, is_ready, kernel, pick
from kibitz.options import GameOptions

SPAN = 0.02
"""Seconds that a range of games should take: short enough to stop and to share, long enough to cost nothing."""

ENDLESS = 1 << 62
"""More decisions than any game has."""


class Fused:
    """One worker's table, at which game after game is played."""

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        turns: Turns,
        schedule: Schedule,
        results: Results,
        take: Take,
    ) -> None:
        self.turns, self.take = turns, take
        self.loop = loop(game, turns.all_random)
        self.wrong = np.zeros(2, np.int64)
        self.arguments = (
            apart(3, game.state), apart(game.moves, np.int32), options.encoded_row(),
            schedule.seeds, schedule.streams, schedule.seating,
            turns.addresses, turns.params, turns.sizes, turns.notebook(game.seats),
            results.scores, results.decisions, results.ended, self.wrong,
        )  # fmt: skip

    def run(self, watch: np.ndarray) -> None:
        """Play until there are no more games, or `watch` says stop."""
        size = 1
        while not watch["stop"]:
            first, last = self.take(size)
            if first == last:
                return
            begun = time.perf_counter()
            if self.loop(first, last, watch, *self.arguments) < last and not watch["stop"]:
                who, move = map(int, self.wrong)
                raise IllegalMove(f"{self.turns.agents[who].name} chose {move}, which is not among its legal moves")
            spent = time.perf_counter() - begun
            size = 2 * size if spent < SPAN / 2 else max(1, size // 2) if spent > 2 * SPAN else size


def prepare(game: Game, options: GameOptions, agents: Sequence[CompiledAgent]) -> None:
    """Compile what these need to play, where it is not compiled yet."""
    table = _without_games(game, options, agents)
    table.loop(0, 0, np.zeros(1, WATCH), *table.arguments)


def is_compiled(game: Game, options: GameOptions, agents: Sequence[CompiledAgent]) -> bool:
    """Whether these can play at once, without compiling anything."""
    return are_ready(game, agents) and is_ready(loop(game, all_random(agents)), _types(game))


@cache
def _types(game: Game) -> tuple:
    """What the loop is called with."""
    options = game.options()
    table = _without_games(game, options, [Random(game, options)])
    return tuple(map(numba.typeof, (1, 1, np.zeros(1, WATCH), *table.arguments)))


def _without_games(game: Game, options: GameOptions, agents: Sequence[CompiledAgent]) -> Fused:
    nobody = Schedule(np.zeros(1, np.uint64), np.zeros(1, np.uint64), np.zeros((1, 1), np.int64))
    return Fused(game, options, Turns(game, agents), nobody, Results.blank(1, game.seats), lambda most: (0, 0))


@cache
def loop(game: Game, only_random: bool) -> Any:
    """The loop compiled for one game; random play, which needs neither views nor calls, has one of its own."""
    if only_random:
        return bind(_play_at_random, **game.kernels)
    return bind(_play, play_on=to_the_end(game), **game.kernels)


@cache
def to_the_end(game: Game, until: Any = None) -> Any:
    """A kernel that plays on from ``states[0]`` to the end, or until `until(s, begun)` says it is enough.

    Where there is an `until`, ``states[2]`` is the position it began with.
    """
    return bind(_play_on, until=until or never, **game.kernels)


@kernel
def never(s, begun):
    return False


deal = player = legal = step = score = until = play_on = UNBOUND


def _play(
    first, last, watch, states, moves, options, seeds, streams, seating,
    turns, params, sizes, notes, scores, decisions, ended, wrong,
):  # fmt: skip
    """Play one game after the other; `last`, or the game in which it stopped: told to, or by an illegal move."""
    for game in range(first, last):
        deal(states[0], options[0], seeds[game])
        number = play_on(
            states, moves, streams[game], seating[game], turns, params, sizes, notes, decisions[game], watch, wrong
        )
        if number < 0:
            return game
        score(states[0], scores[game])
        ended[game] = True
        watch[0].games += 1
        watch[0].of_games += number
    return last


def _play_at_random(
    first, last, watch, states, moves, options, seeds, streams, seating,
    turns, params, sizes, notes, scores, decisions, ended, wrong,
):  # fmt: skip
    """What `_play` does where every player is `random`: the moves `any_move` would choose, and nothing else.

    Games of random play take less than a millisecond, so it looks between them whether it is to stop.
    """
    s = states[0]
    for game in range(first, last):
        deal(s, options[0], seeds[game])
        stream, own_decisions, number = streams[game], decisions[game], 0
        own_chance = chance(stream, number)
        seat = player(s)
        while seat != OVER:
            count = legal(s, moves)
            step(s, moves[pick(own_chance, count)])
            own_decisions[seat] += 1
            number += 1
            own_chance = chance(stream, number)  # ahead of its use, so that the processor computes it meanwhile
            seat = player(s)
        score(s, scores[game])
        ended[game] = True
        watch[0].decisions += number
        watch[0].games += 1
        watch[0].of_games += number
        if watch[0].stop:
            return game + 1
    return last


def _play_on(states, moves, stream, seated, turns, params, sizes, notes, decisions, watch, wrong, most=ENDLESS):
    """Play the game in ``states[0]`` to its end, or `most` decisions: how many those were; -1 where it was stopped."""
    s, v = states[0], states[1]
    state, own_view, legal_moves = states.ctypes.data, states.ctypes.data + states.itemsize, moves.ctypes.data
    for seat in range(len(seated)):
        notes[seat, : sizes[seated[seat]]] = 0
    number = 0
    seat = player(s)
    while seat != OVER and number < most and not until(s, states[2]):
        count = legal(s, moves)
        own_chance = chance(stream, number)
        who = seated[seat]
        if turns[who] == RANDOM:
            v.rng = own_chance
            move = any_move(v, moves, count, v, v)
        else:
            noted = notes.ctypes.data + seat * notes.shape[1]
            move = take_turn(turns[who], state, own_view, legal_moves, noted, params[who], seat, count, own_chance)
            listed = False
            for i in range(count):  # without a way out, so that it runs on several moves at once
                listed |= moves[i] == move
            if not listed:
                wrong[0], wrong[1] = who, move
                return -1
        step(s, move)
        decisions[seat] += 1
        number += 1
        watch[0].decisions += 1
        if watch[0].stop:
            return -1
        seat = player(s)
    return number
