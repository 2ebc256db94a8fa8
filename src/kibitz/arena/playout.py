"""Playing on from given positions, many times, with chance decided anew: what a position is worth.

The coach's chances and luck, and players that search, come from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from kibitz.agent import Agent
from kibitz.arena.crew import share_out
from kibitz.arena.fused import to_the_end
from kibitz.arena.turn import Turns, are_compiled
from kibitz.arena.watch import WATCH
from kibitz.errors import BadAgentSpec, IllegalMove
from kibitz.game import Game
from kibitz.kernel import UNBOUND, bind, mix
from kibitz.options import GameOptions


def playouts(
    game: Game,
    options: GameOptions,
    policy: Agent | Sequence[Agent],
    states: np.ndarray,
    seeds: np.ndarray,
    times: int,
    *,
    openings: np.ndarray | None = None,
    workers: int = 1,
    until: Any = None,
    worth: Any = None,
) -> np.ndarray:
    """Play each of these whole states to the end `times` times; the scores by state, time and seat.

    Before each time `reshuffle` decides anew what chance has not decided yet, from the state's entry of
    `seeds`: states with equal entries share their luck, so that their difference is measured without it.
    `policy` is the compiled player of all seats, or one per seat; players that keep notes begin with none.
    Each begins with the move of its state in `openings`, where they are given, played after that.
    A kernel ``until(s, begun)`` may end a playout early, ``worth(s, out)`` then says what it is worth (default:
    `score`).
    The states are left as they are.
    """
    players = list(policy) if isinstance(policy, Sequence) else [policy]
    strangers = [player.name for player in players if not are_compiled([player])]
    if strangers:
        raise BadAgentSpec(f"{strangers[0]} is no compiled player, so it cannot play positions out")
    seats = game.players(options)
    turns = Turns(game, players)  # type: ignore[arg-type]  # all are compiled
    seated = np.arange(seats) if len(players) > 1 else np.zeros(seats, np.int64)
    scores = np.zeros((len(states), times, game.seats))
    openings = np.full(len(states), NO_MOVE) if openings is None else openings
    loop = _loop(game, until, worth)

    def work(first: int, last: int) -> None:
        wrong = np.zeros(2, np.int64)
        done = loop(
            first, last, times, states, np.zeros(3, game.state), np.zeros(game.moves, np.int32), seeds, openings,
            seated, turns.addresses, turns.params, turns.sizes, turns.notebook(game.seats),
            np.zeros(game.seats, np.int32), np.zeros(1, WATCH), wrong, scores,
        )  # fmt: skip
        if done < last:
            raise IllegalMove(f"{players[wrong[0]].name} chose {wrong[1]}, which is not among its legal moves")

    share_out(work, len(states), workers)
    return scores[:, :, :seats]


@cache
def _loop(game: Game, until: Any, worth: Any) -> Any:
    kernels = {"reshuffle": game.reshuffle, "step": game.step, "worth": worth or game.score}
    return bind(_playouts, play_on=to_the_end(game, until), **kernels)


NO_MOVE = -1
play_on = worth = reshuffle = step = UNBOUND


def _playouts(
    first, last, times, begun, states, moves, seeds, openings,
    seated, turns, params, sizes, notes, decisions, watch, wrong, scores,
):  # fmt: skip
    for i in range(first, last):
        for k in range(times):
            states[0] = begun[i]
            seed = mix(seeds[i] + np.uint64(k))
            reshuffle(states[0], seed)
            if openings[i] != NO_MOVE:
                step(states[0], openings[i])
            states[2] = states[0]
            stream = mix(seed)  # the players' chance is another than the game's
            if play_on(states, moves, stream, seated, turns, params, sizes, notes, decisions, watch, wrong) < 0:
                return i
            worth(states[0], scores[i, k])
    return last
