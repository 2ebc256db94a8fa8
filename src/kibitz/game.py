"""A game: eight kernels over one record, its options, and words for its moves.

Games are found, not registered: every package in ``kibitz/games/`` and every entry point of the
group ``kibitz.games`` is one. A game's package holds

- ``rules.py``: ``STATE``, ``SEATS``, ``MOVES``, ``VERSION``, ``Options``, the eight kernels, ``hidden``,
  ``actions``, ``audit``;
- ``text.py``: ``name``, ``read``, ``show`` and ``tell``, what the moves and the table are called;
- ``agents/``, ``lab/``, ``weights/``: its players, its experiments, what was learned;
- ``solve.py``: where the game can be solved.

docs/adding-a-game.md walks through one.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache, cached_property
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

# Imported here, before the package's own name `games` becomes the function below.
import kibitz.games as home
from kibitz.errors import BadGame, KibitzError, UnknownGame, suggest
from kibitz.options import GameOptions

KERNELS = ("deal", "player", "legal", "step", "view", "redeal", "reshuffle", "score")
WORDS = ("name", "read", "show", "tell")


class Game:
    """One game, as the rest of the program sees it.

    >>> import kibitz
    >>> yacht = kibitz.game("yacht")
    >>> yacht.seats, yacht.options(rules="yahtzee").rules
    (4, 'yahtzee')
    """

    name: str
    """What the game is called in every command: ``"yacht"``."""

    state: np.dtype
    """The record type of one game in progress, and of what a seat sees of it."""

    seats: int
    """The most seats the game can have."""

    moves: int
    """The most legal moves in any position."""

    version: int
    """Raised when the record or what a seed deals changes; older records are then refused."""

    def __init__(self, name: str, package: str) -> None:
        self.name = name
        self.package = package
        rules, text = self.module("rules"), self.module("text")
        if rules is None or text is None:
            raise BadGame(f"game {name}: {package} needs rules.py and text.py")
        for module, needed in (
            (rules, ("STATE", "SEATS", "MOVES", "VERSION", "Options", "hidden", "actions", "audit", *KERNELS)),
            (text, WORDS),
        ):
            missing = [thing for thing in needed if not hasattr(module, thing)]
            if missing:
                raise BadGame(f"game {name}: {module.__name__} lacks {', '.join(missing)}")
        if "rng" not in rules.STATE.names:
            raise BadGame(f"game {name}: STATE needs a field rng of type u8, the game's own chance")
        taken = [field for field in rules.STATE.names if hasattr(np.record, field)]
        if taken:
            raise BadGame(f"game {name}: a field of STATE may not be called {taken[0]}, as a method of its records is")
        self.rules: ModuleType = rules
        self.text: ModuleType = text
        self.state, self.seats, self.moves = rules.STATE, rules.SEATS, rules.MOVES
        self.version = rules.VERSION
        self.deal, self.player, self.legal = rules.deal, rules.player, rules.legal
        self.step, self.view, self.redeal, self.score = rules.step, rules.view, rules.redeal, rules.score
        self.reshuffle, self.audit = rules.reshuffle, rules.audit

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    def __reduce__(self) -> tuple:
        return game, (self.name,)  # the same game in another process

    @property
    def kernels(self) -> dict[str, Any]:
        """The eight kernels by name, as `kernel.bind` takes them."""
        return {name: getattr(self.rules, name) for name in KERNELS}

    @cached_property
    def title(self) -> str:
        """The first line of the rules: the game's full name."""
        return (self.rules.__doc__ or self.name).strip().splitlines()[0].rstrip(".")

    @cached_property
    def is_drawn(self) -> bool:
        """Whether the web table has a drawing of it: a ``table.js`` in its folder."""
        return (self.folder / "table.js").is_file()

    @property
    def adviser(self) -> str:
        """The agent that gives hints when none is named, and the opponent when none is named."""
        return self._home("ADVISER", "random")

    @property
    def policy(self) -> str:
        """The quick agent by which positions are played out to the end."""
        return self._home("POLICY", self.adviser)

    @property
    def table(self) -> dict[str, Any]:
        """The options people at a table expect, where those differ from the experiments' defaults."""
        return dict(self._home("TABLE", {}))

    @property
    def ratings(self) -> dict[str, tuple[float, ...]]:
        """By unit, up to what mean loss per decision each word of a review is said, where that was fitted."""
        return dict(self._home("RATINGS", {}))

    def _home(self, name: str, default: Any) -> Any:
        return getattr(importlib.import_module(self.package), name, default)

    @property
    def folder(self) -> Path:
        """Where the game's package lies."""
        return Path(self.rules.__file__ or "").parent

    def module(self, name: str) -> ModuleType | None:
        """A module of the game's package, or None where the game has none of that name."""
        full = f"{self.package}.{name}"
        try:
            return importlib.import_module(full)
        except ModuleNotFoundError as error:
            if error.name in (full, full.rpartition(".")[0]):
                return None
            raise

    def options(self, **changes: Any) -> GameOptions:
        """This game's options, checked."""
        try:
            return self.rules.Options.of(**changes)
        except KibitzError as error:
            raise type(error)(f"{self.name}: {error}") from None

    def actions(self, options: GameOptions) -> np.ndarray:
        """The codes of all moves there are under these options, ascending; a move's place is its action number."""
        return self.rules.actions(options)

    def numbers(self, options: GameOptions, codes: np.ndarray) -> np.ndarray:
        """The action numbers, 0 to n - 1, of moves."""
        return np.searchsorted(self.actions(options), codes)

    def players(self, options: GameOptions) -> int:
        """How many seats a game with these options has."""
        return getattr(options, "players", self.seats)


def games() -> list[str]:
    """The names of all installed games.

    >>> import kibitz
    >>> "yacht" in kibitz.games()
    True
    """
    return sorted(_packages())


@cache
def game(name: str) -> Game:
    """A game by name.

    >>> import kibitz
    >>> kibitz.game("gin").title
    'Gin rummy: meld your ten cards, knock when little is left'
    """
    packages = _packages()
    if name not in packages:
        raise UnknownGame(f"no game {name!r}; {suggest(name, packages)}")
    try:
        return Game(name, packages[name])
    except KibitzError:
        raise
    except Exception as error:  # whatever a package of someone else's may raise
        raise BadGame(f"game {name} does not load: {type(error).__name__}: {error}") from error


def solve(name: str, /, **options: Any) -> Any:
    """The exact solution of a game, where there is one.

    >>> import kibitz
    >>> round(kibitz.solve("yacht").value, 3)
    191.774
    """
    found = game(name)
    solver = found.module("solve")
    if solver is None:
        solvable = [n for n in games() if game(n).module("solve")]
        raise KibitzError(f"{name} has no solver; {', '.join(solvable)} can be solved")
    return solver.solve(**options)


def _packages() -> dict[str, str]:
    found = {m.name: f"kibitz.games.{m.name}" for m in pkgutil.iter_modules(home.__path__) if m.ispkg}
    for entry in entry_points(group="kibitz.games"):
        found.setdefault(entry.name, entry.value)
    return found
