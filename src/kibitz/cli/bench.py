"""``kibitz bench``: how fast."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

import kibitz
from kibitz.cli.app import app, console, counting
from kibitz.errors import KibitzError


@app.command()
def bench(
    games: Annotated[list[str] | None, typer.Argument(help="Games to time; default: all.", show_default=False)] = None,
    seconds: Annotated[float, typer.Option(min=0.001, help="How long to measure each figure.")] = 0.3,
    only: Annotated[
        list[str] | None,
        typer.Option(
            help="random, player, players, networks, arena, state, vector, gpu, learning, trainers, card, peers, "
            "start, review, figures. Repeatable."
        ),
    ] = None,
    peers: Annotated[bool, typer.Option(help="Run OpenSpiel and our Gymnasium environments beside it.")] = False,
    gpu: Annotated[bool, typer.Option("--gpu", help="Time the GPU as well (default: where there is one).")] = False,
    web: Annotated[bool, typer.Option("--web", help="Time the server of kibitz serve instead of the games.")] = False,
    compare: Annotated[Path | None, typer.Option(help="Figures of an earlier bench to compare with.")] = None,
    out: Annotated[Path | None, typer.Option("--json", help="Write the figures to this file.")] = None,
) -> None:
    """Decisions and games per second: on one core and on all, of one game, and of OpenSpiel."""
    from kibitz.bench import USUAL, check_kinds, measure
    from kibitz.bench import gpu as card
    from kibitz.bench.tables import doors_table, figures_table, speed_table, start_table

    if web:
        _bench_web(seconds, out)
        return
    kinds = list(only or USUAL)
    check_kinds(kinds)
    more = {"gpu": gpu or (not only and card()), "vector": peers, "peers": peers}
    kinds += [kind for kind, asked in more.items() if asked and kind not in kinds]
    if out and not out.parent.is_dir():
        raise KibitzError(f"cannot write {out}: there is no folder {out.parent}")
    earlier = _read(compare) if compare else None
    names = games or kibitz.games()
    with counting("timing", len(names) * len(kinds), "figures") as count:
        measured = measure(names, seconds, kinds, count)
    console.print(speed_table(measured, earlier))
    if "vector" in kinds:
        console.print(doors_table(measured))
    if measured["start"]:
        console.print(start_table(measured, earlier))
    if any(measured["figures"].values()):
        console.print(figures_table(measured))
    if out:
        out.write_text(json.dumps(measured, indent=1), encoding="utf-8")


def _bench_web(seconds: float, out: Path | None) -> None:
    from rich.table import Table

    from kibitz.web.bench import measure, rows

    with counting("the server", 4, "parts") as count:
        found = measure(seconds, count)
    table = Table("figure", "measured")
    for row in rows(found):
        table.add_row(*row)
    console.print(table)
    if out:
        out.write_text(json.dumps(found, indent=1), encoding="utf-8")


def _read(file: Path) -> dict[str, Any]:
    try:
        earlier = json.loads(file.read_text(encoding="utf-8"))
        if all({"game", "by", "workers", "decisions_per_second"} <= row.keys() for row in earlier["speed"]):
            return earlier
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass
    raise KibitzError(f"{file} holds no figures of kibitz bench; kibitz bench --json FILE writes some")
