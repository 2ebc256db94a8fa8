"""Figures as SVG that fit the page they stand on: its ink, values on hover, curves that can be told apart by a script.

Matplotlib draws; here the drawing loses what only Matplotlib needs. What was drawn in `INK` takes the colour of the
text around it, so a figure reads well in light and in dark. Every labelled curve is one group with its label, every
point of it says its values as a title, and the whole has a description in words for those who do not see it.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as Xml

import numpy as np

from kibitz.lab.numbers import PERCENT, amount, number, with_interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

INK = "#010203"
"""Stands for the colour of the text around; nothing else is drawn in it."""
SVG, LINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
STYLE = "svg:root { color: #222 } @media (prefers-color-scheme: dark) { svg:root { color: #ddd } }"
"""For a figure that stands alone; within a page it is the page that says the colour."""
SHADES = "shades"
"""The gid of an image in shades of black on white, which a dark page turns round."""
MOST_WORDS = 12
"""Curves named in a description; of more only the number."""


def rendered(figure: Figure, name: str) -> bytes:
    """The figure as SVG; the same figure under the same name gives the same bytes."""
    from matplotlib import rc_context

    curves = list(_curves(figure))
    for place, curve in enumerate(curves):
        for part in curve.parts:
            part.set_gid(f"{name}-curve-{place}")
    sink = io.StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": name, "font.family": "sans-serif"}):
        figure.savefig(sink, format="svg", transparent=True, bbox_inches="tight", metadata={"Date": None})
    root = Xml.fromstring(sink.getvalue())
    for unwanted in ("metadata", "defs/style"):
        parent = root if "/" not in unwanted else root.find(f"{{{SVG}}}{unwanted.split('/')[0]}")
        if parent is not None:
            for child in parent.findall(f"{{{SVG}}}{unwanted.split('/')[-1]}"):
                parent.remove(child)
    root.attrib |= {"class": "kibitz", "role": "img", "stroke-linejoin": "round", "stroke-linecap": "butt"}
    for place, curve in enumerate(curves):
        for group in root.iter(f"{{{SVG}}}g"):
            if group.get("id") == f"{name}-curve-{place}":
                _tell(group, curve)
    for image in root.iter(f"{{{SVG}}}image"):
        if image.get("id") == SHADES:
            image.set("class", SHADES)
    _own_names(root, name)
    said = Xml.Element(f"{{{SVG}}}desc")
    said.text = described(figure)
    style = Xml.Element(f"{{{SVG}}}style")
    style.text = STYLE
    root[:0] = [said, style]
    Xml.register_namespace("", SVG)
    Xml.register_namespace("xlink", LINK)
    text = Xml.tostring(root, encoding="unicode").replace(INK, "currentColor")
    return re.sub(r"font: ([\d.]+)px [^;\"]+", r"font: \1px sans-serif", text).encode() + b"\n"


def described(figure: Figure) -> str:
    """What the figure shows, in words."""
    heading = getattr(figure, "_suptitle", None)
    told = [heading.get_text()] if heading else []
    for axes in figure.axes:
        about = " against ".join(filter(None, (axes.get_ylabel(), axes.get_xlabel())))
        told.append(": ".join(filter(None, (axes.get_title(), about))))
    curves = [curve for curve in _curves(figure) if len(curve.x)]
    if len(curves) > MOST_WORDS:
        told.append(f"{len(curves)} curves")
    else:
        told += [curve.course() for curve in curves]
    return ". ".join(line.strip(" .:") for line in told if line.strip()) + "."


class Curve:
    """A labelled line of a figure and its points."""

    def __init__(self, axes: Axes, label: str, parts: list[Any], ends: np.ndarray | None) -> None:
        self.axes, self.label, self.parts = axes, label, parts
        line = parts[0]
        self.x, self.y = (np.asarray(line.get_xdata(), float), np.asarray(line.get_ydata(), float))
        self.ends = ends

    def at(self, k: int) -> str:
        """One point in words."""
        low, high = self.ends[k] if self.ends is not None and k < len(self.ends) else (0.0, 0.0)
        y, unit = self.y[k], PERCENT if _in_percent(self.axes.yaxis) else ""
        if high > low:
            return with_interval(y, low, high, unit)
        return f"{100 * y:.1f}%" if unit else amount(y) if abs(y) >= 1e6 else number(y)

    def course(self) -> str:
        """Where it begins and where it ends."""
        if len(self.y) > 1 and np.ptp(self.y) == 0:
            return f"{self.label}: {self.at(0)}"
        first, last = f"{self._place(0)}: {self.at(0)}", f"{self._place(-1)}: {self.at(len(self.y) - 1)}"
        return f"{self.label}, {first}" + (f"; {last}" if len(self.x) > 1 else "")

    def title(self, k: int) -> str:
        return f"{self.label}, {self._place(k)}: {self.at(k)}"

    def _place(self, k: int) -> str:
        name = self.axes.get_xlabel()
        ticks = dict(zip(self.axes.get_xticks(), (t.get_text() for t in self.axes.get_xticklabels())))
        if not name and ticks.get(self.x[k]):
            return ticks[self.x[k]].replace("\n", " ")
        x = self.x[k]
        return f"{name} {f'{100 * x:.1f}%' if _in_percent(self.axes.xaxis) else amount(x)}".strip()


def _in_percent(axis: Axis) -> bool:
    from matplotlib.ticker import PercentFormatter

    return isinstance(axis.get_major_formatter(), PercentFormatter)


def _curves(figure: Figure) -> Iterator[Curve]:
    from matplotlib.container import ErrorbarContainer
    from matplotlib.lines import Line2D

    for axes in figure.axes:
        for artist, label in zip(*axes.get_legend_handles_labels()):
            if isinstance(artist, ErrorbarContainer):
                line, caps, bars = artist.lines
                ends = np.array([part[:, 1] for part in bars[0].get_segments()]) if bars else None
                if line is not None:
                    yield Curve(axes, label, [line, *caps, *bars], ends)
            elif isinstance(artist, Line2D):
                yield Curve(axes, label, [artist], None)


def _tell(group: Xml.Element, curve: Curve) -> None:
    """Mark a curve's group, and let its points say their values."""
    del group.attrib["id"]
    group.set("class", "curve")
    group.set("data-curve", curve.label)
    marks = list(group.iter(f"{{{SVG}}}use"))
    if len(marks) != len(curve.x):  # caps and bars, or a curve without marks
        return
    for k, mark in enumerate(marks):
        title = Xml.SubElement(mark, f"{{{SVG}}}title")
        title.text = curve.title(k)


def _own_names(root: Xml.Element, name: str) -> None:
    """Ids that nothing refers to go; the others are the figure's own, so that two figures can stand on one page."""
    text = Xml.tostring(root, encoding="unicode")
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    for element in root.iter():
        id = element.get("id")
        if id is not None and id not in used:
            del element.attrib["id"]
        elif id is not None:
            element.set("id", f"{name}-{id}")
        for key, value in element.attrib.items():
            if key == f"{{{LINK}}}href" or value.startswith("url(#"):
                element.set(key, re.sub(r"#(?!" + re.escape(name) + r"-)", f"#{name}-", value, count=1))
