"""Games against people by the papers' protocols: so many games against one player, and what came of them.

Of a person's finished games with the protocol's player and options the first so many count, in the order in which they
were begun: who stops while ahead has played no protocol. Nothing is published that was not played to its end.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from typing import Protocol as Form

from kibitz.errors import KibitzError, suggest
from kibitz.game import game as find_game
from kibitz.lab.folder import write
from kibitz.lab.provenance import commit
from kibitz.lab.results import STORE

FILE = "people.json"
"""What people played, in a game's folder of the results."""


class Played(Form):
    """What is asked of a game in a person's history (see `kibitz.store.history.Summary`)."""

    @property
    def id(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def options(self) -> dict[str, Any]: ...
    @property
    def seat(self) -> int: ...
    @property
    def opponents(self) -> dict[int, str]: ...
    @property
    def created(self) -> datetime: ...
    @property
    def scores(self) -> list[float] | None: ...
    @property
    def counts(self) -> bool: ...


@dataclass(frozen=True)
class Protocol:
    """One paper's way to play against people."""

    game: str
    player: str
    games: int
    """Of each person."""
    paper_won: int
    """By the player."""
    paper_games: int
    """Of all people together."""
    told: str
    """What the paper says of it."""

    @property
    def name(self) -> str:
        return self.player

    @property
    def options(self) -> dict[str, Any]:
        return asdict(find_game(self.game).options())

    def fits(self, played: Played) -> bool:
        """Whether a game was played by it."""
        alone = list(played.opponents.values()) == [self.player]
        return played.counts and alone and played.game == self.game and dict(played.options) == self.options

    def counted(self, finished: Sequence[Played]) -> list[Played]:
        """The games that count, the first one first."""
        return sorted((one for one in finished if self.fits(one)), key=lambda one: one.created)[: self.games]


PROTOCOLS = (
    Protocol("racko", "diablo", 100, 45, 100, "one person, 100 rounds"),
    Protocol("zsy", "tdns", 20, 22, 60, "three people, the authors, 20 games each"),
)


def protocol(name: str) -> Protocol:
    """A protocol by the player it is against."""
    known = {one.name: one for one in PROTOCOLS}
    if name not in known:
        raise KibitzError(f"no protocol {name!r}; {suggest(name, list(known))}")
    return known[name]


def won_by_player(played: Sequence[Played]) -> float:
    """How many of these games the player won, a draw counted as half."""
    won = 0.0
    for one in played:
        assert one.scores is not None
        own, (other,) = one.scores[one.seat], [one.scores[seat] for seat in one.opponents]
        won += 1.0 if other > own else 0.5 if other == own else 0.0
    return won


def publish(chosen: Protocol, finished: Sequence[Played], store: Path = STORE) -> Path:
    """Store what one person played, without a name."""
    played = chosen.counted(finished)
    if len(played) < chosen.games:
        raise KibitzError(f"{len(played)} of {chosen.games} games are played; a protocol is published whole")
    file = store / chosen.game / FILE
    kept: list[dict[str, Any]] = people(chosen.game, store)
    first, last = (f"{one.created:%Y-%m-%d}" for one in (played[0], played[-1]))
    entry = {"protocol": chosen.name, "games": chosen.games, "won": won_by_player(played), "first": first, "last": last}
    ids = [one.id for one in played]
    if any(before["ids"] == ids for before in kept):
        raise KibitzError("these games are published already")
    file.parent.mkdir(parents=True, exist_ok=True)
    kept.append({**entry, "ids": ids, "commit": commit(chosen.game)})
    write(file, json.dumps(kept, indent=1).encode())
    return file


def people(game: str, store: Path = STORE) -> list[dict[str, Any]]:
    """What was published of games against people, one entry per person and protocol."""
    file = store / game / FILE
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else []


def entries(chosen: Protocol, store: Path = STORE) -> list[Mapping[str, Any]]:
    """Those of one protocol."""
    return [entry for entry in people(chosen.game, store) if entry["protocol"] == chosen.name]
