"""Opening the database: SQLite that survives a pulled plug, or PostgreSQL; its tables brought up to date."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Dialect, Engine, PoolProxiedConnection, Select, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from kibitz.errors import BadStore, NotInstalled
from kibitz.store.commits import SharedCommits

MIGRATIONS = Path(__file__).parent / "migrations"
ONE_AT_A_TIME = 0x6B6962697A
"""The number of the lock under which PostgreSQL's tables are migrated, when several processes start at once."""


def default_url() -> str:
    """SQLite in the user's data directory."""
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return f"sqlite:///{home / 'kibitz' / 'kibitz.db'}"


class Database:
    """The database at `url`, with its tables as this version of the program needs them."""

    def __init__(self, url: str) -> None:
        try:
            self.engine = _engine(url)
            self._writers = self.engine.execution_options(writes=True)
            with self._writers.begin() as connection:
                migrate(connection)
        except ModuleNotFoundError as error:
            raise NotInstalled(f'PostgreSQL needs {error.name}; pip install "kibitz[postgres]" brings it') from None
        except (SQLAlchemyError, OSError) as error:
            reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
            raise BadStore(f"cannot open the database {_without_password(url)}: {reason}") from error
        # PostgreSQL lets many write at once and shares their commits itself. SQLite has one writer at a time, and who
        # finds it taken sleeps and tries again, up to a tenth of a second each time.
        self._always_open: PoolProxiedConnection | None = None
        self._commits = SharedCommits(self._writers) if self.is_file else None

    @property
    def is_file(self) -> bool:
        """SQLite: what is read is read without waiting for anybody."""
        return self.engine.dialect.name == "sqlite"

    def value(self, statement: Select[Any], key: str) -> Any:
        """What a statement with the one parameter `key` selects; None where that is nothing.

        For what every request asks. SQLite is asked directly: SQLAlchemy's help takes ten times as long as the answer.
        """
        if not self.is_file:
            with self.reading() as connection:
                return connection.execute(statement, {"key": key}).scalar()
        if self._always_open is None:
            self._always_open = self.engine.raw_connection()
        driver: Any = self._always_open.driver_connection
        found = driver.execute(_as_text(statement, self.engine.dialect), (key,)).fetchall()
        return found[0][0] if found else None

    def close(self) -> None:
        """Let go of the connections."""
        if self._always_open is not None:
            self._always_open.close()
        self.engine.dispose()

    def reading(self) -> Connection:
        """A connection for questions."""
        return self.engine.connect()

    def writing(self) -> AbstractContextManager[Connection]:
        """A transaction that may write; what it wrote is kept when the block has ended.

        SQLite then takes its one writer's lock at the beginning: two that first read and then both want to
        write would have to fail.
        """
        return self._writers.begin() if self._commits is None else self._commits.writing()


def now() -> datetime:
    """The time as the tables keep it: UTC, without a zone."""
    return datetime.now(UTC).replace(tzinfo=None)


def migrate(connection: Connection) -> None:
    """Bring the tables up to date, in the connection's transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ONE_AT_A_TIME})
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config)
    at = MigrationContext.configure(connection).get_current_revision()
    if at == scripts.get_current_head():
        return
    if at is not None and at not in {script.revision for script in scripts.walk_revisions()}:
        raise BadStore(f"the database is of a newer version of Kibitz (its tables are at {at}); update the program")
    command.upgrade(config, "head")


@cache
def _as_text(statement: Select[Any], dialect: Dialect) -> str:
    return str(statement.compile(dialect=dialect))


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise BadStore(f"{url!r} is no database; write sqlite:///FILE or postgresql://USER@HOST/NAME") from None
    kind = parsed.get_backend_name()
    if kind == "postgresql":
        return create_engine(parsed.set(drivername="postgresql+psycopg"), pool_pre_ping=True, pool_size=10)
    if kind != "sqlite" or not parsed.database or parsed.database == ":memory:":
        raise BadStore(
            f"{_without_password(url)!r} is no database; write sqlite:///FILE or postgresql://USER@HOST/NAME"
        )
    Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(parsed, connect_args={"timeout": 30}, pool_size=10)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin where _begin_sqlite says, not where Python guesses
    # Whoever fills the journal moves it into the database while all others wait: seldom, then.
    for setting in ("journal_mode=wal", "wal_autocheckpoint=4000", "synchronous=full", "foreign_keys=on"):
        connection.execute(f"PRAGMA {setting}")


def _begin_sqlite(connection: Connection) -> None:
    # What only reads is one statement long, which SQLite sees at one moment without a transaction.
    if connection.get_execution_options().get("writes"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _without_password(url: str) -> str:
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return url
