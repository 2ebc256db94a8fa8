"""What was measured, as tables; beside an earlier measurement, what became of each figure."""

from __future__ import annotations

from collections.abc import Iterable
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
    """The vector environment beside OpenSpiel and the arena: how many times their speed, per second of processor time.

    OpenSpiel is driven from Python. Where it can show what a learner sees, it does, as the environment does; the second
    figure is then for its bare moves. The arena plays the same games: its learner inside the compiled loop, or asked.
    """
    headings = (
        "game",
        "vector environment",
        "decisions/s of a core",
        "× OpenSpiel",
        "its bare moves",
        "× arena",
        "asked",
    )
    table = Table(*headings, title="One core each, by processor time", title_justify="left")
    rates = {
        (row["game"], row["by"]): per_core(row) for row in measured["speed"] if row["workers"] == 1 and "busy" in row
    }
    for (game, by), rate in rates.items():
        of, mark, players = by.partition(", random against ")
        if not (of.startswith("kibitz VectorEnv") and mark):
            continue
        peers = {way: found for (name, way), found in rates.items() if name == game and "from Python" in way}
        peers = {way.endswith("masks"): found for way, found in peers.items() if way.startswith("OpenSpiel")}
        against = [peers.get(True, peers.get(False)), peers.get(False) if True in peers else None]
        if players != "random":
            against = [None, None]
        against += [
            rates.get((game, f"kibitz arena, random {way}against {players}")) for way in ("", "asked from Python ")
        ]
        shown = ["" if other is None else f"{rate / other:,.{0 if rate > 10 * other else 2}f}" for other in against]
        table.add_row(game, f"against {players}", f"{rate:,.0f}", *shown)
    return table


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
