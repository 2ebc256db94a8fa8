"""``kibitz hint``: what the coach says about a game."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Annotated

import typer

import kibitz
from kibitz.cli.app import Json, app, console


@app.command()
def hint(
    record: Annotated[Path, typer.Argument(help="A saved game.", show_default=False)],
    agent: Annotated[str | None, typer.Option(help="Whom to ask; default: the game's own adviser.")] = None,
    most: Annotated[int, typer.Option(min=1, help="How many moves to list.")] = 20,
    as_json: Json = False,
) -> None:
    """What to play at the end of a saved game, and what the other moves lose."""
    from kibitz.cli.present import hint_table
    from kibitz.coach.hint import hint as advise

    state = kibitz.load(record)
    found = advise(state, agent)
    if as_json:
        print(json.dumps(dataclasses.asdict(found), indent=1))
    else:
        console.print(state.show())
        console.print(hint_table(found, most))
