"""Real Chromium against a real server. A page that logs an error or throws fails its test."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from tests.web.serving import Server

sync_api = pytest.importorskip("playwright.sync_api")
PATIENCE = 60_000
"""Milliseconds: on a busy machine all is late, and late is not wrong."""
REVIEWED = 240_000
"""Until a game is looked over, by a thinker that may have to compile for it first."""
sync_api.expect.set_options(timeout=PATIENCE)

CHROMIUM = os.environ.get("KIBITZ_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
AT_ONCE = """localStorage["kibitz.settings"] ??= JSON.stringify({ speed: "none" })"""
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}

Open = Callable[..., Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("no Chromium here; install it, or say where it is with KIBITZ_CHROMIUM")
    # Closed after each module: while Playwright runs, no other test could start a loop of its own.
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield started
        started.close()


@pytest.fixture(scope="session")
def ready(server: Server) -> Server:
    """The server once it has loaded or compiled every game and its coach, so that no page waits for that."""
    until = time.monotonic() + 600
    while not httpx.get(f"{server.url}/api/health", timeout=60).json()["ready"]:
        assert time.monotonic() < until, "the server does not get ready"
        time.sleep(0.2)
    return server


@pytest.fixture
def visitor(browser: Any, ready: Server) -> Iterator[Open]:
    """Opens a browser of its own for one person: cookies, settings and all."""
    contexts, faults = [], []

    def arrive(path: str = "/", size: dict[str, int] = DESK, offline_too: bool = False, **more: Any) -> Any:
        workers = "allow" if offline_too else "block"
        context = browser.new_context(
            viewport=size, base_url=ready.url, reduced_motion="reduce", service_workers=workers,
            has_touch=size is PHONE, **more,
        )  # fmt: skip
        contexts.append(context)
        context.add_init_script(AT_ONCE)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
        page.goto(path)
        return page

    yield arrive
    for context in contexts:
        context.close()
    assert not faults, faults


@pytest.fixture
def table(server: Server) -> Callable[..., str]:
    """Deals a game for the person at a page and opens it there."""

    def deal(page: Any, game: str, **wanted: Any) -> str:
        made = page.request.post("/api/tables", data={"game": game, **wanted}, headers={"Origin": server.url})
        assert made.ok, made.text()
        id = made.json()["id"]
        page.goto(f"/table/{id}")
        page.wait_for_selector("main[data-state]")
        return id

    return deal
