"""A review as text: the chance to win drawn over the moves, both sides in numbers, and what to learn from it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kibitz.coach.judge import CHANCE
from kibitz.coach.review import Decision, Review
from kibitz.coach.words import amount, by_whom, event_name, figure, side_rows
from kibitz.present.words import coloured, told

HEIGHT = 8
BLOCKS = " ▁▂▃▄▅▆▇█"
MOST = 10
"""Marked moves that are told in full."""


def review_text(found: Review, width: int, seats: Sequence[int] = ()) -> RenderableType:
    """The whole review; `seats` are those whose mistakes are told (default: all)."""
    watched = list(seats) or [side.seat for side in found.sides]
    parts: list[RenderableType] = [Text(f"{found.title}: the game looked over", style="bold")]
    parts += [Text(chart([worth[watched[0]] for worth in found.curve], width, found.unit))]
    what = "chance to win" if found.unit == CHANCE else "points expected"
    parts.append(Text(f"{found.sides[watched[0]].name}: {what} over {len(found.decisions)} moves", style="dim"))
    parts.append(sides_table(found))
    marked = [decision for decision in found.worst() if decision.seat in watched][:MOST]
    for decision in sorted(marked, key=lambda d: d.number):
        parts.append(_decision(found, decision))
    if not marked:
        parts.append(Text("No move lost enough to be marked."))
    parts.append(_luck(found, watched[0]))
    parts.append(Text(by_whom(found.adviser, found.assumes), style="dim"))
    return Group(*parts)


def sides_table(found: Review) -> Table:
    """Both sides in numbers."""
    table = Table()
    table.add_column("")
    for side in found.sides:
        table.add_column(side.name, justify="right")
    for name, cells in side_rows(found).items():
        table.add_row(name, *cells)
    return table


def chart(values: Sequence[float], width: int, unit: str) -> str:
    """Columns of blocks, one for a few moves each, with the scale at the left.

    >>> print(chart([0.0, 0.5, 1.0], 20, "chance to win").splitlines()[0])
    100% ┤  █
    """
    low, high = (0.0, 1.0) if unit == CHANCE else (min(values), max(values))
    span = (high - low) or 1.0
    columns = min(len(values), width - 7)
    picked = [values[round(i * (len(values) - 1) / max(columns - 1, 1))] for i in range(columns)]
    eighths = [round(8 * HEIGHT * (value - low) / span) for value in picked]
    lines = []
    for row in range(HEIGHT - 1, -1, -1):
        bar = "".join(BLOCKS[min(max(height - 8 * row, 0), 8)] for height in eighths)
        edge = high if row == HEIGHT - 1 else low if row == 0 else (low + high) / 2 if row == HEIGHT // 2 else None
        scale = "" if edge is None else f"{edge:.0%}" if unit == CHANCE else f"{edge:.0f}"
        lines.append(f"{scale:>4} {'┤' if scale else '│'}{bar}".rstrip())
    return "\n".join(lines)


def _decision(found: Review, decision: Decision) -> RenderableType:
    name = found.sides[decision.seat].name
    what = told(decision.told, name, True).splitlines()[0]
    mark = (f"{decision.mark}, {amount(decision.loss, found.unit)}", "bold yellow")
    # The number stands out, and what is told hangs beside it however often it wraps.
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", width=5, no_wrap=True)
    table.add_row(f"{decision.number + 1}.", Text.assemble(mark, "  ", coloured(what)))
    table.add_row("", coloured(decision.why))
    return table


def _luck(found: Review, seat: int) -> Text:
    """The luckiest and the unluckiest event of one seat."""
    events = sorted(found.chances, key=lambda event: event.luck[seat])
    if len(events) == 1:
        return Text(f"Luck came with {event_name(events[0])} alone: {figure(events[0].luck[seat], found.unit, '+')}.")
    said = [f"{event_name(event)} ({figure(event.luck[seat], found.unit, '+')})" for event in (events[-1], events[0])]
    return Text(f"Best luck: {said[0]}; worst: {said[1]}.")
