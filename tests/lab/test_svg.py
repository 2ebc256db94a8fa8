"""Figures as SVG: the page's ink, values on hover, words for those who do not see them."""

import re
from pathlib import Path
from xml.etree import ElementTree as Xml

import numpy as np

from kibitz.lab import figures
from kibitz.lab.svg import INK, _curves, described, rendered

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
    assert "td, games 1,000: 79.5% [78.5, 80.5]" in titles and "paper, games 1,000: 80.0%" in titles
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
        "td, games 10: 50.0% [49.0, 51.0]; games 1,000: 79.5% [78.5, 80.5]."
    )


def test_large_numbers_are_said_as_people_say_them():
    rows = [
        {"decisions": decisions, "won": won, "won_low": won - 0.031, "won_high": won + 0.031}
        for decisions, won in ((500_000_000, 0.4), (1_000_340_000, 0.8612))
    ]
    figure, axes = figures.chart("Learning", "decisions", "win rate", percent=True)
    figures.curve(axes, rows, "decisions", "won", "net")
    text = rendered(figure, "learning").decode()
    assert "net, decisions 1 billion: 86.1% [83.0, 89.2]" in text and "net, decisions 500 million: " in text
    assert re.search(r">0\.\d+ billion<", text), "all along an axis the unit is the same"
    assert not re.search(r"\de\+\d|\d [kMG]\b", text)


def test_the_interval_of_a_share_ends_at_nothing_and_at_all():
    rows = [{"said": said, "won": won, "won_low": won - 0.1, "won_high": won + 0.1} for said, won in ((0, 0), (1, 1))]
    figure, axes = figures.chart("Reliability", "said", "won", percent=True)
    figures.curve(axes, rows, "said", "won", "chances")
    titles = [curve.title(k) for curve in _curves(figure) for k in (0, 1)]
    assert titles == ["chances, said 0: 0.0% [0.0, 10.0]", "chances, said 1: 100.0% [90.0, 100.0]"]


def test_every_colour_stands_out_from_the_page_and_from_the_others():
    def light(colour):
        shares = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
        return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4) @ (0.2126, 0.7152, 0.0722)

    assert len(set(figures.COLOURS)) == len(figures.COLOURS)
    assert [colour for colour in (*figures.COLOURS, figures.GREY) if 1.05 / (light(colour) + 0.05) < 3] == []


def test_words_of_stored_figures_can_be_read_on_a_dark_page():
    stored = sorted(Path("results").rglob("*.svg"))
    assert stored
    for file in stored:
        styles = re.findall(r'<text[^>]*\sstyle="([^"]*)"', file.read_text(encoding="utf-8"))
        assert styles and all("fill: currentColor" in style for style in styles), file
