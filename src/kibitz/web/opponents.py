"""The computer players as people meet them: a name, a style, how each learned, and how strong it is.

The words are class attributes of the players (`called`, `style`, `learned`), the strength is the stored ladder's.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from kibitz.agent import about, agents, class_of, named_players, spoken_name
from kibitz.errors import KibitzError
from kibitz.game import Game
from kibitz.web.ladder import STRONG, ladder


@dataclass(frozen=True)
class Words:
    """What is said of a player."""

    name: str
    style: str
    learned: str


@cache
def offered(game: Game) -> list[str]:
    """The specs a visitor may name: players without parameters, so that nobody makes the server read a file.

    Of the short names there is the strong setting, where it looks ahead; the others stand for who is offered anyway.

    Looked up once: a server's players do not change, and to look means to read about every installed package.
    """
    named = named_players(game)
    thinks = named.get(STRONG, "").startswith("rollout")
    return [name for name in agents(game.name) if name not in named or (name == STRONG and thinks)]


def player_name(game: Game, spec: str) -> str:
    """What a computer player is called at the table.

    >>> from kibitz.game import game
    >>> player_name(game("cribbage"), "hand_max_avg"), player_name(game("gin"), "estimator:lstm")
    ('Hand max avg', 'Card reader (lstm)')
    """
    return words_of(game, spec).name


def told_apart(names: list[str]) -> list[str]:
    """The names of those who sit at one table; of several with one name each gets a number.

    >>> told_apart(["Kyle", "Max", "Kyle"])
    ['Kyle 1', 'Max', 'Kyle 2']
    """
    return [
        f"{name} {names[: place + 1].count(name)}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]


@lru_cache(maxsize=512)
def level_name(game: Game, spec: str | None) -> str | None:
    """ "Strong", by the stored ladder; None for a person, and for a player that was not measured."""
    level = None if spec is None else ladder(game).level(spec)
    return None if level is None else LEVELS[level]


LEVELS = ("Beginner", "Casual", "Club", "Strong", "Best")


@lru_cache(maxsize=512)
def words_of(game: Game, spec: str) -> Words:
    """A player in words; where it has none of its own, its name and the first line of its documentation."""
    player = spec.partition(":")[0]
    if player == STRONG:
        style = "Takes up to a second, and tries every good move before it plays."
        return Words("Deep thinker", style, "What the quicker players learned; the rest it works out at the table.")
    own = _own_words(game, player)
    said = own.get("style") or _first_line(game, player)
    return Words(spoken_name(spec, own), said, own.get("learned", ""))


def _own_words(game: Game, player: str) -> dict[str, Any]:
    """The attributes of the player's own class: what it inherits was said of another."""
    if player not in offered(game):
        return {}
    try:
        return dict(getattr(class_of(game, player), "__dict__", {}))
    except KibitzError:
        return {}


def _first_line(game: Game, player: str) -> str:
    known = player in agents(game.name)
    line = (about(game, player) if known else "").strip().partition("\n")[0].replace("`", "")
    name, colon, rest = line.partition(": ")
    said = rest if colon and name == player else line
    return said[:1].upper() + said[1:]
