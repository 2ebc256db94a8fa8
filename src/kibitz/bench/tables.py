"""What was measured, as tables; beside an earlier measurement, what became of each figure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rich.table import Table

from kibitz.bench.row import per_core

SLOWER = 0.9
"""Below this part of an earlier figure it has become slower; less than that is noise."""


def speed_table(measured: dict[str, Any], earlier: dict[str, Any] | None = None) -> Table:
    """All speeds, and how many times the speed of one core each is."""
    table = Table(title=f"{measured['machine']}, {measured['cores']} cores", title_justify="left")
    headings = ["game", "by", "cores", "decisions/s", "games/s", "× one core"]
    for heading in headings + ["against before"] * bool(earlier):
        table.add_column(heading, justify="left" if heading in ("game", "by") else "right")
    before = {_key(row): row["decisions_per_second"] for row in (earlier or {}).get("speed", [])}
    one_core = {_key(row)[:-1]: row["decisions_per_second"] for row in measured["speed"] if row["workers"] == 1}
    for row in _in_sections(table, measured["speed"]):
        speed = row["decisions_per_second"]
        rates = [f"{speed:,.0f}", f"{row['games_per_second']:,.0f}"]
        alone = one_core.get(_key(row)[:-1])
        rates.append(f"{speed / alone:.1f}" if alone and row["workers"] > 1 else "")
        was = before.get(_key(row))
        change = [_change(speed / was if was else None)] if earlier else []
        table.add_row(row["game"], row["by"], str(row["workers"]), *rates, *change)
    return table


def doors_table(measured: dict[str, Any]) -> Table:
    """The vector environment beside OpenSpiel and the arena, on one core, per second of processor time.

    OpenSpiel is driven from Python: with what a learner sees, where it can show it, and by bare moves. The arena plays
    the same games without showing anything; its learner is a kernel in the compiled loop, or asked from Python.
    """
    table = Table(title="The vector environment on one core, by processor time", title_justify="left")
    for heading in ("game", "against", "decisions/s", *(f"times {other}" for other in COMPARED)):
        table.add_column(heading, justify="left" if heading in ("game", "against") else "right")
    for game, players, rate, others in beside(measured):
        table.add_row(game, players, f"{rate:,.0f}", *_times(rate, others))
    return table


def _times(rate: float, others: Iterable[float | None]) -> list[str]:
    """How many times the speed of the others, where they were measured."""
    return ["–" if other is None else f"{rate / other:,.{0 if rate > 10 * other else 2}f}" for other in others]


COMPARED = ("OpenSpiel", "its bare moves", "the arena", "the arena, asked")


def beside(measured: dict[str, Any]) -> Iterator[tuple[str, str, float, list[float | None]]]:
    """Game, opponents and speed of each vector environment, and the speeds that `COMPARED` names.

    OpenSpiel plays at random, so it stands beside random opponents only.
    """
    one_core = [row for row in measured["speed"] if row["workers"] == 1 and "busy" in row]
    rates = {(row["game"], row["by"]): per_core(row) for row in one_core}
    for (game, by), rate in rates.items():
        of, against, players = by.partition(", random against ")
        if not (of.startswith("kibitz VectorEnv") and against):
            continue
        peers = {way: found for (name, way), found in rates.items() if name == game and way.startswith("OpenSpiel")}
        ways = (" from Python, with observations and masks", " from Python") if players == "random" else ()
        found: list[float | None] = [None, None]
        for place, way in enumerate(ways):
            found[place] = next((speed for by, speed in peers.items() if by.endswith(way)), None)
        arena = [f"kibitz arena, random {asked}against {players}" for asked in ("", "asked from Python ")]
        yield game, players, rate, [*found, *(rates.get((game, by)) for by in arena)]


def doors_lines(measured: dict[str, Any]) -> list[str]:
    """The same as Markdown, for docs/doors.md."""
    heads = ["game", "against", "decisions per second of a core", *(f"times {other}" for other in COMPARED)]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for game, players, rate, others in beside(measured):
        lines.append(f"| {game} | `{players}` | {rate / 1e6:.2f} M | {' | '.join(_times(rate, others))} |")
    return lines


def card_lines(measured: dict[str, Any]) -> list[str]:
    """The vector environment on the GPU as Markdown, for docs/doors.md."""
    lines = ["| game | against | tables | decisions per second |", "|---|---|---|---|"]
    for row in measured["speed"]:
        tables, _, players = row["by"].removeprefix("kibitz CudaEnvironment of ").partition(", random against ")
        rate = row["decisions_per_second"] / 1e6
        lines.append(f"| {row['game']} | `{players}` | {int(tables):,} | {rate:,.0f} M |")
    return lines


def start_table(measured: dict[str, Any], earlier: dict[str, Any] | None = None) -> Table:
    """How long it takes to the first move."""
    headings = ("game", "compiled before", "to the first move", "processor", "shown and answered", "processor")
    table = Table(*headings, *(["against before"] * bool(earlier)))
    before = {(row["game"], row["cache"]): row["cpu_seconds"] for row in (earlier or {}).get("start", [])}
    for row in measured["start"]:
        names = ("seconds", "cpu_seconds", "answered_seconds", "answered_cpu_seconds")
        was = before.get((row["game"], row["cache"]))
        change = [_change(was / row["cpu_seconds"] if was else None)] if earlier else []
        known = "no" if row["cache"] == "empty" else "yes"
        table.add_row(row["game"], known, *(f"{row[name]:.2f} s" for name in names), *change)
    return table


def figures_table(measured: dict[str, Any]) -> Table:
    """What games measure of themselves."""
    table = Table("game", "figure", "measured")
    for name, figures in measured["figures"].items():
        for what, value in figures.items():
            table.add_row(name, what, str(value))
    return table


def _in_sections(table: Table, rows: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """The rows, with a line between games."""
    last = None
    for row in rows:
        if last not in (None, row["game"]):
            table.add_section()
        last = row["game"]
        yield row


def _key(row: dict[str, Any]) -> tuple:
    return row["game"], row.get("kind"), row["by"], row["workers"]


def _change(ratio: float | None) -> str:
    return "new" if ratio is None else f"× {ratio:.2f}{' slower' if ratio < SLOWER else ''}"
