"""``kibitz bench``: how fast."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

import kibitz
from kibitz.cli.app import app, console, counting
from kibitz.errors import KibitzError


@app.command()
def bench(
    games: Annotated[list[str] | None, typer.Argument(help="Games to time; default: all.", show_default=False)] = None,
    seconds: Annotated[float, typer.Option(min=0.001, help="How long to measure each figure.")] = 0.3,
    peers: Annotated[bool, typer.Option(help="Run OpenSpiel beside it.")] = False,
    out: Annotated[Path | None, typer.Option("--json", help="Write the figures to this file.")] = None,
) -> None:
    """Decisions and games per second of random play."""
    from kibitz.bench import figures_table, measure, speed_table

    if out and not out.parent.is_dir():
        raise KibitzError(f"cannot write {out}: there is no folder {out.parent}")
    with counting("timing", None, "figures") as count:
        measured = measure(games or kibitz.games(), seconds, peers, count)
    console.print(speed_table(measured))
    console.print(figures_table(measured))
    if out:
        out.write_text(json.dumps(measured, indent=1), encoding="utf-8")
