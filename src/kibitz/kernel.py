"""Compiled functions over records: the one place that knows numba.

A *kernel* is a plain Python function that numba compiles on first use and keeps in a cache on disk.
It works on records (one game in progress is one record), allocates nothing, and touches only its
arguments and module constants. With ``NUMBA_DISABLE_JIT=1`` the same functions run as plain Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any
from uuid import uuid4

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic as _intrinsic

from kibitz.kernel_cache import fingerprint
from kibitz.kernel_parts import Kernel

_settings: Any = numba.config
INTERPRETED = bool(_settings.DISABLE_JIT)
"""Whether kernels run as plain Python."""

intrinsic: Any = _intrinsic  # numba declares what it makes without its first argument

OVER = -1
"""What ``player`` answers when the game has ended."""


def record(fields: Sequence[tuple]) -> np.dtype:
    """A record type whose fields are read as attributes, compiled and interpreted alike.

    >>> POINT = record([("x", "i1"), ("y", "f8")])
    >>> p = np.zeros(1, POINT)[0]
    >>> p.y = 2.5
    >>> float(p.y)
    2.5
    """
    return np.dtype((np.record, np.dtype([(name, _plain(kind), *shape) for name, kind, *shape in fields], align=True)))


def _plain(kind: Any) -> Any:
    """A record type inside another one as NumPy aligns it: types read by attribute it would put at odd places."""
    if not (isinstance(kind, np.dtype) and kind.type is np.record):
        return kind
    fields: Any = kind.fields
    inner = [(name, *fields[name][:2]) for name in kind.names or ()]
    names, formats, offsets = zip(*inner, strict=True)
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": kind.itemsize}, align=True)


def kernel(function: Callable) -> Any:
    """Compile `function` on first use; later processes load it from the cache (see `kernel_cache`)."""
    return function if INTERPRETED else Kernel(function)


def is_ready(compiled: Any, arguments: tuple) -> bool:
    """Whether a kernel can be called with arguments of these types without compiling it first."""
    return arguments in compiled.overloads or compiled._cache.holds(arguments, compiled.targetctx.codegen())


UNBOUND: Any = None
"""Stands, in the module of a generic loop, for a kernel that `bind` puts there."""


def bind(loop: Callable, **kernels: Any) -> Any:
    """A generic loop compiled for one game: its global names, such as `step`, become these kernels.

    The loop is written once, in plain Python, over names that its own module leaves `UNBOUND`. Bound loops
    call kernels directly and load from the cache as any kernel does. (numba's function pointers cost 60 µs
    per pointer and call; closures over kernels are compiled again in every process.)
    """
    bound = FunctionType(loop.__code__, {**loop.__globals__, **kernels}, loop.__name__, loop.__defaults__)
    # Compiled code is known by its name, and one process may load many loops bound from one function.
    bound.__qualname__ = f"{loop.__qualname__}_{(fingerprint(bound) or uuid4().hex)[:16]}"
    return kernel(bound)


# --- bits -----------------------------------------------------------------------------------------

if INTERPRETED:

    def ones(number: int) -> int:
        """How many bits of a whole number are set."""
        return (int(number) & (1 << 64) - 1).bit_count()

else:

    @intrinsic
    def ones(typingctx, number):
        """How many bits of a whole number are set: one instruction, of the processor's and of the graphics card's."""

        def count(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), count


# --- records --------------------------------------------------------------------------------------

if INTERPRETED:

    def copy(one: Any, other: Any) -> None:
        """Make `other` the same as `one`, a record of the same type."""
        for name in one.dtype.names:
            other[name] = one[name]

else:

    @intrinsic
    def copy(typingctx, one, other):
        """Make `other` the same as `one`, a record of the same type: word by word, with zeros between the fields.

        Field by field a graphics card would move byte by byte, since it does not join neighbouring bytes by itself.
        """
        wide = min(8, one.dtype.alignment)
        word = ir.IntType(8 * wide)
        used = np.zeros(one.size, np.uint8)
        for kind, start in (one.dtype.fields[name][:2] for name in one.dtype.names):
            used[start : start + kind.itemsize] = 255
        masks = [int.from_bytes(used[start : start + wide].tobytes(), "little") for start in range(0, one.size, wide)]

        def write(context, builder, signature, arguments):
            origin, target = (builder.bitcast(pointer, word.as_pointer()) for pointer in arguments)
            places = [(ir.Constant(ir.IntType(64), place), word(mask)) for place, mask in enumerate(masks)]
            for some in (places[k : k + 8] for k in range(0, len(places), 8)):  # several words on their way at once
                words = [
                    builder.and_(builder.load(builder.gep(origin, [place]), align=wide), mask) for place, mask in some
                ]
                for found, (place, _) in zip(words, some, strict=True):
                    builder.store(found, builder.gep(target, [place]), align=wide)
            return context.get_dummy_value()

        return types.void(one, other), write


# --- random numbers -------------------------------------------------------------------------------
#
# splitmix64: a generator is one uint64, so it lives inside a record. `mix` alone is a hash.

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_11, _UNIT = np.uint64(11), 2.0**-53

if INTERPRETED:
    np.seterr(over="ignore")  # compiled integers wrap around silently, and so must interpreted ones


@kernel
def mix(x):
    """Scramble a uint64: equal inputs give equal outputs, near ones give unrelated ones."""
    z = np.uint64(x) + _GOLDEN
    z = (z ^ (z >> _30)) * _FIRST
    z = (z ^ (z >> _27)) * _SECOND
    return z ^ (z >> _31)


@kernel
def draw(s, n):
    """A uniform integer below `n` from the record's own stream ``s.rng``, which moves on."""
    z = mix(s.rng)
    s.rng += _GOLDEN
    return int(((z & _LOW) * np.uint64(n)) >> _32)


@kernel
def pick(seed, n):
    """A uniform integer below `n` from a seed that serves for nothing else: one step cheaper than `draw`."""
    return int((((seed * _GOLDEN) >> _32) * np.uint64(n)) >> _32)


@kernel
def uniform(s):
    """A uniform number from 0 up to, not including, 1 from the record's own stream."""
    z = mix(s.rng)
    s.rng += _GOLDEN
    return (z >> _11) * _UNIT


@kernel
def chance(stream, number):
    """The seed of one decision of a player's stream: the stream cannot be worked out from it, nor other decisions'."""
    z = stream + np.uint64(number) * _GOLDEN
    return mix(z) ^ z


@kernel
def best_of(values, count):
    """Where the highest of the first `count` values stands; the first of equals."""
    best = 0
    for i in range(1, count):
        if values[i] > values[best]:
            best = i
    return best


@kernel
def any_best(s, values, count):
    """Where one of the highest of the first `count` values stands, drawn at random from the record's own stream."""
    best, equals = 0, 1
    for i in range(1, count):
        if values[i] > values[best]:
            best, equals = i, 1
        elif values[i] == values[best]:
            equals += 1
            if draw(s, equals) == 0:
                best = i
    return best


@kernel
def shuffle(s, cards, count):
    """Put the first `count` entries of `cards` in random order, from the record's own stream."""
    for i in range(count - 1, 0, -1):
        j = draw(s, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
