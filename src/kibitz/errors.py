"""Everything that can go wrong, each with its own name and a message that says what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any


class KibitzError(Exception):
    """The base of all errors a user can cause; the command line prints its message as one line.

    >>> import kibitz
    >>> try:
    ...     kibitz.new("chess")
    ... except kibitz.KibitzError as error:
    ...     print(type(error).__name__)
    UnknownGame
    """


class UnknownGame(KibitzError, LookupError):
    """No game of that name is installed."""


class UnknownAgent(KibitzError, LookupError):
    """The game has no agent of that name."""


class UnknownExperiment(KibitzError, LookupError):
    """No experiment of that name exists."""


class BadAgentSpec(KibitzError, ValueError):
    """An agent's spec string such as ``diablo:margin=0.05`` cannot be read or has a wrong parameter."""


class BadPlayer(KibitzError, TypeError):
    """What was given as a player is none, plays another game, or answers in the wrong form."""


class BadOption(KibitzError, ValueError):
    """An option of a game is unknown, of the wrong type or out of bounds."""


class BadSeed(KibitzError, ValueError):
    """A seed is no whole number from 0 to 2**64 - 1."""


class BadCount(KibitzError, ValueError):
    """A number of games, pairs, tables or workers is below one, or more than fits into memory."""


class Stopped(KibitzError):
    """Games were stopped because a player failed; `result` is what came of those played before."""

    def __init__(self, message: str, result: Any = None) -> None:
        super().__init__(message)
        self.result = result


class Interrupted(Stopped, KeyboardInterrupt):
    """Games were stopped by Ctrl-C; `result` is what came of those played before."""


class NoDevice(KibitzError, OSError):
    """There is no GPU that could be used."""


class NoCluster(KibitzError, OSError):
    """No scheduler answers, or it went away."""


class MoveError(KibitzError, ValueError):
    """A move that could not be played; the position is unchanged."""


class InvalidMove(MoveError):
    """The text is no move of this game."""


class IllegalMove(MoveError):
    """A move of this game, but not allowed in this position."""


class AmbiguousMove(MoveError):
    """The text names more than one legal move."""


class GameOver(MoveError):
    """There is nothing to move: the game has ended, or nothing to take back."""


class BadRecord(KibitzError, ValueError):
    """A record is damaged, of another version, or does not replay."""


class BadWeights(KibitzError, ValueError):
    """A weights file is missing, damaged, or of another game, options or version."""


class NoAdvice(KibitzError):
    """The agent cannot put values on moves, so it cannot give hints."""


class BadGame(KibitzError, TypeError):
    """An installed game does not fulfil the contract."""


class BadRun(KibitzError, ValueError):
    """A run of an experiment is missing, damaged, or not of this experiment."""


class BadClaim(KibitzError, ValueError):
    """A row of a game's ``claims.csv`` names what is not stored, or expects what cannot be checked."""


class BadStore(KibitzError, ValueError):
    """The database cannot be opened, or what is asked of it does not fit what it keeps."""


class UnknownSavedGame(KibitzError, LookupError):
    """No game of that id is kept."""


class NotTheNextMove(KibitzError):
    """The kept game has gone on since: another was quicker."""


class NotInstalled(KibitzError, ImportError):
    """An optional extra of the package is needed for this."""


EXTRAS = {
    "scipy": "lab", "pyarrow": "lab", "matplotlib": "lab", "tensorboard": "lab",
    "torch": "train", "onnx": "train", "psycopg": "postgres", "distributed": "cluster", "dask": "cluster",
    "numba_cuda": "gpu", "gymnasium": "interop", "pettingzoo": "interop", "pyspiel": "interop",
    "stable_baselines3": "interop",
}  # fmt: skip
"""Which extra of the package brings a module that playing does not need."""


def not_installed(error: ModuleNotFoundError) -> NotInstalled | None:
    """What a missing module means to a user, where it belongs to an extra.

    >>> print(not_installed(ModuleNotFoundError(name="torch.nn")))
    this needs torch; pip install "kibitz[train]" brings it
    """
    module = (error.name or "").partition(".")[0]
    if module not in EXTRAS:
        return None
    return NotInstalled(f'this needs {module}; pip install "kibitz[{EXTRAS[module]}]" brings it')


def suggest(wrong: str, known: Iterable[str]) -> str:
    """The tail of a message about an unknown name: the likely one, and all there are.

    >>> suggest("yatch", ["racko", "yacht"])
    "did you mean 'yacht'? Known: racko, yacht"
    """
    names = sorted(known)
    close = get_close_matches(wrong, names, n=1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    return f"{hint}Known: {', '.join(names) or 'none'}"
