"""``kibitz serve``: the table in the browser."""

from __future__ import annotations

import os
import socket
import threading
import time
import webbrowser
from typing import Annotated, Any

import typer

from kibitz.cli.app import Database, app, console
from kibitz.errors import KibitzError

PORTS = range(8421, 8431)
"""Where the server listens by default: the first of these that is free."""


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 lets other machines in.")] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Default: 8421 or the next free one.")] = None,
    database: Database = None,
    processes: Annotated[int, typer.Option(min=1, max=64, help="Server processes on one database.")] = 1,
    behind_proxy: Annotated[
        bool, typer.Option(help="A reverse proxy on this machine tells who asks and whether by https.")
    ] = False,
    rate: Annotated[
        float, typer.Option(min=1, help="Requests per second that one visitor may send.", envvar="KIBITZ_RATE")
    ] = 30,
    player: Annotated[
        list[str] | None, typer.Option(help="Offer a player of your own: mine=./mine.py:Mine. May be repeated.")
    ] = None,
    open: Annotated[bool, typer.Option(help="Open the table in your browser.")] = False,
) -> None:
    """Serve the table to browsers."""
    import uvicorn

    from kibitz.store import Store
    from kibitz.web.app import make_app
    from kibitz.web.safety import Limits

    if player:
        _offer(player)
    where = _free_port(host, port)
    address = f"http://{'[' + host + ']' if ':' in host else host}:{where}"
    settings: dict[str, Any] = {
        "host": host, "port": where, "log_level": "warning", "access_log": False, "timeout_graceful_shutdown": 2,
        "timeout_keep_alive": 75,  # a proxy keeps its connections for a minute
        "proxy_headers": behind_proxy, "forwarded_allow_ips": "127.0.0.1", "server_header": False,
    }  # fmt: skip
    store = Store(database)  # a database that cannot be opened is told here, in one line
    console.print(f"The table is at {address}  (Ctrl-C ends the server; games are kept)")
    if open:
        threading.Thread(target=_open_browser, args=(host, where, address), daemon=True).start()
    if processes == 1:
        uvicorn.run(make_app(store, Limits(rate)), **settings)
        return
    store.close()
    os.environ["KIBITZ_RATE"] = str(rate)
    if database is not None:
        os.environ["KIBITZ_DATABASE"] = database
    uvicorn.run("kibitz.web.app:make_app_from_environment", factory=True, workers=processes, **settings)


def _offer(players: list[str]) -> None:
    """Let the processes that think know these players by their names."""
    from kibitz import own

    for word in players:
        name, equals, place = word.partition("=")
        if not (name and equals) or " " in word:
            raise KibitzError(f"cannot read {word!r}; a player of your own is written NAME=FILE.py:CLASS")
        own.load(place)  # what does not load is told here, in one line
    os.environ[own.VARIABLE] = " ".join(filter(None, [os.environ.get(own.VARIABLE), *players]))


def _free_port(host: str, wanted: int | None) -> int:
    for port in PORTS if wanted is None else (wanted,):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind((host, port))
                return port
            except OSError as error:
                reason = error.strerror
    tried = f"{PORTS[0]} to {PORTS[-1]}" if wanted is None else str(wanted)
    raise KibitzError(f"cannot listen on {host}, port {tried}: {reason}; --port names another")


def _open_browser(host: str, port: int, address: str) -> None:
    """Wait until the server answers, then show the table."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            socket.create_connection((host, port), 1).close()
            break
        except OSError:
            time.sleep(0.1)
    webbrowser.open(address)
