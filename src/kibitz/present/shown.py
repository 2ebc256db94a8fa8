"""Results that show themselves: as a table where they are printed, as HTML in a notebook. Positions: see drawn.py."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import RenderableType

WIDTH = 100

PAGE = '<pre style="line-height:1.25;font-family:ui-monospace,Menlo,monospace;white-space:pre">{code}</pre>'


class Shown:
    """What has a table of its own, given by `shown`, and perhaps a plot."""

    def shown(self) -> RenderableType:
        """The table."""
        raise NotImplementedError

    def plot(self) -> str:
        """A picture that belongs below it in a notebook, as SVG; nothing by default."""
        return ""

    def __str__(self) -> str:
        return as_text(self.shown())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return as_html(self.shown()) + self.plot()


def as_text(shown: RenderableType) -> str:
    """Plain text, without the blanks at the ends of lines."""
    console = _console()
    console.print(shown)
    return "\n".join(line.rstrip() for line in console.file.getvalue().rstrip("\n").split("\n"))


def as_html(shown: RenderableType) -> str:
    """A piece of a page that needs nothing from outside: the same text, with its colours."""
    console = _console()
    console.print(shown)
    return console.export_html(inline_styles=True, code_format=PAGE)


def _console() -> Any:
    from rich.console import Console

    return Console(file=io.StringIO(), width=WIDTH, record=True, markup=False, highlight=False, emoji=False)


def agent_table(agent: Any) -> RenderableType:
    """Who plays: what it is, under which rules, how, and what its values mean."""
    from rich.table import Table

    from kibitz.agent import CompiledAgent

    table = Table(show_header=False)
    rows = {
        "player": agent.name,
        "plays": " ".join(filter(None, (agent.game.name, str(agent.options)))),
        "is": " ".join((type(agent).__doc__ or "").strip().partition("\n\n")[0].split()),
        "asked": "inside compiled loops" if isinstance(agent, CompiledAgent) else "in batches, from Python",
        "values": agent.unit,
    }
    for name, value in rows.items():
        table.add_row(name, value)
    return table
