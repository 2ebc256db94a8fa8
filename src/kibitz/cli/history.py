"""``kibitz history`` and ``kibitz export``: the games you have played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from kibitz.cli import keeping
from kibitz.cli.app import Database, app, console
from kibitz.cli.asking import Asker
from kibitz.errors import KibitzError, suggest

CONSENT = "May your games be written out for research? They hold the moves, the deal and no name; you are asked once."


@app.command()
def history(
    game: Annotated[str | None, typer.Argument(help="Of this game; default: of all.", show_default=False)] = None,
    against: Annotated[str | None, typer.Option(help="Only games against this player.")] = None,
    result: Annotated[str | None, typer.Option(help="Only games that you won, drew or lost: won, drawn, lost.")] = None,
    most: Annotated[int, typer.Option(min=1, help="How many games to list.")] = 10,
    database: Database = None,
) -> None:
    """The games you played, and how you stand against each opponent."""
    from kibitz.store.history import RESULTS

    if result not in (None, *RESULTS):
        raise KibitzError(f"no result {result!r}; {suggest(str(result), RESULTS)}")
    store = keeping.open_store(database)
    me = store.local_player()
    waiting = [found for found in store.unfinished(me) if game in (None, found.game)]
    played = store.history(me, game)
    if not waiting and not played.games:
        console.print("No game has been played yet; kibitz play begins one.")
        return
    tallies = [tally for tally in played.tallies if against in (None, tally.opponent)]
    if tallies:
        drawn = any(tally.drawn for tally in tallies)
        table = Table("game", "against", "won", *(["drawn"] if drawn else []), "share", "95%")
        for tally in tallies:
            low, high = tally.interval
            counts = [f"{tally.won} of {tally.games}", *([str(tally.drawn)] if drawn else [])]
            table.add_row(tally.game, tally.opponent, *counts, f"{tally.rate:.0%}", f"{low:.0%}–{high:.0%}")
        console.print(table)
        half = ", a draw counted as half" if drawn else ""
        console.print(f"95%: the 95% interval of the share won{half}", style="dim")
    wanted = [
        found
        for found in played.games
        if against in (None, *found.opponents.values()) and result in (None, found.result)
    ]
    if wanted:
        table = Table("finished", "game", "against", "result", "")
        for found in wanted[:most]:
            scores = " : ".join(f"{score:g}" for score in _own_first(found.scores or [], found.seat))
            others = ", ".join(found.opponents.values()) or "alone"
            table.add_row(f"{found.touched:%Y-%m-%d %H:%M}", found.game, others, scores, found.result)
        console.print(table)
    elif played.games:
        console.print("No finished game is like that.")
    if waiting:
        console.print(f"{len(waiting)} unfinished; kibitz play --resume goes on with {waiting[0].game}.")


@app.command()
def export(
    parquet: Annotated[Path, typer.Option(help="The file to write.", show_default=False)],
    game: Annotated[str | None, typer.Option(help="Only games of this kind.")] = None,
    database: Database = None,
) -> None:
    """Write finished games as a Parquet dataset that the lab reads; only with the consent of who played."""
    if not parquet.parent.is_dir():
        raise KibitzError(f"cannot write {parquet}: there is no folder {parquet.parent}")
    store = keeping.open_store(database)
    me = store.local_player()
    if me.consent is None:
        me = store.change_player(me, consent=Asker(console).confirm(CONSENT))
    if not me.consent:
        raise KibitzError("your games stay here, as you wished; nothing was written")
    console.print(f"{store.export(parquet, game)} games written to {parquet}")


def _own_first(scores: list[float], seat: int) -> list[float]:
    return [*scores[seat : seat + 1], *scores[:seat], *scores[seat + 1 :]]
