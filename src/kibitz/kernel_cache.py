"""Compiled kernels on disk: loaded where nothing they are made of has changed, else compiled anew.

numba's own cache notices an edit in the file of a function, but not in the functions it calls nor in the
constants it reads, and where it may not write it falls back to folders nobody cleans. Here a file is named
by a fingerprint of everything that is compiled: the code of the kernel and of all it calls, and the values
they read. So an entry is never stale, whatever was edited where, and an edit of a comment costs nothing.

The cache never stands in the way: what cannot be read is compiled, what cannot be written is kept in
memory, and one line on stderr says so. What nobody has loaded for `LIFE` days is removed.
"""

from __future__ import annotations

import enum
import hashlib
import os
import pickle
import platform
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

LIFE = 30
"""Days after which a file that was not loaded is removed; a process that still needs it compiles again."""

DAY = 24 * 3600
LIBRARIES = ("builtins", "llvmlite", "math", "numba", "numpy", "operator")
"""Their functions are known by name, since their versions name the folder."""


class KernelCache(_Cache):
    """What numba asks before it compiles a function for new argument types, and tells afterwards."""

    kind = "whole"

    def __init__(self, function: Any) -> None:
        self.function = function

    @property
    def cache_path(self) -> str | None:
        return None if folder() is None else str(folder())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        file = self._file(sig, target_context.codegen())
        if file is None:
            return None
        try:
            saved = file.read_bytes()
            found = self.rebuilt(target_context, pickle.loads(saved))
        except FileNotFoundError:
            _announce()
            return None
        except Exception:  # damaged, or not ours to read: as good as none
            return None
        _touch(file)
        return found

    def rebuilt(self, target: Any, saved: Any) -> CompileResult:
        return CompileResult._rebuild(target, *saved)

    def save_overload(self, sig: Any, data: Any) -> None:
        file = self._file(sig, data.codegen)
        if file is None or data.lifted or data.library.has_dynamic_globals:
            return
        part = file.with_name(f"{file.name}.{uuid.uuid4().hex}.tmp")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(dumps(data._reduce()))
            part.replace(file)
            _prune(file.parent.parent)
        except OSError as error:
            with suppress(OSError):
                part.unlink()
            _complain(f"{file.parent}: {error.strerror}")

    def holds(self, sig: Any, codegen: Any) -> bool:
        """Whether a function compiled for these arguments lies there to be loaded."""
        file = self._file(sig, codegen)
        return file is not None and file.exists()

    def _file(self, sig: Any, codegen: Any) -> Path | None:
        into, made_of = folder(), fingerprint(self.function)
        if into is None or made_of is None:
            return None
        key = hashlib.sha256(repr((self.kind, made_of, sig, codegen.magic_tuple())).encode()).hexdigest()[:24]
        name = self.function.__qualname__.replace("<", "").replace(">", "")
        return into / f"{name}-{key}.nbc"

    def enable(self) -> None:
        pass

    def disable(self) -> None:
        pass

    def flush(self) -> None:
        pass


@cache
def folder() -> Path | None:
    """Where compiled kernels of these versions lie; None, and a word about it, where there is no home."""
    versions = f"py{platform.python_version()}-numba{numba.__version__}-numpy{np.__version__}"
    try:
        root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:
        _complain("there is no home folder")
        return None
    return root / "kibitz" / versions


@cache
def _complain(why: str) -> None:
    print(
        f"kibitz: compiled code is not kept ({why}), so every start compiles again; "
        "XDG_CACHE_HOME may name another folder",
        file=sys.stderr,
    )


@cache
def _announce() -> None:
    if sys.stderr.isatty():
        print("kibitz: compiling; the next start will find it done", file=sys.stderr)


def _touch(file: Path) -> None:
    """Loaded today: so that nobody removes it."""
    with suppress(OSError):
        if file.stat().st_mtime < time.time() - DAY:
            os.utime(file)


@cache
def _prune(root: Path) -> None:
    """Remove what was not loaded for long, of whatever version: once per process, and only by one that writes."""
    old = time.time() - LIFE * DAY
    for file in root.rglob("*.nb[ci]*"):
        with suppress(OSError):
            if file.stat().st_mtime < old:
                file.unlink()
                file.parent.rmdir()  # only where it was the last one


# --- what a kernel is made of -----------------------------------------------------------------------


def fingerprint(function: FunctionType) -> str | None:
    """A hash of all that is compiled with a function; None where it reads something that has no fixed value."""
    digest = hashlib.sha256()
    try:
        for piece in _pieces(function, {}):
            digest.update(piece)
    except NoFixedValue:
        return None
    return digest.hexdigest()


class NoFixedValue(Exception):
    """A kernel reads a global that another process may see differently."""


def _pieces(value: Any, seen: dict[FunctionType, int]) -> Iterator[bytes]:
    """Bytes that differ where two values would be compiled differently."""
    value = getattr(value, "py_func", getattr(value, "_defn", value))  # a kernel; an intrinsic function
    if isinstance(value, FunctionType) and not _library(value.__module__):
        if value in seen:
            yield f"function {seen[value]};".encode()
            return
        seen[value] = len(seen)
        cells = [cell.cell_contents for cell in value.__closure__ or ()]
        yield from _pieces((value.__qualname__, value.__defaults__, *cells), seen)
        yield from _code(value.__code__, value.__globals__, seen)
    elif isinstance(value, type) and issubclass(value, enum.Enum):
        yield from _pieces([(m.name, m.value) for m in value], seen)
    elif isinstance(value, ModuleType):
        yield f"module {value.__name__};".encode()
    elif isinstance(value, (np.ndarray, np.generic)):
        yield f"{value.dtype!r} {value.shape};".encode() + value.tobytes()
    elif isinstance(value, (tuple, list)):
        yield f"{type(value).__name__} {len(value)};".encode()
        for part in value:
            yield from _pieces(part, seen)
    elif isinstance(value, frozenset):
        yield from _pieces(sorted(map(repr, value)), seen)
    elif value is None or isinstance(value, (bool, int, float, complex, str, bytes, np.dtype, slice, type(...))):
        yield f"{type(value).__name__} {value!r};".encode()
    elif isinstance(value, numba.types.Type):
        yield f"{value!r};".encode()
    elif _library(getattr(value, "__module__", None)) and hasattr(value, "__qualname__"):
        yield f"{value.__module__}.{value.__qualname__};".encode()
    else:
        raise NoFixedValue(value)


def _code(code: CodeType, names: dict[str, Any], seen: dict[FunctionType, int]) -> Iterator[bytes]:
    yield from _pieces((code.co_code, code.co_exceptiontable, code.co_names, code.co_varnames, code.co_freevars), seen)
    for constant in code.co_consts:
        yield from _code(constant, names, seen) if isinstance(constant, CodeType) else _pieces(constant, seen)
    for name in code.co_names:
        if name not in names:
            continue
        value = names[name]
        yield from _pieces(value, seen)
        if isinstance(value, ModuleType) and not _library(value.__name__):
            # Which of its names are read stands in the code; any of them may be.
            for attribute in code.co_names:
                if hasattr(value, attribute):
                    yield from _pieces(getattr(value, attribute), seen)


def _library(module: str | None) -> bool:
    return (module or "").partition(".")[0] in LIBRARIES
