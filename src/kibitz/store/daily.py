"""The daily deals: who played which, and what came of it. One try per player, game and day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from kibitz.store import tables
from kibitz.store.database import Database


@dataclass(frozen=True)
class DailyResult:
    """One player's game of a day."""

    day: str
    game: str
    player: int
    name: str
    played: str
    """The id of the game."""
    result: float | None
    adjusted: float | None
    """The result less the luck."""


class Daily:
    """The daily deals of all players."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def begin(self, day: str, game: str, player: int, game_id: str) -> bool:
        """Note that a player plays the deal of the day in this game; False where they already do."""
        try:
            with self.database.writing() as connection:
                row = {"day": day, "game": game, "player": player, "played": game_id}
                connection.execute(insert(tables.daily).values(row))
        except IntegrityError:
            return False
        return True

    def finish(self, game_id: str, result: float, adjusted: float | None) -> None:
        """Note what came of a daily game."""
        changes = {"result": result, "adjusted": adjusted}
        with self.database.writing() as connection:
            connection.execute(update(tables.daily).where(tables.daily.c.played == game_id).values(changes))

    def of(self, day: str, game: str, player: int) -> DailyResult | None:
        """A player's try at the deal of the day."""
        found = [entry for entry in self.results(day, game) if entry.player == player]
        return found[0] if found else None

    def results(self, day: str, game: str) -> Sequence[DailyResult]:
        """Everyone's, the best first, the unfinished last."""
        t = tables.daily
        query = select(t, tables.players.c.name).join(tables.players).where(t.c.day == day, t.c.game == game)
        with self.database.reading() as connection:
            found = [DailyResult(**row._asdict()) for row in connection.execute(query)]
        return sorted(found, key=lambda entry: _rank(entry), reverse=True)

    def streak(self, game: str, player: int, today: date) -> int:
        """How many days in a row, up to today or yesterday, a player has finished the deal of the day."""
        t = tables.daily
        query = select(t.c.day).where(t.c.game == game, t.c.player == player, t.c.result.is_not(None))
        with self.database.reading() as connection:
            done = {day for (day,) in connection.execute(query)}
        day = today if today.isoformat() in done else today - timedelta(days=1)
        streak = 0
        while day.isoformat() in done:
            day, streak = day - timedelta(days=1), streak + 1
        return streak


def _rank(entry: DailyResult) -> tuple[bool, float]:
    if entry.result is None:
        return False, 0.0
    return True, entry.result if entry.adjusted is None else entry.adjusted
