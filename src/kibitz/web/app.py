"""The app: routes, errors as one line, the page and every game's drawing as files."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from anyio import to_thread
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from kibitz import __version__
from kibitz.errors import KibitzError, MoveError, NotTheNextMove, UnknownGame
from kibitz.game import game as find_game
from kibitz.store import Store
from kibitz.web import reference
from kibitz.web.hub import TooManyStreams
from kibitz.web.routes import coach, daily, home, quiz, tables
from kibitz.web.safety import Limits, Safety
from kibitz.web.service import NotAllowed, NotFound, Service
from kibitz.web.shapes import Error
from kibitz.web.thinkers import Busy, TooSlow

log = logging.getLogger("kibitz.web")

PAGE = Path(__file__).parent / "page"
SITE = Path(__file__).parent / "site"
"""The site of results: ``make docs`` builds it there, and ``make wheel`` packs it."""

STATUS: tuple[tuple[type[KibitzError], int], ...] = (
    (NotFound, 404),
    (UnknownGame, 404),
    (NotTheNextMove, 409),
    (NotAllowed, 409),
    (MoveError, 409),
    (Busy, 429),
    (TooSlow, 429),
    (TooManyStreams, 429),
    (KibitzError, 400),
)
"""Which answer an error is; the first that fits."""


THREADS = 4
"""For what waits for the database: new tables, histories, drills. Python runs one of them at a time; among the usual
forty the loop, which answers the requests, would wait too long for its turn."""


def make_app(store: Store, limits: Limits | None = None, *, warm: bool = True) -> FastAPI:
    """The whole server over one database."""
    chosen = limits or Limits()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        to_thread.current_default_thread_limiter().total_tokens = THREADS
        app.state.service = Service(store, chosen)
        jobs = [asyncio.create_task(app.state.service.hub.listen())]
        if warm:
            jobs.append(asyncio.create_task(app.state.service.warm_up()))
        yield
        for job in jobs:
            job.cancel()
            with suppress(asyncio.CancelledError):
                await job
        await run_in_threadpool(app.state.service.close)

    refusals: dict[int | str, dict[str, Any]] = {code: {"model": Error} for code in (400, 403, 404, 409, 413, 422, 429)}
    app = FastAPI(title="Kibitz", version=__version__, lifespan=life, responses=refusals, docs_url=None, redoc_url=None)
    app.state.has_site = SITE.is_dir()
    app.add_middleware(Safety, limits=chosen)
    app.add_exception_handler(KibitzError, _refused)
    app.add_exception_handler(RequestValidationError, _misread)
    app.add_exception_handler(HTTPException, _no_such_thing)
    for part in (tables, home, coach, daily, quiz):
        app.include_router(part.router)
    _serve_files(app)
    return app


def make_app_from_environment() -> FastAPI:
    """For several server processes, which cannot be handed a store."""
    limits = Limits(float(os.environ["KIBITZ_RATE"]))
    return make_app(Store(os.environ.get("KIBITZ_DATABASE")), limits)


def _serve_files(app: FastAPI) -> None:
    page = StaticFiles(directory=PAGE)

    @app.get("/docs", include_in_schema=False)
    def docs() -> Response:
        return HTMLResponse(reference.page(app.openapi()))

    @app.get("/page/{path:path}", include_in_schema=False)
    async def page_file(path: str, request: Request) -> Response:
        return _fresh(await page.get_response(path, request.scope))

    @app.get("/sw.js", include_in_schema=False)
    async def worker(request: Request) -> Response:
        return _fresh(await page.get_response("sw.js", request.scope))

    @app.get("/games/{name}/table.js", include_in_schema=False)
    async def drawing(name: str, request: Request) -> Response:
        """A game's own table.js, from its folder: third-party games included."""
        folder = StaticFiles(directory=find_game(name).folder)
        return _fresh(await folder.get_response("table.js", request.scope))

    if app.state.has_site:

        @app.get("/site", include_in_schema=False)
        def site() -> Response:
            """The site's own links are relative to the address with the slash."""
            return RedirectResponse("/site/")

        app.mount("/site", StaticFiles(directory=SITE, html=True))

    @app.get("/{path:path}", include_in_schema=False)
    async def any_page(path: str, request: Request) -> Response:
        """Every other address is one of the page's own."""
        if path.startswith("api/"):
            raise HTTPException(404)
        return _fresh(await page.get_response("index.html", request.scope))


def _fresh(response: Response) -> Response:
    """Browsers keep files but ask whether they changed; the ETag makes that a short answer."""
    response.headers["Cache-Control"] = "no-cache"
    return response


async def _refused(request: Request, error: Exception) -> JSONResponse:
    status = next(status for kind, status in STATUS if isinstance(error, kind))
    return JSONResponse({"error": " ".join(str(error).split())}, status)


async def _misread(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])
    return JSONResponse({"error": f"{where}: {first['msg']}" if where else first["msg"]}, 422)


async def _no_such_thing(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": str(error.detail)}, error.status_code, headers=error.headers)
