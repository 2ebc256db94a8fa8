"""Players, games and moves, kept. When a method that writes has returned, a kill -9 loses nothing of it."""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import JSON, ColumnElement, Connection, Row, and_, bindparam, delete, func, insert, select, true, update

from kibitz.errors import BadStore, NotTheNextMove, UnknownSavedGame
from kibitz.game import game as find_game
from kibitz.state import Move, State
from kibitz.store import tables
from kibitz.store.daily import Daily
from kibitz.store.database import Database, default_url, now
from kibitz.store.drill import Drill
from kibitz.store.history import History, Summary, summarise

RECORD = "record"
"""The origin of a game that was read from a record instead of being played here."""

GONE_ON = "the game has gone on since; look at it again"

# What every move needs, put together once.
_NEXT = (
    update(tables.games)
    .where(tables.games.c.id == bindparam("of"), tables.games.c.moves == bindparam("played"))
    .values(moves=tables.games.c.moves + 1, revision=tables.games.c.revision + 1, touched=bindparam("at"))
)
_LAST = _NEXT.values(finished=bindparam("finished_at"), scores=bindparam("result", type_=JSON))
_UNCHANGED = tables.games.c.revision == bindparam("known")
_NEXT_IF_UNCHANGED, _LAST_IF_UNCHANGED = _NEXT.where(_UNCHANGED), _LAST.where(_UNCHANGED)
_KEEP = insert(tables.moves)
_REVISION = select(tables.games.c.revision).where(tables.games.c.id == bindparam("key"))
_PLAYER = select(tables.players).where(tables.players.c.secret_hash == bindparam("hashed"))


@dataclass(frozen=True)
class Player:
    """A person. No account: who knows the secret is this player."""

    id: int
    name: str
    consent: bool | None
    """May the games be used for research? None: not asked yet."""


@dataclass(frozen=True)
class Seat:
    """Who sits at one seat: a person, an agent, or nobody yet (then an invite lets one sit down)."""

    player: int | None = None
    agent: str | None = None
    invite: str | None = None

    @classmethod
    def person(cls, player: Player) -> Seat:
        return cls(player=player.id)

    @classmethod
    def computer(cls, spec: str) -> Seat:
        return cls(agent=spec)

    @classmethod
    def invited(cls) -> Seat:
        return cls(invite=secrets.token_urlsafe(18))


@dataclass(frozen=True)
class SavedGame:
    """What is known of a kept game without replaying it."""

    id: str
    game: str
    version: int
    options: dict[str, Any]
    seed: int
    seats: list[Seat]
    created: datetime
    touched: datetime
    finished: datetime | None
    moves: int
    """How many are played: the number of the next one."""
    revision: int
    """Raised by every move, every undo and whatever else changes at the table."""
    scores: list[float] | None
    tutor: str
    daily: str | None
    origin: str | None

    def opening(self) -> State:
        """The game as it was dealt."""
        game = find_game(self.game)
        if game.version != self.version:
            begun = f"{self.game} version {self.version}"
            raise BadStore(f"this game was begun under the rules of {begun}; this is version {game.version}")
        return State(game, game.options(**self.options), self.seed)

    def seats_of(self, player: Player | None) -> list[int]:
        """Where this player sits; several seats where two people share one screen."""
        return [number for number, seat in enumerate(self.seats) if player and seat.player == player.id]


@dataclass(frozen=True)
class Step:
    """A move that is to be kept."""

    game: str
    """The id of the game."""
    number: int
    """The first move is 0."""
    code: int
    seat: int
    scores: list[float] | None = None
    """The result, where this move ended the game."""
    revision: int | None = None
    """Of the table it was chosen at: whatever happened there since, it is refused. None: the number alone counts."""


class Store:
    """The database behind every table, at `url` (SQLite in the user's data directory by default)."""

    def __init__(self, url: str | None = None) -> None:
        self.database = Database(url or default_url())
        self.drill = Drill(self.database)
        self.daily = Daily(self.database)

    def close(self) -> None:
        """Let go of the connections."""
        self.database.close()

    # People

    def new_player(self, name: str = "", secret: str | None = None) -> Player:
        """A new person, known from now on by `secret`, of which only a hash is kept."""
        hashed = None if secret is None else _hash(secret)
        row = {"secret_hash": hashed, "name": name, "consent": None, "created": now()}
        with self.database.writing() as connection:
            id = connection.execute(insert(tables.players).values(row).returning(tables.players.c.id)).scalar_one()
        return Player(id, name, None)

    def player(self, secret: str) -> Player | None:
        """The person who knows this secret."""
        hashed = _hash(secret)
        with self.database.reading() as connection:
            row = connection.execute(_PLAYER, {"hashed": hashed}).first()
        if row is None or not hmac.compare_digest(row.secret_hash, hashed):
            return None
        return Player(row.id, row.name, row.consent)

    def local_player(self) -> Player:
        """The person at this machine's terminal, who needs no secret."""
        with self.database.reading() as connection:
            row = connection.execute(select(tables.players).where(tables.players.c.secret_hash.is_(None))).first()
        return self.new_player() if row is None else Player(row.id, row.name, row.consent)

    def players(self, ids: Iterable[int]) -> dict[int, Player]:
        """Several people, by id."""
        with self.database.reading() as connection:
            rows = connection.execute(select(tables.players).where(tables.players.c.id.in_(set(ids)))).all()
        return {row.id: Player(row.id, row.name, row.consent) for row in rows}

    def change_player(self, player: Player, *, name: str | None = None, consent: bool | None = None) -> Player:
        """Give a name, or say whether the games may be used for research."""
        given: dict[str, Any] = {"name": name, "consent": consent}
        changes = {key: value for key, value in given.items() if value is not None}
        if changes:
            with self.database.writing() as connection:
                connection.execute(update(tables.players).where(tables.players.c.id == player.id).values(changes))
        return dataclasses.replace(player, **changes)

    # Games

    def new_game(
        self,
        state: State,
        seats: Sequence[Seat],
        *,
        tutor: str = "off",
        daily: str | None = None,
        origin: str | None = None,
    ) -> str:
        """Keep a game from now on; moves it already has are kept with it. Returns its id."""
        if len(seats) != state.seats:
            raise BadStore(f"{state.seats} seats and {len(seats)} players; name one player for each seat")
        id, begun = secrets.token_urlsafe(12), now()
        game = {
            "id": id, "game": state.game.name, "version": state.game.version,
            "options": dataclasses.asdict(state.options), "seed": str(state.seed),
            "created": begun, "touched": begun, "finished": begun if state.is_over else None,
            "moves": len(state.moves), "revision": len(state.moves), "scores": state.scores if state.is_over else None,
            "tutor": tutor, "daily": daily, "origin": origin,
        }  # fmt: skip
        replay, played = State(state.game, state.options, state.seed), []
        for number, code in enumerate(state.moves):
            played.append({"game": id, "number": number, "code": code, "seat": replay.player, "at": begun})
            replay.push(code)
        with self.database.writing() as connection:
            connection.execute(insert(tables.games).values(game))
            rows = [dict(game=id, seat=number, **dataclasses.asdict(seat)) for number, seat in enumerate(seats)]
            connection.execute(insert(tables.seats), rows)
            if played:
                connection.execute(insert(tables.moves), played)
        return id

    def game(self, id: str) -> SavedGame:
        """What is known of a game without replaying it."""
        with self.database.reading() as connection:
            row = connection.execute(select(tables.games).where(tables.games.c.id == id)).first()
            rows = connection.execute(
                select(tables.seats).where(tables.seats.c.game == id).order_by(tables.seats.c.seat)
            ).all()
        if row is None:
            raise UnknownSavedGame(f"no game {id!r} is kept here; kibitz history lists the games")
        return _saved(row, [Seat(seat.player, seat.agent, seat.invite) for seat in rows])

    def codes(self, id: str, start: int = 0) -> list[int]:
        """The moves of a game from number `start` on."""
        with self.database.reading() as connection:
            found = connection.execute(
                select(tables.moves.c.code)
                .where(tables.moves.c.game == id, tables.moves.c.number >= start)
                .order_by(tables.moves.c.number)
            )
            return [code for (code,) in found]

    def load(self, id: str) -> State:
        """The game as far as it was played."""
        state = self.game(id).opening()
        for code in self.codes(id):
            state.push(code)
        return state

    def play(self, id: str, state: State, move: str | int | Move) -> None:
        """Play a move in `state` and commit it; when this returns, the move is kept.

        `state` must be where the kept game is. If another was quicker, NotTheNextMove is raised and
        `state` is as before.
        """
        seat = state.player
        state.push(move)
        try:
            scores = state.scores if state.is_over else None
            (kept,) = self.keep([Step(id, len(state.moves) - 1, state.moves[-1], seat, scores)])
            if not kept:
                raise NotTheNextMove(GONE_ON)
        except Exception:
            state.pop()
            raise

    def keep(self, steps: Sequence[Step]) -> list[bool]:
        """Commit moves of any games, all at once: of each whether it is kept, or somebody else was quicker."""
        at, kept, rows = now(), [False] * len(steps), []
        with self.database.writing() as connection:
            # Two who keep moves of the same games take them in the same order, so neither waits for the other in turn.
            for place in sorted(range(len(steps)), key=lambda place: steps[place].game):
                if _raise_count(connection, steps[place], at):
                    step, kept[place] = steps[place], True
                    move = {"game": step.game, "number": step.number, "code": step.code, "seat": step.seat, "at": at}
                    rows.append(move)
            if rows:
                connection.execute(_KEEP, rows)
        return kept

    def take_back(self, id: str, number: int, *, revision: int | None = None) -> None:
        """Undo: only the moves before `number` remain. With `revision`, only if nothing happened since."""
        changes = {
            "moves": number,
            "revision": tables.games.c.revision + 1,
            "touched": now(),
            "finished": None,
            "scores": None,
        }
        unchanged = [] if revision is None else [tables.games.c.revision == revision]
        with self.database.writing() as connection:
            here = (tables.games.c.id == id) & (tables.games.c.moves >= number) & and_(true(), *unchanged)
            if connection.execute(update(tables.games).where(here).values(changes)).rowcount != 1:
                raise NotTheNextMove(GONE_ON)
            connection.execute(delete(tables.moves).where(tables.moves.c.game == id, tables.moves.c.number >= number))

    def change_tutor(self, id: str, level: str) -> None:
        """From now on the tutor speaks up at this level."""
        changes = {"tutor": level, "revision": tables.games.c.revision + 1}
        with self.database.writing() as connection:
            connection.execute(update(tables.games).where(tables.games.c.id == id).values(changes))

    def delete(self, id: str) -> None:
        """Forget a game."""
        with self.database.writing() as connection:
            connection.execute(delete(tables.games).where(tables.games.c.id == id))

    def sit_down(self, id: str, invite: str, player: Player) -> int | None:
        """Take the seat that an invite is for: its number, or None where the invite is wrong or used."""
        for number, seat in enumerate(self.game(id).seats):
            if seat.invite is not None and hmac.compare_digest(seat.invite.encode(), invite.encode()):
                here = (tables.seats.c.game == id) & (tables.seats.c.seat == number)
                free = tables.seats.c.invite == seat.invite
                with self.database.writing() as connection:
                    taken = connection.execute(
                        update(tables.seats).where(here & free).values(player=player.id, invite=None)
                    )
                    connection.execute(
                        update(tables.games).where(tables.games.c.id == id).values(revision=tables.games.c.revision + 1)
                    )
                return number if taken.rowcount else None
        return None

    def revision(self, id: str) -> int | None:
        """The revision of one game; None where there is no such game."""
        return self.database.value(_REVISION, id)

    def revisions(self, ids: Iterable[str]) -> dict[str, int]:
        """The revision of each of these games: what to ask, cheaply, to see whether something happened."""
        with self.database.reading() as connection:
            found = connection.execute(
                select(tables.games.c.id, tables.games.c.revision).where(tables.games.c.id.in_(list(ids)))
            )
            return {row.id: row.revision for row in found}

    # What was played

    def unfinished(self, player: Player) -> list[Summary]:
        """A player's games that wait to be gone on with, the last touched first."""
        return self._summaries(player, tables.games.c.finished.is_(None))

    def finished(self, player: Player, game: str | None = None) -> list[Summary]:
        """A player's games that are over, the last one first."""
        of_game = [] if game is None else [tables.games.c.game == game]
        return self._summaries(player, tables.games.c.finished.is_not(None) & and_(true(), *of_game))

    def history(self, player: Player, game: str | None = None) -> History:
        """Every finished game of a player, and how they stand against each opponent."""
        return History.of(self.finished(player, game))

    def open_games(self, player: Player) -> int:
        """How many unfinished games a player has."""
        with self.database.reading() as connection:
            found = connection.execute(
                select(func.count(func.distinct(tables.games.c.id)))
                .join(tables.seats)
                .where(tables.seats.c.player == player.id, tables.games.c.finished.is_(None))
            )
            return int(found.scalar_one())

    def export(self, path: str | Path, game: str | None = None) -> int:
        """Write the finished games whose players all consented as Parquet; returns how many they are."""
        from kibitz.store.export import export

        return export(self, Path(path), game)

    def setting(self, name: str, fresh: str) -> str:
        """A value kept once for the whole database: `fresh` if there was none."""
        value = tables.settings.c.value
        with self.database.writing() as connection:
            kept = connection.execute(select(value).where(tables.settings.c.name == name).with_for_update()).scalar()
            if kept is None:
                connection.execute(insert(tables.settings).values(name=name, value=fresh))
        return fresh if kept is None else kept

    def _summaries(self, player: Player, where: ColumnElement[bool]) -> list[Summary]:
        mine = select(tables.seats.c.game).where(tables.seats.c.player == player.id)
        with self.database.reading() as connection:
            chosen = select(tables.games).where(tables.games.c.id.in_(mine) & where)
            games = connection.execute(chosen.order_by(tables.games.c.touched.desc())).all()
            sitting = connection.execute(
                select(tables.seats, tables.players.c.name)
                .join(tables.players, isouter=True)
                .where(tables.seats.c.game.in_(mine))
                .order_by(tables.seats.c.seat)
            ).all()
        return summarise(player.id, games, sitting)


def _raise_count(connection: Connection, step: Step, at: datetime) -> bool:
    """The count in the games table is compared and raised in one statement, so of two that play the same number one
    finds it taken, and an undo in between leaves no gap."""
    found: dict[str, Any] = {"of": step.game, "played": step.number, "at": at}
    statement, if_unchanged = _NEXT, _NEXT_IF_UNCHANGED
    if step.scores is not None:
        statement, if_unchanged = _LAST, _LAST_IF_UNCHANGED
        found |= {"finished_at": at, "result": step.scores}
    if step.revision is not None:
        statement = if_unchanged
        found["known"] = step.revision
    return connection.execute(statement, found).rowcount == 1


def _saved(row: Row[Any], seats: list[Seat]) -> SavedGame:
    kept = row._asdict()
    return SavedGame(**{**kept, "seed": int(row.seed), "seats": seats})


def _hash(secret: str) -> str:
    """Secrets are long and random, so a plain hash cannot be turned back."""
    return hashlib.sha256(secret.encode()).hexdigest()
