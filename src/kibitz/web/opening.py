"""How soon a person can play: a real browser opens the page for the first time and deals each game.

Playwright and Chromium are needed, and nothing else of the package is: where they are missing, this says so.
"""

from __future__ import annotations

import os
import shutil
import statistics
import time
from collections.abc import Iterable

TIMES = 3
"""Each game is opened so often, by a browser that has never been here; the median counts."""
DRAWN = (".foes .btn.main", "main[data-state=turn], main[data-state=over]")
"""What is there once a game can be dealt, and once a move can be played."""
QUIET = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync")


def why_not() -> str | None:
    """What is missing for this measurement, in one line; None where it can be made."""
    try:
        import playwright.sync_api  # noqa: F401  # asked whether it is there
    except ImportError:
        return "not measured: pip install playwright"
    return None if chromium() else "not measured: no Chromium; install it, or say where it is with KIBITZ_CHROMIUM"


def chromium() -> str | None:
    """Where a browser is."""
    return os.environ.get("KIBITZ_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def seconds_to_first_move(url: str, games: Iterable[str]) -> dict[str, float]:
    """By game, against its champion: from opening the page, over Deal, to the moment when a move can be played."""
    from playwright.sync_api import sync_playwright

    took: dict[str, float] = {}
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=list(QUIET))
        for game in games:
            runs = []
            for _ in range(TIMES):
                visit = browser.new_context(base_url=url)  # an empty cache, no cookie
                page = visit.new_page()
                begun = time.perf_counter()
                page.goto("/")
                page.locator(f"input[name=game][value={game}]").check()
                page.locator(DRAWN[0]).click()
                page.wait_for_selector(DRAWN[1])
                runs.append(time.perf_counter() - begun)
                visit.close()
            took[game] = statistics.median(runs)
        browser.close()
    return took
