"""What holds on every page: no serious fault for axe, nothing sideways, and not too many bytes."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import DESK, PHONE, REVIEWED
from tests.web.browser.players import my_turn_or_over, play_to_the_end, take_turn

axe = pytest.importorskip("axe_playwright_python.sync_playwright")

PAGES = ["/", "/history", "/daily", "/drill", "/quiz/cribbage", "/ladder", "/rules/gin", "/settings", "/review"]
WIDTHS = (360, 390, 700, 1000, 1280, 1920)
SERIOUS = ("serious", "critical")
DRAWN_WIDTH = """() => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => done(document.documentElement.scrollWidth))))"""
"""How wide the page is once it is drawn at its new size: it hears of that with the next frame."""
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


def fits_at_any_width(page, what):
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(DRAWN_WIDTH) <= width, (what, width)


def test_nothing_scrolls_sideways_at_any_width(visitor, table):
    page = visitor()
    for path in PAGES:
        page.goto(path)
        page.wait_for_selector("main h1")
        fits_at_any_width(page, path)
    for game in ("cribbage", "gin", "racko", "yacht", "zsy"):
        table(page, game, seats=["you", "random"])
        my_turn_or_over(page)
        fits_at_any_width(page, game)


@pytest.mark.parametrize("links", [4, 6, 9])
def test_a_long_chain_fits_at_any_width(visitor, table, links):
    """So long a chain is rarely dealt, so the page is told of one."""
    page = visitor()

    def with_a_chain(route):
        answer = route.fetch()
        told = answer.json()
        told["view"]["top"] = told["view"]["played"][1 - told["seat"]] = sum(2 * 8**rank for rank in range(links))
        route.fulfill(response=answer, json=told)

    table(page, "zsy", seats=["you", "random"])
    my_turn_or_over(page)
    page.route(re.compile(r"/api/tables/[^/]+$"), with_a_chain)
    page.reload()
    expect(page.locator(".trick .pair > *")).to_have_count(2 * links)
    fits_at_any_width(page, f"a chain of {links}")


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
