from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import database, postgres
from tests.web.serving import Server, Visitor

__all__ = ["database", "postgres"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server on SQLite for all tests that only talk to it."""
    folder: Path = tmp_path_factory.mktemp("server")
    started = Server(f"sqlite:///{folder / 'kibitz.db'}")
    yield started
    started.stop()


@pytest.fixture
def ada(server: Server) -> Visitor:
    return Visitor(server.url)


@pytest.fixture
def bob(server: Server) -> Visitor:
    return Visitor(server.url)
