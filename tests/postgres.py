"""A real PostgreSQL for the tests, started as another user where the tests run as root, which it refuses."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

FOUND = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)


def _program(name: str) -> str | None:
    return str(FOUND / name) if FOUND else shutil.which(name)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a running server with no database but its own."""
    initdb, server = _program("initdb"), _program("postgres")
    if not initdb or not server:
        reason = "PostgreSQL is not installed (Debian: apt install postgresql), so its tests do not run"
        assert not os.environ.get("CI"), reason
        pytest.skip(reason)
    folder = Path(tempfile.mkdtemp(prefix="kibitz-pg-", dir="/tmp"))
    as_other: list[str] = []
    if os.geteuid() == 0:
        other = pwd.getpwnam("postgres" if _exists("postgres") else "nobody")
        shutil.chown(folder, other.pw_uid, other.pw_gid)
        as_other = ["setpriv", f"--reuid={other.pw_uid}", f"--regid={other.pw_gid}", "--clear-groups"]
    data = folder / "data"
    quiet = {"cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.STDOUT}
    subprocess.run([*as_other, initdb, "-D", data, "-U", "kibitz", "-A", "trust", "--no-sync"], check=True, **quiet)
    log = (folder / "log").open("w")
    running = subprocess.Popen(
        [*as_other, server, "-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "max_connections=100"],
        cwd=folder, stdout=log, stderr=log,
    )  # fmt: skip
    address = f"postgresql://kibitz@/postgres?host={folder}"
    try:
        _wait(address, running, folder / "log")
        yield address
    finally:
        running.send_signal(signal.SIGQUIT)  # at once: what it holds is thrown away
        running.wait(20)
        log.close()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'kibitz.db'}"
    address = request.getfixturevalue("postgres")
    name = f"t{os.getpid()}_{abs(hash(str(tmp_path))):x}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return address.replace("/postgres?", f"/{name}?")


def _exists(user: str) -> bool:
    try:
        return bool(pwd.getpwnam(user))
    except KeyError:
        return False


def _wait(address: str, running: subprocess.Popen, log: Path) -> None:
    until = time.monotonic() + 30
    while True:
        try:
            psycopg.connect(address, connect_timeout=2).close()
            return
        except psycopg.OperationalError:
            assert running.poll() is None and time.monotonic() < until, log.read_text()
            time.sleep(0.05)
