"""Compiled functions over records: the one place that knows numba.

A *kernel* is a plain Python function that numba compiles on first use and keeps in a cache on disk.
It works on records (one game in progress is one record), allocates nothing, and touches only its
arguments and module constants. With ``NUMBA_DISABLE_JIT=1`` the same functions run as plain Python.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from types import FunctionType
from typing import Any

import numba
import numpy as np

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
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


def kernel(function: Callable) -> Any:
    """Compile `function` on first use; later processes load it from the cache."""
    return _compile(function, _family(Path(function.__code__.co_filename)))


UNBOUND: Any = None
"""Stands, in the module of a generic loop, for a kernel that `bind` puts there."""


def bind(loop: Callable, **kernels: Any) -> Any:
    """A generic loop compiled for one game: its global names, such as `step`, become these kernels.

    The loop is written once, in plain Python, over names that its own module leaves `UNBOUND`. Bound
    loops call kernels directly and load from the cache. (Taking kernels as function pointers costs
    60 µs a pointer and call; closures over kernels are compiled again in every process.)
    """
    functions = {name: getattr(k, "py_func", k) for name, k in kernels.items()}
    files = {Path(f.__code__.co_filename) for f in functions.values()}
    bound = FunctionType(loop.__code__, {**loop.__globals__, **kernels}, loop.__name__, loop.__defaults__)
    files.add(Path(loop.__code__.co_filename))
    which = " ".join(f"{name}={f.__module__}.{f.__qualname__}" for name, f in sorted(functions.items()))
    return _compile(bound, *sorted({_family(file) for file in files}), bound_to=which)


# --- random numbers -------------------------------------------------------------------------------
#
# splitmix64: a generator is one uint64, so it lives inside a record. `mix` alone is a hash.

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)

_settings: Any = numba.config
if _settings.DISABLE_JIT:
    np.seterr(over="ignore")  # compiled integers wrap around silently, and so must interpreted ones


# --- the compile cache ----------------------------------------------------------------------------
#
# numba notices an edit in the file of a cached function, but not in the files of the functions it
# calls. So every folder of kernels has a cache named by a hash of all sources its kernels can reach:
# its own folder (for a game, the whole game), the learners and this file; a bound loop's, the game's too.


_one_at_a_time = Lock()


def _compile(function: Callable, *families: Path, bound_to: str = "") -> Any:
    # numba reads the folder from its global settings, and workers may bind loops at the same time.
    with _one_at_a_time:
        before = _settings.CACHE_DIR
        _settings.CACHE_DIR = str(_cache_folder(*families, bound_to=bound_to))
        try:
            return numba.njit(cache=True, nogil=True, error_model="numpy")(function)
        finally:
            _settings.CACHE_DIR = before


def _family(file: Path) -> Path:
    """The outermost folder whose kernels may call each other: a game's folder, else the file's own."""
    for folder in file.parents:
        if (folder / "rules.py").exists():
            return folder
    return file.parent


@cache
def _cache_folder(*families: Path, bound_to: str) -> Path:
    here = Path(__file__).parent
    sources = {here / "kernel.py", *(here / "learn").glob("*.py")}
    for family in families:
        sources |= set(family.rglob("*.py"))
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {np.__version__} {bound_to}".encode())
    for source in sorted(sources):
        text = source.read_bytes()
        if b"kernel" in text:
            digest.update(text)
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return root / "kibitz" / f"{'-'.join(family.name for family in families)}-{digest.hexdigest()[:16]}"


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
def shuffle(s, cards, count):
    """Put the first `count` entries of `cards` in random order, from the record's own stream."""
    for i in range(count - 1, 0, -1):
        j = draw(s, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
