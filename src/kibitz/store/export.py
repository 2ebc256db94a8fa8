"""Finished games as a Parquet dataset for the lab; only those whose players all consented."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
from sqlalchemy import exists, select

from kibitz.errors import BadStore
from kibitz.game import game as find_game
from kibitz.state import State
from kibitz.store import tables

if TYPE_CHECKING:
    from kibitz.store.store import Store

SCHEMA = pa.schema(
    [
        ("game", pa.string()),
        ("version", pa.int32()),
        ("options", pa.string()),  # JSON
        ("seed", pa.uint64()),
        ("seats", pa.list_(pa.string())),  # an agent's spec, or "person 3": numbered, without their names
        ("moves", pa.list_(pa.int32())),
        ("scores", pa.list_(pa.float64())),
        ("created", pa.timestamp("us", tz="UTC")),
        ("finished", pa.timestamp("us", tz="UTC")),
    ]
)


def export(store: Store, path: Path, game: str | None = None) -> int:
    """Write the games; returns how many they are."""
    refused = exists().where(
        tables.seats.c.game == tables.games.c.id,
        tables.seats.c.agent.is_(None),
        ~exists().where(tables.players.c.id == tables.seats.c.player, tables.players.c.consent.is_(True)),
    )
    query = select(tables.games).where(tables.games.c.finished.is_not(None), tables.games.c.origin.is_(None), ~refused)
    if game is not None:
        query = query.where(tables.games.c.game == game)
    with store.database.reading() as connection:
        rows = connection.execute(query.order_by(tables.games.c.created, tables.games.c.id)).all()
    people: dict[int | None, int] = {}
    found = []
    for row in rows:
        seats = [
            seat.agent or f"person {people.setdefault(seat.player, len(people) + 1)}"
            for seat in store.game(row.id).seats
        ]
        found.append(
            {
                "game": row.game, "version": row.version, "options": json.dumps(row.options), "seed": int(row.seed),
                "seats": seats, "moves": store.codes(row.id), "scores": row.scores,
                "created": row.created, "finished": row.finished,
            }
        )  # fmt: skip
    pq.write_table(pa.Table.from_pylist(found, SCHEMA), path)
    return len(rows)


def read(path: str | Path) -> Iterator[tuple[State, list[str]]]:
    """The games of a dataset, replayed, each with who sat where."""
    for row in pq.read_table(path).to_pylist():
        game = find_game(row["game"])
        if game.version != row["version"]:
            raise BadStore(f"{path} holds games of {game.name} version {row['version']}; this is {game.version}")
        state = State(game, game.options(**json.loads(row["options"])), row["seed"])
        for code in row["moves"]:
            state.push(code)
        yield state, row["seats"]
