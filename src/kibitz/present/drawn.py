"""A position as the web table draws it, for a notebook: the table's own scripts in a frame that needs no server.

The frame holds what one seat may know and the modules that draw it, found by following their imports, so that no game
is drawn a second time. It is sandboxed: its scripts reach neither the notebook nor a network.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from kibitz.state import State

PAGE = Path(__file__).parents[1] / "web" / "page"
STYLES = ("look.css", "pages.css")
IMPORTED = re.compile(r"(\bfrom |\bimport )'\./([\w-]+\.js)'")

LOG = 8
"""How many of the last moves are told."""

HEIGHT = 740
"""Of the frame; what is higher can be scrolled to."""

FRAME = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{style}body {{ background: none; }}</style>
<script type="importmap">{modules}</script></head>
<body><main>{words}</main><script type="application/json" id="position">{position}</script>
<script type="module">import 'kibitz/still.js';</script></body></html>"""


class Drawn:
    """The table as one seat sees it: a drawing in a notebook, words where it is printed."""

    def __init__(self, state: State, seat: int | None = None) -> None:
        self.seat = max(state.player, 0) if seat is None else seat
        self.words, self.position = state.show(self.seat), position(state, self.seat)
        self._table = state.game.folder / "table.js"

    def __str__(self) -> str:
        return self.words

    __repr__ = __str__

    def page(self) -> str:
        """A whole page with the drawing, which needs nothing from outside."""
        words = f"<pre>{escape(self.words)}</pre>"
        text = json.dumps(self.position).replace("<", "\\u003c")
        styles = "\n".join((PAGE / name).read_text(encoding="utf-8") for name in STYLES)
        table = self._table if self._table.is_file() else PAGE / "generic.js"
        return FRAME.format(
            title=escape(self.position["title"]), style=styles, modules=modules(table), words=words, position=text
        )

    def _repr_html_(self) -> str:
        style = f"width:100%;height:{HEIGHT}px;border:0;color-scheme:light dark"
        frame = f'<iframe sandbox="allow-scripts" style="{style}" srcdoc="{escape(self.page())}"></iframe>'
        return f"{frame}<details><summary>as text</summary><pre>{escape(self.words)}</pre></details>"


def position(state: State, seat: int) -> dict[str, Any]:
    """What the page's scripts draw from, made of one seat's views alone."""
    game, number = state.game, len(state.moves)
    movers = {n: mover for mover in range(state.seats) for n in state.decisions_of(mover)}
    log = [
        {
            "number": n,
            "seat": movers[n],
            "text": game.text.tell(state.view(seat, n), state.moves[n], state.view(seat, n + 1), seat),
        }
        for n in range(max(0, number - LOG), number)
    ]
    view = state.view(seat)
    return {
        "game": game.name,
        "title": game.title.partition(":")[0],
        "options": {name: getattr(state.options, name) for name in state.options.__dataclass_fields__},
        "seat": seat,
        "seats": [{"name": f"seat {p}", "you": False} for p in range(state.seats)],
        "shared_screen": True,  # so that seats are called by their numbers
        "number": number,
        "to_move": None if state.is_over else state.player,
        "over": state.is_over,
        "now": f"The game is over, {' : '.join(f'{score:g}' for score in state.scores)}." if state.is_over else "",
        "view": plain(view),
        "recalled": recalled(state, seat, number),
        "shown": game.text.show(view, seat),
        "log": log,
    }


def recalled(state: State, seat: int, number: int) -> dict[str, Any]:
    """What a game draws of earlier positions, if its text has a function `recall`: made of one seat's views alone."""
    recall = getattr(state.game.text, "recall", None)
    return {} if recall is None else recall(state.view(seat, n) for n in range(number, -1, -1))


def plain(view: np.record) -> dict[str, Any]:
    """A view as JSON takes it: by field name, 64-bit integers as text, without `rng`."""
    fields: dict[str, Any] = {}
    for name in view.dtype.names or ():
        if name != "rng":
            value = np.asarray(view[name])
            wide = value.dtype.itemsize == 8 and value.dtype.kind in "iu"
            fields[name] = value.astype(str).tolist() if wide else value.tolist()
    return fields


@cache
def modules(table: Path) -> str:
    """An import map with the drawing modules themselves, as addresses that hold what they name."""
    files = {"still.js": Path(__file__).parent / "still.js", "table.js": table}
    found: dict[str, str] = {}
    todo = ["still.js"]
    while todo:
        name = todo.pop()
        if name not in found:
            text = files.get(name, PAGE / name).read_text(encoding="utf-8")
            found[name] = IMPORTED.sub(r"\1'kibitz/\2'", text)
            todo += [other for _, other in IMPORTED.findall(text)]
    kind = "data:text/javascript;base64,"
    imports = {f"kibitz/{name}": kind + b64encode(text.encode()).decode() for name, text in found.items()}
    return json.dumps({"imports": imports})
