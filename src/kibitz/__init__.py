"""Kibitz: five table games with chance and hidden cards, played, learned and explained.

>>> import kibitz
>>> s = kibitz.new("yacht", seed=7)
>>> s.is_over
False
"""

from kibitz.agent import Agent, agent, agents
from kibitz.errors import KibitzError
from kibitz.game import Game, game, games
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
    "load",
    "match",
    "new",
    "save",
    "solve",
    "tournament",
]

__version__ = "0.1.0"


def __getattr__(name: str):
    """The arena and the solvers load when they are first asked for, so that a game opens at once."""
    if name == "match":
        from kibitz.arena.match import match as found
    elif name == "tournament":
        from kibitz.arena.tournament import tournament as found
    elif name == "solve":
        from kibitz.game import solve as found
    else:
        raise AttributeError(f"module 'kibitz' has no attribute {name!r}")
    return found
