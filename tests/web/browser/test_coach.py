"""The coach at the page: hints in three steps, the tutor's warning, the review, the drill."""

import random
import re

from playwright.sync_api import expect

from tests.web.browser.conftest import REVIEWED
from tests.web.browser.players import my_turn_or_over, number, play_to_the_end

PARTS = ["Before the deal", "Luck", "Their mistakes", "Your mistakes", "Hidden cards"]
"""Where a result came from."""


def test_the_coach_says_nothing_before_it_is_asked_and_then_the_least_first(visitor, table):
    page = visitor()
    table(page, "cribbage", seats=["you", "random"])  # it begins with two cards to throw, whatever is dealt
    my_turn_or_over(page)
    coach = page.get_by_role("region", name="Coach")
    expect(coach).to_contain_text("shows nothing until you ask")
    expect(coach).not_to_contain_text("%")
    page.keyboard.press("h")
    expect(coach.get_by_role("button", name="Show the moves")).to_be_visible()
    expect(coach).not_to_contain_text("%")
    page.keyboard.press("h")
    best = coach.locator(".hint").first
    expect(best).to_contain_text("best")
    # Its first row lifts the cards without playing them.
    before = number(page)
    best.click()
    expect(page.locator(".felt .btn.main[data-play]")).to_be_enabled()
    assert number(page) == before
    page.keyboard.press("h")
    expect(coach.locator(".hint")).to_have_count(0)


def test_the_tutor_warns_before_a_costly_move_and_lets_it_pass(visitor, table):
    page = visitor()
    table(page, "yacht", options={"players": 1}, seats=["you"], tutor="gentle")
    my_turn_or_over(page)
    for _ in range(6):
        before = number(page)
        # The lowest offer of the sheet is a costly box to fill on the first roll.
        offers = page.locator(".sel")
        worst = min(range(offers.count()), key=lambda i: (int(offers.nth(i).inner_text()), i))
        offers.nth(worst).click()
        page.keyboard.press("Enter")
        page.wait_for_selector(f"[data-do=anyway], main:not([data-number='{before}'])")
        if page.get_by_role("button", name="Play it anyway").count():
            break
        my_turn_or_over(page)
    expect(page.get_by_role("status")).to_contain_text("The coach would think again")
    assert number(page) == before, "a warned move is not played"
    page.get_by_role("button", name="Play it anyway").click()
    expect(page.locator("main")).not_to_have_attribute("data-number", before)


def test_the_tutor_can_be_asked_in_the_middle_of_a_game_and_is_there_after_a_reload(visitor, table):
    page = visitor()
    table(page, "cribbage", seats=["you", "random"])
    my_turn_or_over(page)
    expect(page.get_by_role("radio", name="Never")).to_be_checked()
    with page.expect_response("**/api/tables/*"):
        page.get_by_role("radio", name="With reasons").check()
    page.reload()
    my_turn_or_over(page)
    expect(page.get_by_role("radio", name="With reasons")).to_be_checked()


def test_a_game_is_reviewed_replayed_and_practised(visitor, table):
    page = visitor()
    table(page, "zsy", options={"hand": 12}, seats=["you", "greedy"])
    play_to_the_end(page, random.Random(8))
    page.get_by_role("button", name="Review").click()
    review = page.locator("main.review")
    expect(review.locator("h1")).to_contain_text(re.compile("You (won|lost)"), timeout=REVIEWED)
    expect(review.locator(".graph-svg")).to_be_visible()
    expect(review.locator(".luck dt")).to_have_text(PARTS)
    shown = [float(x.replace("−", "-")) for x in review.locator(".luck dd b").all_inner_texts()]
    assert min(abs(sum(shown) - result) for result in (0, 50, 100)) < 0.4  # each is rounded to a tenth
    at = review.get_attribute("data-move")
    page.keyboard.press("ArrowRight")
    expect(review).to_have_attribute("data-move", str(int(at or 0) + 1))
    page.locator(".mv").first.click()
    expect(review).to_have_attribute("data-move", "0")
    page.get_by_role("button", name="Only losses").click()
    expect(page.get_by_role("button", name="All moves")).to_be_visible()
    address = page.url
    page.get_by_role("button", name="Replay from here").click()
    page.wait_for_url("**/table/*")
    my_turn_or_over(page)
    # Somebody else who has the link sees it too.
    friend = visitor(address)
    expect(friend.locator("main.review .graph-svg")).to_be_visible(timeout=REVIEWED)
    page.goto("/drill")
    if page.locator(".drill .felt").or_(page.locator(".lone")).first.get_attribute("class") == "lone":
        return  # played without a mistake
    play = page.locator(".felt .btn.main[data-play]")
    while not play.count():
        page.locator("[data-thing]:not([aria-disabled]):not([aria-pressed=true])").first.click(
            position={"x": 8, "y": 30}
        )
    play.click()
    expect(page.locator(".side")).to_contain_text(re.compile("That is it|Not the best"))
    page.get_by_role("button", name="Next").click()


def test_a_hand_is_counted_in_the_quiz(visitor):
    page = visitor("/quiz/cribbage")
    page.get_by_role("button", name="0", exact=True).click()
    expect(page.locator("main")).to_have_attribute("data-asked", "1")
    expect(page.get_by_role("status")).to_contain_text(re.compile("Right|It is"))
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("status")).to_contain_text("Take your time")
    page.goto("/quiz/gin")
    page.get_by_label("Your answer").fill("7")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text(re.compile("Right|It is"))
