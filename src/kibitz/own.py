"""Players of one's own, wherever a player is named: ``match``, ``tournament``, ``play``, ``hint``, the web table.

Any of these is a player:

- a function ``(view, moves) -> move``: what the seat sees, the codes of its legal moves, and one of them back;
- an object with a method ``act(views, moves, counts)``, batch first, or an `Agent`;
- a class of either;
- a file that holds one: ``./mine.py:Mine`` (``./mine.py`` where it defines ``Player``), or a module:
  ``my.players:Mine``; parameters follow behind another colon, ``./mine.py:Mine:margin=0.1``;
- an entry point of the group ``kibitz.agents`` in an installed package, or a name in the variable ``KIBITZ_PLAYERS``
  (``mine=./mine.py:Mine other=./other.py``): they are listed with the game's own. ``yacht.mine`` is a player of
  Yacht only.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
import re
import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.agent import Agent
from kibitz.errors import BadAgentSpec, BadPlayer, IllegalMove, KibitzError, suggest
from kibitz.game import Game
from kibitz.options import GameOptions

GROUP = "kibitz.agents"
VARIABLE = "KIBITZ_PLAYERS"

_FILE = re.compile(r"(?P<home>.+\.py)(?::(?P<name>\w+))?(?::(?P<rest>.*))?")
_MODULE = re.compile(r"(?P<home>\w+(?:\.\w+)+):(?P<name>\w+)(?::(?P<rest>.*))?")


def split(spec: str) -> tuple[str, str, str] | None:
    """A spec that names a file or a module: where it is, the name in it, and parameters; else None.

    >>> split("./mine.py:Mine:margin=0.1")
    ('./mine.py', 'Mine', 'margin=0.1')
    >>> split("diablo:margin=0.05")
    """
    found = _FILE.fullmatch(spec) or _MODULE.fullmatch(spec)
    return (found["home"], found["name"] or "Player", found["rest"] or "") if found else None


def invited(game: str) -> dict[str, str]:
    """Players of a game that installed packages or ``KIBITZ_PLAYERS`` name, and where each is."""
    words = (word.partition("=") for word in os.environ.get(VARIABLE, "").split())
    places = {entry.name: entry.value for entry in entry_points(group=GROUP)}
    places |= {name: place for name, _, place in words}
    found = {}
    for name, place in places.items():
        only, _, short = name.rpartition(".")
        if only in ("", game):
            found[short] = place
    return found


def load(place: str) -> Any:
    """What stands at a place such as ``./mine.py:Mine``."""
    home, _, name = place.partition(":")  # an entry point's module may lie in no package
    home, name, _ = split(place) or (home, name, "")
    if not (home and name):
        raise BadAgentSpec(f"{place!r} names no player; it must be FILE.py:NAME or MODULE:NAME")
    module = _module_of_file(home) if home.endswith(".py") else _imported(home)
    if not hasattr(module, name):
        mine = [n for n, thing in vars(module).items() if getattr(thing, "__module__", None) == module.__name__]
        raise BadAgentSpec(f"{home} has no {name}; {suggest(name, mine)}")
    return getattr(module, name)


def _module_of_file(home: str) -> Any:
    file = Path(home).expanduser().resolve()
    if not file.is_file():
        raise BadAgentSpec(f"there is no file {home}")
    # Known by its place and what it holds, so that an edited file is read again.
    key = f"kibitz_own_{file.stem}_{hashlib.sha256(bytes(file) + file.read_bytes()).hexdigest()[:16]}"
    if key in sys.modules:
        return sys.modules[key]
    spec = importlib.util.spec_from_file_location(key, file)
    assert spec is not None and spec.loader is not None
    module = sys.modules[key] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[key]
        raise BadAgentSpec(f"{home} does not load: {type(error).__name__}: {error}") from error
    return module


def _imported(home: str) -> Any:
    try:
        return importlib.import_module(home)
    except Exception as error:
        raise BadAgentSpec(f"{home} does not load: {type(error).__name__}: {error}") from error


def seat(game: Game, options: GameOptions, given: Any, **parameters: Any) -> Agent:
    """Whatever is a player, as an `Agent` of a game."""
    only = getattr(given, "games", None)
    if only is not None and game.name not in only:
        raise BadPlayer(f"{_name_of(given)} plays {', '.join(only)}, not {game.name}")
    if isinstance(given, Agent):
        if given.game is not game:
            raise BadPlayer(f"{given.name} was made for {given.game.name}; this is {game.name}")
        return given
    if isinstance(given, type) and issubclass(given, Agent):
        return given(game, options, **parameters)
    if isinstance(given, type):
        return seat(game, options, given(**parameters))
    if callable(getattr(given, "act", None)):
        notes = "" if getattr(given, "memory", None) is None else ", memory"
        must = f"{_name_of(given)} must have a method act(views, moves, counts{notes})"
        _check_takes(given.act, must, 4 if notes else 3)
        return Borrowed(game, options, given)
    if callable(given):
        _check_takes(given, f"{_name_of(given)} must be a function (view, moves) -> move", 2)
        return Answering(game, options, given)
    what = repr(given) if type(given).__module__ == "builtins" else f"an object of class {type(given).__name__}"
    raise BadPlayer(
        f"{what} is no player; one is a spec, an Agent, a class, an object with act(views, moves, counts) "
        "or a function (view, moves) -> move"
    )


def _check_takes(function: Callable, must: str, count: int) -> None:
    """Refuse a function that cannot be called with so many arguments."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # not every function that is no Python says what it takes
        return
    try:
        signature.bind(*range(count))
    except TypeError:
        raise BadPlayer(f"{must}; it takes {signature}") from None


def _name_of(given: Any) -> str:
    return getattr(given, "__name__", None) or getattr(given, "name", None) or type(given).__name__


class Answering(Agent):
    """A player that is a function of one view and its moves."""

    def __init__(self, game: Game, options: GameOptions, answer: Callable[[np.record, np.ndarray], Any]) -> None:
        super().__init__(game, options)
        self.answer, self.name = answer, _name_of(answer)

    def act(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        chosen = np.empty(len(views), np.int32)
        for i, count in enumerate(counts):
            legal = moves[i, :count].copy()
            answer = self._ask(views[i], legal)
            if answer not in legal:
                shown = ", ".join(map(str, legal[:8])) + (" …" if count > 8 else "")
                raise IllegalMove(f"{self.name} chose {answer}, which is not among its {count} legal moves {shown}")
            chosen[i] = answer
        return chosen

    def _ask(self, view: np.record, legal: np.ndarray) -> int:
        try:
            answer = self.answer(view, legal)
        except KibitzError:
            raise
        except Exception as error:
            raise BadPlayer(f"{self.name} failed: {type(error).__name__}: {error}") from error
        if isinstance(answer, bool) or not isinstance(answer, int | np.integer):
            raise BadPlayer(f"{self.name} answered {answer!r}; it must answer with one of the codes in moves")
        return int(answer)


class Borrowed(Agent):
    """A player that has `act`, but is no `Agent`: what else it has of one is taken from it."""

    def __init__(self, game: Game, options: GameOptions, other: Any) -> None:
        super().__init__(game, options)
        self.other, self.name = other, _name_of(other)
        self.memory, self.unit = getattr(other, "memory", None), getattr(other, "unit", Agent.unit)

    def act(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        return self.other.act(views, moves, counts, *memory)

    def note(self, views: np.ndarray, chosen: np.ndarray, memory: np.ndarray) -> None:
        if hasattr(self.other, "note"):
            self.other.note(views, chosen, memory)

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        if not hasattr(self.other, "values"):
            return super().values(views, moves, counts, *memory)
        return self.other.values(views, moves, counts, *memory)
