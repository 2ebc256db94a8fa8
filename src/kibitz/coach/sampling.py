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


def counted(game: Game, line: np.ndarray, number: int, code: int, most: int) -> tuple[np.ndarray, np.ndarray] | None:
    """The position after a move, for each way chance can go, and how likely each is; None if more than `most`.

    None too where the game does not count them: it may have a ``chance.py`` with the kernels ``ways(s, move)`` and
    ``go(s, move, way)``.
    """
    chance: Any = game.module("chance")
    ways = int(chance.ways(line[number], code)) if chance else 0
    if not 0 < ways <= most:
        return None
    after, shares = np.zeros(ways, game.state), np.zeros(ways)
    _counting(game)(line, number, code, after, shares)
    return after, shares


def are_chances(game: Game, line: np.ndarray, codes: np.ndarray, seeds: np.ndarray, seats: int) -> np.ndarray:
    """For each move of a line, whether chance comes with it: whether any seat sees different positions after it."""
    found, looks = np.zeros(len(codes), bool), np.zeros(seats + 1, game.state)
    after, bytes = np.zeros(1, game.state), looks.view(np.uint8).reshape(seats + 1, -1)
    _loops(game).are_chances(line, codes, seeds, after, looks, bytes, found)
    return found


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
        self.imagine, self.chances, self.are_chances, self.deals, self.ask = (
            bind(loop, **kernels) for loop in (_imagine, _chances, _are_chances, _deals, _ask)
        )


@cache
def _loops(game: Game) -> _Loops:
    return _Loops(game)


@cache
def _counting(game: Game) -> Any:
    return bind(_count, go=game.module("chance").go)  # type: ignore[union-attr]  # asked for where there is one


go = UNBOUND
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


def _count(line, number, code, after, shares):
    for way in range(len(after)):
        after[way] = line[number]
        shares[way] = go(after[way], code, way)


def _are_chances(line, codes, seeds, after, looks, bytes, found):
    """The first view of each seat is kept in `looks`, which `bytes` are too; the last of them is for the others."""
    last = len(looks) - 1
    for number in range(len(codes)):
        for k in range(len(seeds)):
            after[0] = line[number]
            reshuffle(after[0], seeds[k])
            step(after[0], codes[number])
            for seat in range(last):
                at = seat if k == 0 else last
                view(after[0], seat, looks[at])
                looks[at].rng = 0
                for i in range(bytes.shape[1]):
                    found[number] |= bytes[at, i] != bytes[seat, i]
            if found[number]:
                break


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
