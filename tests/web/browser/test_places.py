"""From page to page: a game from the home page, by invite, at one screen; reloads, lost connections, the daily deal."""

import random

from playwright.sync_api import expect

from tests.web.browser.conftest import PHONE, REVIEWED
from tests.web.browser.players import my_turn_or_over, number, play_to_the_end, take_turn


def try_now(page):
    """Press the button, unless the page has come back by itself meanwhile."""
    page.locator("[data-do=retry]").evaluate_all("(all) => all.forEach((one) => one.click())")


def test_a_game_is_dealt_from_the_home_page_and_gone_on_with(visitor):
    page = visitor()
    page.get_by_role("radio", name="Zheng Shang You").check()
    page.locator(".level", has_text="Random").or_(page.locator(".level", has_text="Beginner")).first.click()
    page.get_by_text("Variants").click()
    page.get_by_role("spinbutton", name="Cards dealt to each player").fill("9")
    page.get_by_role("button", name="Deal Zheng Shang You").click()
    page.wait_for_url("**/table/*")
    my_turn_or_over(page)
    expect(page.get_by_role("group", name="Your hand").locator("[data-thing]")).not_to_have_count(18)
    page.goto("/")
    page.get_by_role("link", name="Continue").click()
    page.wait_for_url("**/table/*")
    my_turn_or_over(page)


def test_a_reload_in_the_middle_changes_nothing(visitor, table):
    page = visitor()
    table(page, "cribbage", options={"target": 31}, seats=["you", "random"])
    chance = random.Random(4)
    for _ in range(3):
        my_turn_or_over(page)
        take_turn(page, chance, "mouse")
    my_turn_or_over(page)
    before, hand = number(page), page.locator(".hand").inner_html()
    page.reload()
    my_turn_or_over(page)
    assert number(page) == before
    assert page.locator(".hand [data-thing]").count() == hand.count("data-thing")


def test_a_lost_connection_is_told_and_play_goes_on_after_it(visitor, table):
    page = visitor()
    table(page, "racko", options={"target": 0}, seats=["you", "random"])
    my_turn_or_over(page)
    page.route("**/api/**", lambda route: route.abort())
    page.locator("[data-place=pile]").click()
    line = page.get_by_role("status")
    expect(line).to_contain_text("Your game is saved up to move 0")
    expect(page.locator("main")).to_have_attribute("data-state", "offline")
    page.unroute("**/api/**")
    try_now(page)
    expect(page.locator("main")).to_have_attribute("data-state", "turn")
    page.locator("[data-place=pile]").click()
    expect(page.locator("main")).to_have_attribute("data-number", "1")


def test_the_page_opens_without_a_connection_once_it_was_there(visitor, table):
    page = visitor(offline_too=True)
    id = table(page, "gin", options={"hands": 1}, seats=["you", "random"])
    my_turn_or_over(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # the worker sees every file now
    my_turn_or_over(page)
    page.context.set_offline(True)
    page.goto(f"/table/{id}")
    expect(page.get_by_role("status")).to_contain_text("No connection")
    expect(page.locator(".gin-hand [data-thing]").first).to_be_visible()
    page.context.set_offline(False)
    try_now(page)
    my_turn_or_over(page)


def test_a_friend_comes_by_link_and_both_see_every_move(visitor, table):
    host = visitor()
    table(host, "racko", options={"target": 0, "slots": 3}, seats=["you", "person"])
    invited = host.locator(".invite .link").inner_text()
    guest = visitor(invited)
    expect(guest.get_by_role("heading", name="invites you to Rack-O")).to_be_visible()
    guest.get_by_role("button", name="Take the seat").click()
    guest.wait_for_url("**/table/*")
    pages, chance = [host, guest], random.Random(2)
    for _ in range(6):
        states = {page: page.get_attribute("main", "data-state") for page in pages}
        if "over" in states.values():
            break
        mover = host if host.locator("main[data-state=turn]").count() else guest
        my_turn_or_over(mover)
        take_turn(mover, chance, "mouse")
        other = guest if mover is host else host
        expect(other.locator("main")).to_have_attribute("data-number", number(mover))
    # The link works once.
    late = visitor(invited)
    expect(late.locator(".lone")).to_contain_text("this invitation was used already")


def test_two_at_one_screen_do_not_see_each_others_cards(visitor, table):
    page = visitor()
    table(page, "cribbage", seats=["you", "here"])
    cover = page.get_by_role("button", name="show my cards")
    expect(cover).to_be_visible()
    expect(page.locator("[data-thing]")).to_have_count(0)
    cover.click()
    my_turn_or_over(page)
    take_turn(page, random.Random(1), "keyboard")
    expect(cover).to_be_visible()
    expect(page.locator("[data-thing]")).to_have_count(0)


def test_the_daily_deal_is_played_once_and_shared(visitor):
    page = visitor("/daily/zsy")
    page.get_by_role("button", name="Play today’s deal").click()
    page.wait_for_url("**/table/*")
    play_to_the_end(page, random.Random(6))
    page.goto("/daily/zsy")
    expect(page.get_by_role("heading", name="A line to share")).to_be_visible(timeout=REVIEWED)
    expect(page.locator(".share-line")).to_contain_text("Kibitz")
    expect(page.get_by_role("button", name="Play today’s deal")).to_have_count(0)


def test_settings_are_kept(visitor):
    page = visitor("/settings", size=PHONE)
    page.get_by_role("radio", name="Dark").check()
    page.get_by_role("radio", name="Four colours").check()
    page.get_by_label("Your name at the table").fill("Ada")
    with page.expect_response("**/api/me"):
        page.keyboard.press("Tab")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-suits", "four")
    assert page.request.get("/api/me").json()["name"] == "Ada"
