"""Pictures: what a seat sees and the move it thinks of, as one row of small whole numbers, for networks.

A game's ``picture.py`` says how long the row is (``SIZE``) and draws it: ``picture(v, seat, move, out)``, a kernel over
a view, where `out` holds zeros and only what is not zero has to be written. Most entries are 0 or 1: which cards
there are, how far a number goes. A game without a ``picture.py`` is drawn bit by bit: see `every_bit`.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np

from kibitz.agent import Agent
from kibitz.errors import BadGame
from kibitz.game import Game
from kibitz.kernel import UNBOUND, bind, kernel, ones
from kibitz.options import GameOptions
from kibitz.weights import Network, path

ROWS = 2048
"""Pictures given to a network at a time: few enough to stay in the processor's cache."""

WHOLE = 16
"""Rows are as long as a multiple of this, zeros at their end: the matrix units of a graphics card ask for it."""


class Painter:
    """How a game's positions are drawn."""

    def __init__(self, game: Game) -> None:
        module = game.module("picture")
        if module is None:
            size, self.kernel = every_bit(game)
        else:
            missing = [name for name in ("SIZE", "picture") if not hasattr(module, name)]
            if missing:
                raise BadGame(f"game {game.name}: {module.__name__} lacks {', '.join(missing)}")
            size, self.kernel = module.SIZE, module.picture
        self.size = -(-size // WHOLE) * WHOLE
        self._draw_all = bind(_draw_all, picture=self.kernel, player=game.player)
        self._spread = bind(_spread)

    def __call__(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """Pictures of every legal move, one view after the other."""
        rows = np.zeros((int(counts.sum()), self.size), np.int8)
        self._draw_all(views, moves, counts, rows)
        return rows

    def spread(self, worth: np.ndarray, counts: np.ndarray, out: np.ndarray) -> np.ndarray:
        """The worth of each picture, put where its move stands."""
        self._spread(worth, counts, out)
        return out


@cache
def painter(game: Game) -> Painter:
    """How a game is drawn."""
    return Painter(game)


class PicturePlayer(Agent):
    """Plays the move whose picture is worth most; `judge` maps a batch of pictures to chances to win."""

    unit = "chance to win"

    def __init__(self, game: Game, options: GameOptions, judge: Any, rows: int = ROWS) -> None:
        super().__init__(game, options)
        self.judge, self.rows, self.painter = judge, rows, painter(game)

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        values = np.zeros(moves.shape)
        # A few views at a time, whose pictures the judge takes at once: those of a long game would fill the memory.
        size = max(1, self.rows // moves.shape[1])
        for some in (slice(start, start + size) for start in range(0, len(views), size)):
            pictures = self.painter(views[some], moves[some], counts[some])
            self.painter.spread(self.worth(pictures), counts[some], values[some])
        return values

    def worth(self, pictures: np.ndarray) -> np.ndarray:
        """What each picture is worth."""
        found = np.empty(len(pictures), np.float32)
        for start in range(0, len(pictures), self.rows):
            found[start : start + self.rows] = self.judge(pictures[start : start + self.rows])
        return self.come_true(found)

    def come_true(self, chances: np.ndarray) -> np.ndarray:
        """How often chances come true that the judge says: as often as it says."""
        return chances


class NetworkJudge:
    """What a network of a file says of pictures."""

    def __init__(self, game: Game, weights: str, options: GameOptions | None = None) -> None:
        self.file = path(game, weights)
        self.network = Network(game, weights, options, takes=(painter(game).size,), gives=1)

    def __call__(self, pictures: np.ndarray) -> np.ndarray:
        return self.network(pictures)[:, 0]


picture = player = UNBOUND


def _draw_all(views, moves, counts, rows):
    row = 0
    for i in range(len(views)):
        seat = player(views[i])
        for j in range(counts[i]):
            picture(views[i], seat, moves[i, j], rows[row])
            row += 1


def _spread(worth, counts, out):
    row = 0
    for i in range(len(counts)):
        for j in range(counts[i]):
            out[i, j] = worth[row]
            row += 1


# --- for the kernels ------------------------------------------------------------------------------


@kernel
def cards(out, start, mask):
    """A 1 for every card of a set: the bits of a whole number, the lowest first."""
    while mask:
        out[start + ones((mask & -mask) - 1)] = 1
        mask &= mask - 1


@kernel
def bar(out, start, size, length):
    """So many 1s, at most `size`."""
    for i in range(min(size, length)):
        out[start + i] = 1


# --- games without a picture of their own ---------------------------------------------------------

MOVE_BITS = 32


@cache
def every_bit(game: Game) -> tuple[int, Any]:
    """Every whole number of the view but ``rng``, and the move's code, bit by bit; and who looks."""
    lines = ["def picture(v, seat, move, out):", "    out[seat] = 1", f"    bits(out, {game.seats}, {MOVE_BITS}, move)"]
    start = game.seats + MOVE_BITS
    for name in game.state.names or ():
        kind, shape = game.state[name].base, game.state[name].shape
        if name == "rng" or kind.kind not in "iub":
            continue
        width, place, inside = 8 * kind.itemsize, "0", ""
        for axis, size in enumerate(shape):
            lines.append(f"    {inside}for i{axis} in range({size}):")
            place, inside = f"({place} * {size} + i{axis})", inside + "    "
        entry = f"[{', '.join(f'i{axis}' for axis in range(len(shape)))}]" if shape else ""
        lines.append(f"    {inside}bits(out, {start} + {place} * {width}, {width}, v.{name}{entry})")
        start += width * math.prod(shape)
    made: dict[str, Any] = {"bits": _bits}
    exec("\n".join(lines), made)
    return start, kernel(made["picture"])


@kernel
def _bits(out, start, size, number):
    for i in range(size):
        if (number >> i) & 1:  # zeros are there already, and to write them again takes most of the time on a card
            out[start + i] = 1
