"""Positions to practise: each comes again after a while, later each time it was answered right."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import func, insert, select, update

from kibitz.store import tables
from kibitz.store.database import Database, now

AGAIN = (timedelta(minutes=10), timedelta(days=1), timedelta(days=3), timedelta(days=7), timedelta(days=21))
"""How long a position rests after so many right answers in a row; one more, and it is learned."""


@dataclass(frozen=True)
class DrillItem:
    """One position: a game of the player's, up to a move."""

    id: int
    game_id: str
    game: str
    number: int
    """So many moves of that game were played."""
    loss: float
    """What the player gave away there."""
    streak: int


class Drill:
    """The positions players practise."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, player: int, game_id: str, number: int, loss: float) -> bool:
        """Put a position on the list; False where it is there already."""
        t = tables.drill
        with self.database.writing() as connection:
            same = select(t.c.id).where(t.c.player == player, t.c.game == game_id, t.c.number == number)
            if connection.execute(same).first():
                return False
            row = {"player": player, "game": game_id, "number": number, "loss": loss, "due": now(), "streak": 0}
            connection.execute(insert(t).values(row))
        return True

    def due(self, player: int, game: str | None = None, most: int = 1) -> list[DrillItem]:
        """What to ask next, the most costly first."""
        t = tables.drill
        query = (
            select(t.c.id, t.c.game.label("game_id"), tables.games.c.game, t.c.number, t.c.loss, t.c.streak)
            .join(tables.games)
            .where(t.c.player == player, t.c.due <= now(), t.c.streak <= len(AGAIN))
            .order_by(t.c.streak, t.c.loss.desc(), t.c.id)
            .limit(most)
        )
        if game is not None:
            query = query.where(tables.games.c.game == game)
        with self.database.reading() as connection:
            return [DrillItem(**row._asdict()) for row in connection.execute(query)]

    def item(self, player: int, id: int) -> DrillItem | None:
        """One of a player's positions."""
        t = tables.drill
        query = (
            select(t.c.id, t.c.game.label("game_id"), tables.games.c.game, t.c.number, t.c.loss, t.c.streak)
            .join(tables.games)
            .where(t.c.player == player, t.c.id == id)
        )
        with self.database.reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else DrillItem(**row._asdict())

    def answer(self, item: DrillItem, right: bool) -> None:
        """Note an answer: right ones make the position rest longer, a wrong one begins again."""
        streak = item.streak + 1 if right else 0
        rest = AGAIN[min(streak, len(AGAIN) - 1)] if right else AGAIN[0]
        with self.database.writing() as connection:
            connection.execute(
                update(tables.drill).where(tables.drill.c.id == item.id).values(streak=streak, due=now() + rest)
            )

    def waiting(self, player: int) -> int:
        """How many positions are due."""
        t = tables.drill
        due = (t.c.player == player, t.c.due <= now(), t.c.streak <= len(AGAIN))
        with self.database.reading() as connection:
            return int(connection.execute(select(func.count()).where(*due)).scalar_one())
