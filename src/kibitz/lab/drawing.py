"""Stored figures as parts of the site's pages."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

NARROW = 400.0
"""Points; a wider figure scrolls on a telephone."""
BROAD = 1000.0
"""Points; a wider figure scrolls on any screen, since its words would be too small to read."""
HEAVY = 100_000
"""Bytes; a larger figure stays a file of its own, loaded when one comes to it (figures.js)."""


def drawing(file: Path, caption: str = "", start: str = "../../../") -> str:
    """A stored figure as part of a page; its own words (see svg.py) are what a screen reader says.

    From the page's folder `start` leads to the project's.
    """
    if file.suffix != ".svg":  # of a run from before figures were SVG
        where = f"{file.stem.replace('_', ' ')}, a figure of {file.parents[1].name}.{file.parent.name}"
        return f"```{{figure}} {link_to(file, start)}\n:alt: {where}\n```"
    figure = file.read_text(encoding="utf-8")
    said = re.search(r"<desc>(.*?)</desc>", figure, re.DOTALL)
    width = re.search(r'<svg[^>]*\swidth="([\d.]+)pt"', figure)
    points = float(width[1]) if width else 0.0
    kind = "drawn broad" if points > BROAD else "drawn wide" if points > NARROW else "drawn"
    if len(figure) > HEAVY:
        words = " ".join(said[1].split()) if said else caption
        return (
            f"```{{figure}} {link_to(file, start)}\n:alt: {words}\n:figclass: {kind}\n:class: kibitz\n\n{caption}\n```"
        )
    figure = re.sub(r"<(desc|style)>.*?</\1>", "", figure, flags=re.DOTALL)
    # Two figures of one name on a page keep their parts apart by the experiment's.
    figure = re.sub(rf'(id="|href="#|url\(#){file.stem}-', rf"\g<1>{file.parent.name}-{file.stem}-", figure)
    words = f' aria-label="{said[1].strip()}"' if said else ""
    figure = figure.replace("<svg ", f"<svg{words} ", 1).strip()
    told = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return (
        f'```{{raw}} html\n<figure class="{kind}"><div class="drawing" tabindex="0">{figure}</div>{told}</figure>\n```'
    )


def link_to(file: Path, start: str = "../../../") -> str:
    """A file of the project, from an experiment's page unless told from where."""
    return start + file.resolve().relative_to(Path.cwd()).as_posix()
