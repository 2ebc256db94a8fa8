"""What holds on every page: no serious fault for axe, nothing sideways, and not too many bytes."""

import random

import pytest

from tests.web.browser.conftest import DESK, PHONE, REVIEWED
from tests.web.browser.players import my_turn_or_over, play_to_the_end, take_turn

axe = pytest.importorskip("axe_playwright_python.sync_playwright")

PAGES = ["/", "/history", "/daily", "/drill", "/quiz/cribbage", "/ladder", "/rules/gin", "/settings", "/review"]
WIDTHS = (390, 700, 1000, 1280, 1920)
SERIOUS = ("serious", "critical")
BUDGET = 300_000
"""Bytes the page may take before caching, as they lie in their files."""


def faults(page) -> list[str]:
    """What axe finds on a page that matters."""
    answer = axe.Axe().run(page).response
    assert len(answer["passes"]) > 5, "axe has looked at nothing"
    found = answer["violations"]
    return [
        f"{one['id']}: {node['html'][:120]}" for one in found if one["impact"] in SERIOUS for node in one["nodes"][:3]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_fault_on_any_page(visitor, theme):
    page = visitor(color_scheme=theme)
    for path in PAGES:
        page.goto(path)
        page.wait_for_selector("main h1")
        assert not faults(page), (path, faults(page))


@pytest.mark.parametrize("game", ["cribbage", "gin", "racko", "yacht", "zsy"])
def test_axe_finds_no_serious_fault_at_any_table(visitor, table, game):
    page = visitor()
    table(page, game, seats=["you", "random"])
    my_turn_or_over(page)
    take_turn(page, random.Random(2), "keyboard")
    my_turn_or_over(page)
    page.keyboard.press("1")
    assert not faults(page)
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="dark")
    page.reload()  # so that no colour is on its way from light to dark
    my_turn_or_over(page)
    assert not faults(page)


def test_nothing_scrolls_sideways_at_any_width(visitor, table):
    page = visitor()

    def check(what):
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (what, width)

    for path in PAGES:
        page.goto(path)
        page.wait_for_selector("main h1")
        check(path)
    for game in ("cribbage", "gin", "racko", "yacht", "zsy"):
        table(page, game, seats=["you", "random"])
        my_turn_or_over(page)
        check(game)


def test_a_finished_game_and_its_review_have_no_serious_fault(visitor, table):
    page = visitor(size=DESK)
    table(page, "zsy", options={"hand": 8}, seats=["you", "random"])
    play_to_the_end(page, random.Random(1))
    assert not faults(page)
    page.keyboard.press("r")
    page.wait_for_selector(".rv-board .felt", timeout=REVIEWED)
    assert not faults(page)


def test_the_page_is_small(visitor, table):
    page = visitor()
    sizes: dict[str, int] = {}
    page.on(
        "response", lambda answer: sizes.update({answer.url: len(answer.body())}) if "/api/" not in answer.url else None
    )
    page.goto("/")
    page.wait_for_selector("main h1")
    table(page, "cribbage", seats=["you", "random"])
    my_turn_or_over(page)
    assert 0 < sum(sizes.values()) <= BUDGET, sizes
