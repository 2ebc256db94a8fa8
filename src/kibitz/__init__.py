"""Kibitz: five table games with chance and hidden cards, played, learned and explained.

>>> import kibitz
>>> s = kibitz.new("yacht", seed=7)
>>> s.is_over
False
"""

from importlib import import_module
from typing import Any

from kibitz.agent import Agent, agent, agents
from kibitz.errors import KibitzError
from kibitz.game import Game, game, games, solve
from kibitz.record import load, save
from kibitz.state import Move, State, new

__all__ = [
    "Agent",
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

__version__ = "0.1.0"


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
