"""The tables. A change here needs a migration beside it, and a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# Times are UTC, without a zone, so that both databases give back what they were given.

settings = Table(
    "settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", String(200), nullable=False),
)

players = Table(
    "players",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("secret_hash", String(64), unique=True),  # NULL: the person at this machine's own terminal
    Column("name", String(40), nullable=False),
    Column("consent", Boolean),  # may the games be used for research? NULL: not asked yet
    Column("created", DateTime, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", String(24), primary_key=True),  # random, so that nobody guesses another's game
    Column("game", String(60), nullable=False),
    Column("version", Integer, nullable=False),  # of the rules
    Column("options", JSON, nullable=False),
    Column("seed", String(20), nullable=False),  # up to 2**64 - 1, which no database's integer holds
    Column("created", DateTime, nullable=False),
    Column("touched", DateTime, nullable=False),  # when a move was last played or taken back
    Column("finished", DateTime),
    Column("moves", Integer, nullable=False),  # how many are played: the number of the next one
    Column("revision", Integer, nullable=False),  # raised by every move, undo and other change
    Column("scores", JSON),  # one per seat once finished
    Column("tutor", String(10), nullable=False),
    Column("daily", String(10)),  # the day whose deal this is
    Column("origin", String(24)),  # the game this was replayed from, or "record": it counts in no tally
)

seats = Table(
    "seats",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", ForeignKey("players.id"), index=True),  # NULL: an agent, or nobody yet
    Column("agent", String(200)),  # the spec of the agent that sits here
    Column("invite", String(60)),  # what a second person must know to sit down here; gone once used
)

moves = Table(
    "moves",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 0
    Column("code", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("at", DateTime, nullable=False),
)

drill = Table(
    "drill",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),  # the position: so many moves of that game
    Column("loss", Float, nullable=False),  # what was given away there
    Column("due", DateTime, nullable=False),
    Column("streak", Integer, nullable=False),  # right answers in a row
    UniqueConstraint("player", "game", "number"),
)

daily = Table(
    "daily",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(60), primary_key=True),  # the kind of game
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("played", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("result", Float),  # of the player; NULL while it is played
    Column("adjusted", Float),  # the result less the luck
)

Index(None, drill.c.player, drill.c.due)
Index(None, games.c.finished)
