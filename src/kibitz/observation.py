"""Observations: what a seat sees as numbers, for learners of any library.

A game's ``observe.py`` describes them (``SPEC``, the named parts of one flat vector) and writes them
(``observe(v, seat, out)``, a kernel over a view). All parts are scaled, so that no entry leaves its range,
and tell of the seat itself first, then of the seats after it. A game without an ``observe.py`` is observed
field by field: see `every_field`.

>>> import kibitz
>>> from kibitz.observation import observer
>>> yacht = observer(kibitz.game("yacht"))
>>> state = kibitz.new("yacht", seed=7)
>>> yacht.spec.split(yacht(state.view(0), 0))["rolls"]
array([1.], dtype=float32)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import prod
from typing import Any

import numpy as np

from kibitz.errors import BadGame
from kibitz.game import Game
from kibitz.kernel import UNBOUND, bind, kernel


@dataclass(frozen=True)
class Part:
    """A named piece of an observation."""

    name: str
    shape: tuple[int, ...]
    about: str
    low: float = 0.0
    high: float = 1.0


class Spec:
    """The parts of an observation, in the order in which they lie in the flat vector."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = tuple(parts)

    @property
    def starts(self) -> tuple[int, ...]:
        """Where in the flat vector each part begins."""
        return tuple(int(n) for n in np.cumsum([0, *(prod(part.shape) for part in self.parts)])[:-1])

    @cached_property
    def size(self) -> int:
        """How many numbers there are."""
        return sum(prod(part.shape) for part in self.parts)

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """The least and the greatest number at every place of the flat vector."""
        sizes = [prod(part.shape) for part in self.parts]
        low, high = ([getattr(part, side) for part in self.parts] for side in ("low", "high"))
        return np.repeat(np.array(low, np.float32), sizes), np.repeat(np.array(high, np.float32), sizes)

    def split(self, flat: Any) -> dict[str, Any]:
        """The parts by name, of one observation or of a batch: pieces of `flat` itself, nothing is copied."""
        return {
            part.name: flat[..., start : start + prod(part.shape)].reshape((*flat.shape[:-1], *part.shape))
            for part, start in zip(self.parts, self.starts, strict=True)
        }

    def table(self) -> str:
        """The parts as a Markdown table."""
        lines = ["| part | shape | range | what it says |", "|---|---|---|---|"]
        for part in self.parts:
            shape = " × ".join(map(str, part.shape))
            lines.append(f"| `{part.name}` | {shape} | {part.low:g} … {part.high:g} | {part.about} |")
        return "\n".join(lines)


class Observer:
    """A game's observations: their spec, and the loop that writes them."""

    def __init__(self, game: Game) -> None:
        module = game.module("observe")
        if module is None:
            self.spec, self.kernel = every_field(game)
        else:
            missing = [name for name in ("SPEC", "observe") if not hasattr(module, name)]
            if missing:
                raise BadGame(f"game {game.name}: {module.__name__} lacks {', '.join(missing)}")
            self.spec, self.kernel = module.SPEC, module.observe
        self._loop = bind(_observe_all, observe=self.kernel, player=game.player)

    def batch(self, views: np.ndarray, seats: np.ndarray | None = None, out: np.ndarray | None = None) -> np.ndarray:
        """The observations of many views, one row each; by default those of the seats to move."""
        out = np.empty((len(views), self.spec.size), np.float32) if out is None else out
        self._loop(views, np.full(len(views), MOVER) if seats is None else np.asarray(seats, np.int64), out)
        return out

    def __call__(self, view: np.record, seat: int) -> np.ndarray:
        """The observation of one view."""
        views = np.zeros(1, view.dtype)
        views[0] = view
        return self.batch(views, np.array([seat]))[0]


@cache
def observer(game: Game) -> Observer:
    """How a game is observed."""
    return Observer(game)


MOVER = -1
"""Stands for the seat to move."""

observe = player = UNBOUND


def _observe_all(views, seats, out):
    for i in range(len(views)):
        observe(views[i], player(views[i]) if seats[i] == MOVER else seats[i], out[i])


# --- for the kernels ------------------------------------------------------------------------------


@kernel
def of(part, whole):
    """A whole number as a share of another, in the precision of an observation: quicker than a double, and the same."""
    return np.float32(part) / np.float32(whole)


@kernel
def around(seat, players):
    """The seat so far around the table, once at most: a remainder without a division."""
    return seat - players if seat >= players else seat


@kernel
def one_hot(out, start, size, which):
    """A 1 at place `which` of `size` and 0s elsewhere; all are 0 where `which` is outside."""
    part = out[start : start + size]
    for i in range(size):
        part[i] = i == which


@kernel
def bits(out, start, size, mask):
    """The lowest `size` bits of a whole number, the lowest first."""
    part = out[start : start + size]
    for i in range(size):  # over 32 bits, which become floats eight at a time
        part[i] = np.float32(np.int32((mask >> i) & 1))


# --- games without a spec of their own ------------------------------------------------------------

LONG = 4
"""Whole numbers of so many bytes are most often sets, and too fine for single precision: they become bits."""


def every_field(game: Game) -> tuple[Spec, Any]:
    """Every field of the view but ``rng``: short whole numbers as a part of the most their type holds, long ones
    bit by bit, decimal numbers as they are."""
    parts, lines = [], ["def observe(v, seat, out):"]
    start = 0
    for name in game.state.names or ():
        kind, shape = game.state[name].base, game.state[name].shape
        if name == "rng":
            continue
        size = prod(shape)
        each = [f"v.{name}{list(place) if shape else ''}" for place in np.ndindex(*shape)]
        if kind.kind in "iu" and kind.itemsize >= LONG:
            width = 8 * kind.itemsize
            parts.append(Part(name, (*shape, width), "bit by bit, the lowest first"))
            lines += [f"    bits(out, {start + i * width}, {width}, {text})" for i, text in enumerate(each)]
            start += size * width
            continue
        if kind.kind in "iu":
            most = np.iinfo(kind).max
            parts.append(Part(name, shape or (1,), f"divided by {most}", -(most + 1) / most * (kind.kind == "i")))
            lines += [f"    out[{start + i}] = {text} / {most}" for i, text in enumerate(each)]
        else:
            wide = (0.0, 1.0) if kind.kind == "b" else (-np.inf, np.inf)
            parts.append(Part(name, shape or (1,), "as it is", *wide))
            lines += [f"    out[{start + i}] = {text}" for i, text in enumerate(each)]
        start += size
    made: dict[str, Any] = {"bits": bits}
    exec("\n".join(lines), made)
    return Spec(parts), kernel(made["observe"])
