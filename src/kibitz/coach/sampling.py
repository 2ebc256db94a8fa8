"""What might have been: hidden cards imagined anew, and chance gone other ways."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from kibitz.game import Game
from kibitz.kernel import OVER, UNBOUND, bind


def imagine(game: Game, views: np.ndarray, seat: int, seeds: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """Whole games as they may be, after each of `codes`: row ``k * len(codes) + j`` is world `k` after move `j`."""
    worlds = np.zeros(len(seeds) * len(codes), game.state)
    _loops(game).imagine(views, seat, seeds, codes, worlds)
    return worlds


def chances(game: Game, line: np.ndarray, number: int, code: int, seeds: np.ndarray) -> np.ndarray:
    """The position after a move, once for each way chance might have gone on."""
    after = np.zeros(len(seeds), game.state)
    _loops(game).chances(line, number, code, seeds, after)
    return after


def is_chance(game: Game, after: np.ndarray, seats: int) -> bool:
    """Whether any seat sees these positions differ."""
    views = np.zeros((seats, len(after)), game.state)
    _loops(game).see(after, views)
    views["rng"] = 0
    looks = views.view(f"V{views.dtype.itemsize}")
    return bool((looks != looks[:, :1]).any())


def deals(game: Game, options: Any, seeds: np.ndarray) -> np.ndarray:
    """New games."""
    dealt = np.zeros(len(seeds), game.state)
    _loops(game).deals(options.encoded_row(), seeds, dealt)
    return dealt


def asked(game: Game, states: np.ndarray, streams: np.ndarray) -> tuple[np.ndarray, ...]:
    """The seat to move in each game (or OVER), its view, its legal moves and their count."""
    n = len(states)
    seats, views = np.zeros(n, np.int64), np.zeros(n, game.state)
    moves, counts = np.zeros((n, game.moves), np.int32), np.zeros(n, np.int64)
    _loops(game).ask(states, streams, seats, views, moves, counts)
    return seats, views, moves, counts


def scores(game: Game, states: np.ndarray, seats: int) -> np.ndarray:
    """The results of games that are over, by game and seat."""
    found = np.zeros((len(states), game.seats))
    for row in range(len(states)):
        game.score(states[row], found[row])
    return found[:, :seats]


# --- the loops, for one game ----------------------------------------------------------------------


class _Loops:
    def __init__(self, game: Game) -> None:
        kernels = game.kernels
        self.imagine, self.chances, self.deals, self.see, self.ask = (
            bind(loop, **kernels) for loop in (_imagine, _chances, _deals, _see, _ask)
        )


@cache
def _loops(game: Game) -> _Loops:
    return _Loops(game)


deal = player = legal = step = view = redeal = reshuffle = UNBOUND


def _imagine(views, seat, seeds, codes, worlds):
    for k in range(len(seeds)):
        for j in range(len(codes)):
            s = worlds[k * len(codes) + j]
            worlds[k * len(codes) + j] = views[0]
            redeal(s, seat, seeds[k])
            step(s, codes[j])


def _chances(line, number, code, seeds, after):
    for k in range(len(seeds)):
        after[k] = line[number]
        reshuffle(after[k], seeds[k])
        step(after[k], code)


def _see(states, views):
    for seat in range(len(views)):
        for i in range(len(states)):
            view(states[i], seat, views[seat, i])


def _deals(options, seeds, dealt):
    for k in range(len(seeds)):
        deal(dealt[k], options[0], seeds[k])


def _ask(states, streams, seats, views, moves, counts):
    for i in range(len(states)):
        seats[i] = player(states[i])
        if seats[i] != OVER:
            counts[i] = legal(states[i], moves[i])
            view(states[i], seats[i], views[i])
            views[i].rng = streams[i]
