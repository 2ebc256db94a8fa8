"""Each game is played to its end at the page, by mouse, by keyboard and on a phone."""

import random
import re

import pytest
from playwright.sync_api import expect

import kibitz
from tests.web.browser.conftest import PHONE, REVIEWED
from tests.web.browser.players import my_turn_or_over, number, play_to_the_end, take_turn

SHORT = {
    "cribbage": ({"target": 21}, "random"),
    "gin": ({"hands": 1}, "simple"),
    "racko": ({"slots": 3, "target": 0}, "random"),
    "yacht": ({"players": 2}, "random"),
    "zsy": ({"hand": 10}, "random"),
}
"""Options and opponents with which a game is soon over."""


@pytest.mark.parametrize("game", SHORT)
@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_a_game_can_be_played_to_its_end(visitor, table, game, by):
    page = visitor()
    options, opponent = SHORT[game]
    table(page, game, options=options, seats=["you", opponent])
    assert play_to_the_end(page, random.Random(3), by) > 0
    expect(page.get_by_role("status")).to_contain_text(re.compile("win|draw"))
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


@pytest.mark.parametrize("game", ["cribbage", "gin"])
def test_a_game_can_be_played_on_a_phone(visitor, table, game):
    page = visitor(size=PHONE)
    options, opponent = SHORT[game]
    table(page, game, options=options, seats=["you", opponent])
    play_to_the_end(page, random.Random(5))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], "the page scrolls sideways"


def test_muggins_is_counted_by_the_player(visitor, table):
    page = visitor()
    table(page, "cribbage", options={"muggins": True, "target": 41}, seats=["you", "random"])
    play_to_the_end(page, random.Random(2))


def test_four_sit_at_rack_o_and_yacht(visitor, table):
    page = visitor()
    for game, options in (("racko", {"players": 4, "slots": 3, "target": 0}), ("yacht", {"players": 4})):
        table(page, game, options=options, seats=["you", "random", "random", "random"])
        assert page.locator(".seat").count() == 4
    play_to_the_end(page, random.Random(1))


def test_a_card_can_be_dragged_where_it_belongs_and_glides_back_elsewhere(visitor, table):
    page = visitor()
    table(page, "cribbage", options={"dealer": "second"}, seats=["you", "random"])
    cards = page.locator(".hand [data-thing]")
    cards.nth(0).click()
    page.wait_for_selector("[aria-pressed=true]")
    box, felt = cards.nth(3).bounding_box(), page.locator(".board").bounding_box()
    page.mouse.move(box["x"] + 30, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 20, steps=4)
    expect(page.locator("[aria-pressed=true]")).to_have_count(2)
    page.mouse.move(felt["x"] + 30, felt["y"] + 30, steps=4)
    page.mouse.up()
    assert number(page) == "0", "let go where nothing is to be played, a card stays in the hand"
    crib = page.locator("[data-place=crib]").bounding_box()
    box = cards.nth(3).bounding_box()
    page.mouse.move(box["x"] + 30, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(crib["x"] + crib["width"] / 2, crib["y"] + 40, steps=6)
    page.mouse.up()
    expect(page.locator("main")).not_to_have_attribute("data-number", "0")


def test_cribbages_pegs_and_review_come_from_the_record(visitor):
    """A game that this page has not seen being played: one of a record, dealt from a seed."""
    state = kibitz.new("cribbage", seed=24, dealer="first", target=31)
    greedy = kibitz.agent("cribbage", "greedy", target=31, dealer="first")
    while not state.is_over:
        state.push(greedy.choose(state))
    page = visitor()
    page.goto("/settings")  # a page of one's own, so that the request comes from here
    made = page.request.post("/api/records", data={"text": state.record()}, headers={"Origin": page.evaluate("origin")})
    assert made.ok, made.text()
    at = made.json()
    pegs = at["recalled"]["pegs"]
    assert [front for _, front in pegs] == at["view"]["points"] and all(back < front for back, front in pegs)
    page.goto(f"/table/{at['id']}")
    my_turn_or_over(page)
    expect(page.locator(".board .peg")).to_have_count(4)
    page.goto(f"/review/{at['id']}")
    expect(page.locator(".rv-board .board .peg")).to_have_count(4, timeout=REVIEWED)


def test_an_illegal_card_stays_and_the_line_says_why(visitor, table):
    page = visitor()
    table(page, "gin", options={"hands": 1}, seats=["you", "random"])
    my_turn_or_over(page)
    page.locator(".gin-hand [data-thing]").first.click(force=True, position={"x": 8, "y": 30})
    expect(page.get_by_role("status")).to_contain_text("Not allowed")
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)


def test_gins_first_upcard_can_be_taken_which_leaves_no_discards(visitor, table):
    page = visitor()
    table(page, "gin", options={"hands": 1}, seats=["you", "random"])
    my_turn_or_over(page)
    page.get_by_role("button", name="Take").click()
    expect(page.get_by_role("status")).to_contain_text("Discard one card")
    take_turn(page, random.Random(1), "mouse")


def test_a_lifted_card_is_put_down_by_escape_and_by_a_click_on_the_felt(visitor, table):
    page = visitor()
    table(page, "cribbage", options={"dealer": "second"}, seats=["you", "random"])
    up = page.locator("[aria-pressed=true]")
    page.keyboard.press("2")
    expect(up).to_have_count(1)
    page.keyboard.press("Escape")
    expect(up).to_have_count(0)
    page.keyboard.press("1")
    expect(up).to_have_count(1)
    page.locator(".row-seat").click(position={"x": 300, "y": 4})
    expect(up).to_have_count(0)


def test_a_move_is_taken_back(visitor, table):
    page = visitor()
    table(page, "racko", options={"target": 0}, seats=["you", "random"])
    page.locator("[data-place=pile]").click()
    expect(page.locator("main")).to_have_attribute("data-number", "1")
    page.keyboard.press("u")
    expect(page.locator("main")).to_have_attribute("data-number", "0")


def test_a_sixth_game_needs_no_drawing(visitor, table):
    page = visitor()
    if not any(game["name"] == "duel" for game in page.request.get("/api/games").json()):
        pytest.skip("the sixth game is not installed here")
    table(page, "duel", seats=["you", "random"])
    play_to_the_end(page, random.Random(1))
