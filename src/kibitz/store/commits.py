"""Writers who share commits.

A commit waits for the disk, some milliseconds each time. Writers that come meanwhile queue up; when the disk is done
they all write, one after the other, and the last of them commits for all. So the disk bounds how soon a write is kept,
not how many there can be.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, RootTransaction

from kibitz.errors import BadStore

MOST = 64
"""Writes in one commit: whoever comes first does not wait for an endless queue."""


@dataclass
class _Batch:
    """A transaction that several writers share."""

    connection: Connection
    transaction: RootTransaction
    writes: int = 0
    kept: Future[None] = field(default_factory=Future)

    @property
    def driver(self) -> Any:
        """SQLite's own connection."""
        return self.connection.connection.driver_connection

    @property
    def is_open(self) -> bool:
        """False where SQLite itself has taken everything back, as it does where the disk is full."""
        return self.driver.in_transaction


class SharedCommits:
    """The writers of one process to one database that has one writer at a time, as SQLite does."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._turn, self._counting = threading.Lock(), threading.Lock()
        self._waiting = 0
        self._batch: _Batch | None = None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection to write with; when the block has ended without an error, what it wrote is kept.

        What a block that fails has written is taken back, and that alone.
        """
        self._wait(1)
        try:
            self._turn.acquire()
        finally:
            self._wait(-1)
        try:
            batch = self._batch = self._batch or self._begin()
            batch.writes += 1
            try:
                with _alone(batch.driver):
                    yield batch.connection
            finally:
                if not self._waiting or batch.writes >= MOST or not batch.is_open:
                    self._batch = None
                    _commit(batch)
        finally:
            self._turn.release()
        batch.kept.result()

    def _wait(self, change: int) -> None:
        with self._counting:
            self._waiting += change

    def _begin(self) -> _Batch:
        connection = self._engine.connect()
        try:
            return _Batch(connection, connection.begin())
        except BaseException:
            connection.close()
            raise


@contextmanager
def _alone(driver: Any) -> Iterator[None]:
    """Take back what the block did if it fails, and that alone. SQLAlchemy's own savepoints would take as long as
    what is written between them."""
    driver.execute("SAVEPOINT alone")
    try:
        yield
    except BaseException:
        driver.execute("ROLLBACK TO alone")
        raise
    finally:
        driver.execute("RELEASE alone")


def _commit(batch: _Batch) -> None:
    """Keep what all have written, and let them know; if it cannot be kept, that it is not."""
    try:
        if not batch.is_open:  # then sqlite3 would commit nothing and not say so
            raise BadStore("the database could not keep what was written and has taken it back; is its disk full?")
        batch.transaction.commit()
    except Exception as error:
        batch.kept.set_exception(error)
    else:
        batch.kept.set_result(None)
    finally:
        batch.connection.close()
