"""``kibitz games``: what can be played, by whom, under which rules."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

import kibitz
from kibitz.cli.app import app, console
from kibitz.errors import BadGame


@app.command()
def games(
    name: Annotated[str | None, typer.Argument(help="Tell all about this one.", show_default=False)] = None,
) -> None:
    """List the games; of one game, its players and options in full."""
    from kibitz.present.tables import options_table, players_table

    if name:
        game = kibitz.game(name)
        console.print(Text.assemble((name, "bold"), "  ", game.title))
        console.print(players_table(game), options_table(game))
        return
    for name in kibitz.games():
        title, players = about(name)
        console.print(Text.assemble((name, "bold"), "  ", title))
        if players:
            console.print(f"  players: {', '.join(players)}")
    console.print("kibitz games NAME tells more", style="dim")


def about(name: str) -> tuple[str, list[str]]:
    """A game's title and players; where it does not load, the reason and no players: the others go on working."""
    try:
        return kibitz.game(name).title, kibitz.agents(name)
    except BadGame as error:
        return str(error), []
