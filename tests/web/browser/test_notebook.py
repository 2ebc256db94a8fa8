"""A position as a notebook shows it: the web table's drawing in a frame, with no server and no network."""

import random

import pytest

import kibitz
from kibitz.present.drawn import plain


def played(name: str, moves: int = 9):
    chance = random.Random(4)
    state = kibitz.new(name, seed=5, **kibitz.game(name).table)
    for _ in range(moves):
        if not state.is_over:
            state.push(chance.choice(state.legal))
    return state


@pytest.mark.parametrize("name", kibitz.games())
def test_it_is_drawn_without_a_server(browser, name):
    state = played(name)
    page = browser.new_page(viewport={"width": 1000, "height": 800})
    faults, asked = [], []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: asked.append(request.url))
    page.set_content(state._repr_html_())
    frame = page.frame_locator("iframe")
    frame.locator(".felt").wait_for(timeout=20_000)
    if (kibitz.game(name).folder / "table.js").is_file():
        assert frame.locator(".felt svg").count() >= 5
    assert f"seat {state.player} is to move" in frame.locator(".now").inner_text().lower()
    assert faults == [] and [url for url in asked if not url.startswith(("data:", "about:"))] == []
    page.close()


def test_a_finished_game_is_drawn(browser):
    state = played("duel", 1000)
    page = browser.new_page()
    page.set_content(state._repr_html_())
    now = page.frame_locator("iframe").locator(".now")
    now.wait_for(timeout=20_000)
    assert "The game is over" in now.inner_text()
    page.close()


@pytest.mark.parametrize("name", kibitz.games())
def test_it_holds_nothing_but_what_the_seat_may_know(name):
    state = played(name)
    for seat in range(state.seats):
        drawn = state.draw(seat)
        assert drawn.position["view"] == plain(state.view(seat)) and str(drawn) == state.show(seat)
        other = state.copy()
        view = state.view(seat)
        state.game.redeal(view, seat, 99)  # another way things may be
        other._line[len(state.moves)] = view
        assert other.draw(seat).page() == drawn.page()
