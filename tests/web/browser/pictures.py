"""The README's pictures, made anew: ``make pictures``.

Every position is fixed by a seed and by who plays it up to there, and reaches the server as a record.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

import kibitz
from kibitz.agent import build
from tests.web.browser.conftest import AT_ONCE, CHROMIUM, DESK, QUIET
from tests.web.serving import Server

PICTURES = Path(__file__).parents[3] / "docs" / "pictures"


@dataclass(frozen=True)
class Scene:
    """One picture: a game up to a number of moves, where to look at it, and what is done there."""

    name: str
    game: str
    options: dict[str, Any]
    seed: int
    players: tuple[str, ...]
    moves: int | None = None
    """None: to the end."""
    page: str = "/table/{id}"
    keys: tuple[str, ...] = ()
    wait: str = "main[data-state=turn]"
    theme: str = "light"
    height: int = 800

    def record(self) -> str:
        """The game so far, as text; the person is the first seat."""
        state = kibitz.new(self.game, seed=self.seed, **self.options)
        agents = [build(state.game, state.options, spec) for spec in self.players]
        while not state.is_over and (self.moves is None or len(state.moves) < self.moves or state.player != 0):
            state.push(agents[state.player].choose(state))
        return state.record()


SCENES = (
    Scene("review", "cribbage", {}, 31, ("greedy", "value"), page="/review/{id}", wait=".rv-board .felt", height=1120),
    Scene("cribbage", "cribbage", {"dealer": "first"}, 24, ("schell", "value"), 46, keys=("1", "h")),
    Scene("racko", "racko", {"target": 0}, 3, ("kyle", "kyle"), 24, keys=("ArrowRight", "ArrowUp", "6"), theme="dark"),
    Scene("home", "cribbage", {"dealer": "first"}, 24, ("schell", "value"), 46, page="/", wait=".foes", height=1040),
)


def take(browser: Browser, server: Server, scene: Scene, to: Path) -> None:
    """Open a scene as a visitor of its own and keep what it looks like."""
    context = browser.new_context(
        viewport={**DESK, "height": scene.height},
        base_url=server.url,
        reduced_motion="reduce",
        service_workers="block",
        color_scheme=scene.theme,
    )
    context.add_init_script(AT_ONCE)
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto("/")
    made = page.request.post("/api/records", data={"text": scene.record()}, headers={"Origin": server.url})
    assert made.ok, made.text()
    page.goto(scene.page.format(id=made.json()["id"]))
    page.wait_for_selector(scene.wait)
    for key in scene.keys:
        page.keyboard.press(key)
    if "h" in scene.keys:
        page.wait_for_selector(".coach.step1")
        page.keyboard.press("h")
        page.wait_for_selector(".coach.step2 .hint")
    page.screenshot(path=to / f"{scene.name}.png")
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="which of them; all by default")
    parser.add_argument("--to", type=Path, default=PICTURES)
    chosen = parser.parse_args()
    chosen.to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(f"sqlite:///{Path(folder) / 'kibitz.db'}")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for scene in SCENES:
            if not chosen.names or scene.name in chosen.names:
                take(browser, server, scene, chosen.to)
                print(chosen.to / f"{scene.name}.png")
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
