"""A person at the page: looks at what is offered and takes it, by mouse or by keyboard."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

LIFTABLE = "[data-thing]:not([aria-disabled]):not([aria-pressed=true])"
MAIN = ".felt .btn.main[data-play]"
COUNT = "(all) => all.map((one) => document.querySelectorAll(one).length)"
PLACES = ".felt button[data-place]:not([aria-disabled])"


def my_turn_or_over(page: Page) -> str:
    """Wait until something is to be done here; "turn" or "over"."""
    page.wait_for_selector("main[data-state=turn], main[data-state=over]")
    return page.get_attribute("main", "data-state") or ""


def number(page: Page) -> str:
    """How many moves the page shows as played."""
    return page.get_attribute("main", "data-number") or ""


def take_turn(page: Page, chance: random.Random, by: str) -> None:
    """Make one decision: lift until something can be played, choose among the places, play."""
    before = number(page)
    for _ in range(12):
        may_play, may_place, may_lift = page.evaluate(COUNT, [MAIN, PLACES, LIFTABLE])
        # With a button to press, sometimes lift on: dice are kept, patterns grow.
        if may_play and (not may_lift or chance.random() < 0.7):
            _press(page, by)
            break
        if may_place and chance.random() < 0.7:
            if _put(page, chance, by):
                break
        elif may_lift:
            _lift(page, chance, by)
        elif may_play:
            _press(page, by)
            break
    expect(page.locator("main")).not_to_have_attribute("data-number", before)


def play_to_the_end(page: Page, chance: random.Random, by: str = "mouse", most: int = 400) -> int:
    """Play until the game is over; how many decisions that took."""
    for turns in range(most):
        if my_turn_or_over(page) == "over":
            return turns
        take_turn(page, chance, by)
    raise AssertionError(f"no end after {most} decisions")


def _press(page: Page, by: str) -> None:
    if by == "mouse":
        page.locator(MAIN).click()
    else:
        page.locator("main").focus()
        page.keyboard.press("Enter")


def _lift(page: Page, chance: random.Random, by: str) -> None:
    things = page.locator(LIFTABLE)
    thing = things.nth(chance.randrange(things.count()))
    lifted = page.locator("[data-thing][aria-pressed=true]").count()
    if by == "mouse":
        # A card in an overlapped hand shows its left edge.
        thing.click(position={"x": 8, "y": 30})
    else:
        thing.focus()
        page.keyboard.press("ArrowUp")
    if not lifted:
        page.wait_for_selector("[data-thing][aria-pressed=true]")


def _put(page: Page, chance: random.Random, by: str) -> bool:
    """Choose a place; whether that played."""
    before = number(page)
    places = page.locator(PLACES)
    at = chance.randrange(places.count())
    if by == "keyboard":
        places.nth(at).focus()
        page.keyboard.press("Enter")
    else:
        places.nth(at).click()
    if page.locator(".felt .chosen").count():  # a box is chosen first and written with a second press
        _press(page, by)
        return True
    expect(page.locator("main")).not_to_have_attribute("data-number", before)
    return True
