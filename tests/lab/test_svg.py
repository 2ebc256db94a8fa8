"""Figures as SVG: the page's ink, values on hover, words for those who do not see them."""

import re
from pathlib import Path
from xml.etree import ElementTree as Xml

import numpy as np

from kibitz.lab import figures
from kibitz.lab.svg import INK, described, rendered

ROWS = [
    {"games": games, "won": won, "won_low": won - 0.01, "won_high": won + 0.01}
    for games, won in ((10, 0.5), (100, 0.62), (1000, 0.795))
]


def drawn():
    figure, axes = figures.chart("Learning", "games", "win rate", log="x", percent=True)
    figures.curve(axes, ROWS, "games", "won", "td")
    figures.paper(axes, [1000], [0.8])
    figures.level(axes, 0.5, "even")
    return figure


def test_the_same_figure_gives_the_same_bytes():
    assert rendered(drawn(), "learning") == rendered(drawn(), "learning")


def test_points_say_their_values_and_curves_their_names():
    root = Xml.fromstring(rendered(drawn(), "learning"))
    titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "td, games 1,000: 79.5% [78.5%, 80.5%]" in titles and "paper, games 1,000: 80.0%" in titles
    curves = {group.get("data-curve") for group in root.iter() if group.get("class") == "curve"}
    assert curves == {"td", "paper", "even"}


def test_it_takes_the_ink_of_the_page():
    text = rendered(drawn(), "learning").decode()
    assert INK not in text and "currentColor" in text
    assert "#000000" not in text and "fill: #ffffff" not in text, "black or white of its own would vanish somewhere"


def test_shades_can_be_turned_round_by_a_dark_page():
    figure, axes = figures.chart("Weights", "other's score", "own score")
    figures.shades(axes, np.eye(3), 1)
    image = next(Xml.fromstring(rendered(figure, "board")).iter("{http://www.w3.org/2000/svg}image"))
    assert image.get("class") == "shades" and image.get("id") is None


def test_two_figures_can_stand_on_one_page():
    first, second = (
        set(re.findall(r'id="([^"]+)"', rendered(drawn(), name).decode())) for name in ("learning", "again")
    )
    assert first and not first & second
    text = rendered(drawn(), "learning").decode()
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    assert used <= first, "what a part refers to is there"


def test_it_is_told_in_words():
    assert described(drawn()) == (
        "Learning: win rate against games. paper, games 1,000: 80.0%. even: 50.0%. "
        "td, games 10: 50.0% [49.0%, 51.0%]; games 1,000: 79.5% [78.5%, 80.5%]."
    )


def test_words_of_stored_figures_can_be_read_on_a_dark_page():
    stored = sorted(Path("results").rglob("*.svg"))
    assert stored
    for file in stored:
        styles = re.findall(r'<text[^>]*\sstyle="([^"]*)"', file.read_text(encoding="utf-8"))
        assert styles and all("fill: currentColor" in style for style in styles), file
