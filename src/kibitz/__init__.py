"""Kibitz: five table games with chance and hidden cards, played, learned and explained.

>>> import kibitz
>>> s = kibitz.new("yacht", seed=7)
>>> s.is_over
False

`game`, `games` and `agent` are functions, and modules of the same names hold what belongs to them. Neither hides the
other: the modules can be called.

>>> kibitz.game("yacht").seats, kibitz.game.Game.__name__
(4, 'Game')
"""

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

from kibitz.agent import Agent, CompiledAgent, agent, agents
from kibitz.errors import KibitzError
from kibitz.game import Game, game, games, solve
from kibitz.record import load, save
from kibitz.state import Move, State, new

__all__ = [
    "Agent",
    "CompiledAgent",
    "Game",
    "KibitzError",
    "Move",
    "State",
    "agent",
    "agents",
    "game",
    "games",
    "hint",
    "load",
    "match",
    "new",
    "review",
    "save",
    "solve",
    "tournament",
]

__version__ = "1.0.0"


_LATER = {
    "match": "kibitz.arena.match",
    "tournament": "kibitz.arena.tournament",
    "hint": "kibitz.coach.hint",
    "review": "kibitz.coach.review",
}


def __getattr__(name: str) -> Any:
    """Arena and coach load when they are first asked for, so that a game opens at once."""
    if name not in _LATER:
        raise AttributeError(f"module 'kibitz' has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


def _callable(name: str, function: Callable) -> None:
    """Let ``kibitz.NAME`` be the module of that name, and calling it call the function."""
    module = sys.modules[f"kibitz.{name}"]
    called = staticmethod(function)
    module.__class__ = type("Module", (ModuleType,), {"__call__": called, "__wrapped__": called})
    globals()[name] = module


for _function in (game, games, agent):
    _callable(_function.__name__, _function)
del _function
