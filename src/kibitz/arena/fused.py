"""Whole games in one compiled call, for players that are kernels.

The loop is the one step of every engine: who is to move, what are its moves, what does it see, what does
it play. It is bound to a game's kernels and to up to four players' `decide` and `remember`, so nothing
of it returns to Python before a range of the schedule is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from kibitz.agent import NOTHING, Agent, CompiledAgent
from kibitz.arena.drive import Results, Schedule
from kibitz.errors import IllegalMove
from kibitz.game import Game
from kibitz.kernel import OVER, UNBOUND, bind, chance, kernel
from kibitz.options import GameOptions

MOST = 4
"""Different players in one loop: as many as a table has seats."""


def fits(agents: Sequence[Agent]) -> bool:
    """Whether all of these can play in a compiled loop."""
    return all(isinstance(agent, CompiledAgent) for agent in agents)


def play_range(
    game: Game,
    options: GameOptions,
    agents: Sequence[CompiledAgent],
    schedule: Schedule,
    start: int,
    stop: int,
    results: Results,
) -> None:
    """Play the games from `start` to `stop` of a schedule among at most four players, into `results`."""
    order = sorted(range(len(agents)), key=lambda k: _name(agents[k]))
    ranked = [agents[k] for k in order]
    loop = loop_for(game, tuple(type(agent) for agent in ranked))
    seating = np.argsort(order)[schedule.seating[start:stop]]
    filled = [*ranked, *[ranked[0]] * (MOST - len(ranked))]
    memories = [np.zeros(game.seats + 1, NOTHING if a.memory is None else a.memory) for a in filled]
    states, moves = np.zeros(2, game.state), np.zeros(game.moves, np.int32)
    wrong = np.zeros(2, np.int64)
    scores = np.zeros(game.seats)
    ended = loop(
        states, moves, options.encoded_row(), schedule.seeds[start:stop], schedule.streams[start:stop], seating,
        *memories, *(a.params for a in filled),
        scores, results.scores[start:stop], results.decisions[start:stop], wrong,
    )  # fmt: skip
    if ended < stop - start:
        raise IllegalMove(f"{ranked[wrong[0]].name} chose {wrong[1]}, which is not among its legal moves")


@cache
def loop_for(game: Game, players: tuple[type[CompiledAgent], ...]) -> Any:
    """The loop compiled for one game and the kinds of players at its table."""
    filled = [*players, *[players[0]] * (MOST - len(players))]
    kernels = {f"decide{k}": player.decide for k, player in enumerate(filled)}
    kernels |= {f"remember{k}": player.remember or forget for k, player in enumerate(filled)}
    return bind(_play, **game.kernels, **kernels)


def _name(agent: CompiledAgent) -> str:
    return f"{type(agent).__module__}.{type(agent).__qualname__}"


@kernel
def forget(v, move, memory, params):
    """What a player without notes remembers."""


deal = player = legal = step = view = score = UNBOUND
decide0 = decide1 = decide2 = decide3 = UNBOUND
remember0 = remember1 = remember2 = remember3 = UNBOUND


def _play(
    states, moves, options, seeds, streams, seating,
    memory0, memory1, memory2, memory3, params0, params1, params2, params3,
    scored, scores, decisions, wrong,
):  # fmt: skip
    """Play one game after the other; how many were played before one had an illegal move."""
    s, v = states[0], states[1]
    seats = scores.shape[1]
    for game in range(len(seeds)):
        deal(s, options[0], seeds[game])
        for p in range(seats):
            # The last record of each memory stays blank.
            memory0[p] = memory0[len(memory0) - 1]
            memory1[p] = memory1[len(memory1) - 1]
            memory2[p] = memory2[len(memory2) - 1]
            memory3[p] = memory3[len(memory3) - 1]
        number = 0
        seat = player(s)
        while seat != OVER:
            count = legal(s, moves)
            view(s, seat, v)
            v.rng = chance(streams[game], number)
            who = seating[game, seat]
            if who == 0:
                move = decide0(v, moves, count, memory0[seat], params0[0])
                remember0(v, move, memory0[seat], params0[0])
            elif who == 1:
                move = decide1(v, moves, count, memory1[seat], params1[0])
                remember1(v, move, memory1[seat], params1[0])
            elif who == 2:
                move = decide2(v, moves, count, memory2[seat], params2[0])
                remember2(v, move, memory2[seat], params2[0])
            else:
                move = decide3(v, moves, count, memory3[seat], params3[0])
                remember3(v, move, memory3[seat], params3[0])
            listed = False
            for i in range(count):
                if moves[i] == move:
                    listed = True
                    break
            if not listed:
                wrong[0], wrong[1] = who, move
                return game
            step(s, move)
            decisions[game, seat] += 1
            number += 1
            seat = player(s)
        score(s, scored)
        for p in range(seats):
            scores[game, p] = scored[p]
    return len(seeds)
