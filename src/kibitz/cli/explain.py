"""``kibitz hint``, ``review`` and ``drill``: what the coach says about games."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Annotated

import typer

import kibitz
from kibitz.cli import keeping
from kibitz.cli.app import Database, Json, app, console, counting, notices
from kibitz.cli.keeping import Kept
from kibitz.errors import KibitzError


@app.command()
def hint(
    record: Annotated[Path, typer.Argument(help="A saved game.", show_default=False)],
    agent: Annotated[str | None, typer.Option(help="Whom to ask; default: the game's own adviser.")] = None,
    most: Annotated[int, typer.Option(min=1, help="How many moves to list.")] = 20,
    as_json: Json = False,
) -> None:
    """What to play at the end of a saved game, and what the other moves lose."""
    from kibitz.coach.hint import hint as advise
    from kibitz.present.tables import hint_table
    from kibitz.present.words import coloured

    state = kibitz.load(record)
    found = advise(state, agent)
    if as_json:
        print(json.dumps(dataclasses.asdict(found), indent=1))
    else:
        console.print(coloured(state.show()))
        console.print(hint_table(found, most))


@app.command()
def review(
    record: Annotated[Path | None, typer.Argument(help="A saved game.", show_default=False)] = None,
    last: Annotated[bool, typer.Option("--last", help="The game you last played to its end.")] = False,
    depth: Annotated[float, typer.Option(min=0.01, max=1000, help="How many times more playouts.")] = 1.0,
    html: Annotated[Path | None, typer.Option(help="Write the review to this file, as one page.")] = None,
    as_json: Json = False,
    database: Database = None,
) -> None:
    """Look a game over: every decision, its loss, the better move and why, and the luck of both sides."""
    from kibitz.coach import drill
    from kibitz.coach.page import page
    from kibitz.coach.review import review as look_over
    from kibitz.present.reviewed import review_text
    from kibitz.present.words import HUMAN, names_of
    from kibitz.record import seats_of

    if (record is None) == (not last):
        raise KibitzError("say which game: kibitz review FILE, or kibitz review --last")
    if html and not html.parent.is_dir():
        raise KibitzError(f"cannot write {html}: there is no folder {html.parent}")
    store = None if record else keeping.open_store(database)
    if record is not None:
        state, seats = kibitz.load(record), seats_of(record.read_text(encoding="utf-8"))
    else:
        assert store is not None
        saved = keeping.last_finished(store)
        state, seats = store.load(saved.id), keeping.seats_of(saved)
    with counting("looking the game over", 100, "%") as count:
        done = [0]

        def progress(part: float) -> None:
            count(int(100 * part) - done[0])
            done[0] = int(100 * part)

        found = look_over(state, names_of(seats) if len(seats) == state.seats else (), depth=depth, progress=progress)
    people = [seat for seat, who in enumerate(seats) if who == HUMAN]
    if html:
        html.write_text(page(found), encoding="utf-8")
        notices.print(f"wrote {html}")
    if as_json:
        print(json.dumps(dataclasses.asdict(found), indent=1))
    elif not html:
        console.print(review_text(found, min(console.width, 100), people))
    if store:
        added = Kept(store, saved.id).practise(drill.lessons(found, people))
        if added:
            notices.print(f"{added} of your moves wait in kibitz drill", style="dim")


@app.command("drill")
def drill_command(
    game: Annotated[str | None, typer.Argument(help="Of this game; default: of all.", show_default=False)] = None,
    quiz: Annotated[bool, typer.Option("--quiz", help="Counting hands (cribbage) or melding (gin).")] = False,
    database: Database = None,
) -> None:
    """Positions of your own games where something was lost, asked again until you have them."""
    from kibitz.cli.asking import Asker
    from kibitz.cli.lessons import ask_own, ask_quiz

    if game is not None:
        kibitz.game(game)
    asker = Asker(console)
    if quiz:
        ask_quiz(game, console, asker)
    else:
        ask_own(game, console, asker, keeping.open_store(database))
