"""Plots are well-formed pictures whose marks stand where the numbers are."""

from xml.etree import ElementTree

import numpy as np

import kibitz
from kibitz.present.plots import LABEL, WIDTH, Estimate, distribution, intervals

SVG = "{http://www.w3.org/2000/svg}"


def test_intervals_stand_where_their_shares_are():
    rows = [Estimate("one <b>", 0.75, 0.5, 1.0), Estimate("two", 0.25, 0.0, 0.5)]
    plot = ElementTree.fromstring(intervals(rows, 0.5, "a title"))
    places = [float(circle.get("cx")) for circle in plot.iter(f"{SVG}circle")]
    whole = WIDTH - LABEL - 80
    assert places == [LABEL + 0.75 * whole, LABEL + 0.25 * whole]
    ends = [(float(line.get("x1")), float(line.get("x2"))) for line in plot.iter(f"{SVG}line")]
    assert ends == [(LABEL + a * whole, LABEL + b * whole) for a, b in [(0.5, 0.5), (0.5, 1.0), (0.0, 0.5)]]
    assert plot.get("aria-label") == "a title" and "one <b>" in [text.text for text in plot.iter(f"{SVG}text")]


def test_a_distribution_is_highest_at_its_mode():
    chances = np.exp(-(((np.arange(300) - 190) / 20.0) ** 2))
    plot = ElementTree.fromstring(distribution(chances / chances.sum(), 190.0, "scores"))
    points = [tuple(map(float, pair.split(","))) for pair in plot.find(f"{SVG}polygon").get("points").split()]
    x, _ = min(points, key=lambda point: point[1])
    assert abs(x - float(plot.find(f"{SVG}line").get("x1"))) < 0.2


def test_results_and_solutions_draw_theirs():
    matched = kibitz.match("duel", "thrifty", "random", pairs=20)
    assert ElementTree.fromstring(matched.plot()) is not None and matched.plot() in matched._repr_html_()
    played = kibitz.tournament("duel", ["thrifty", "random"], games=40)
    assert played.plot().count("<circle") == 2
    assert "mean 191.8" in kibitz.solve("yacht").plot()
