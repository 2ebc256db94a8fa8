"""``kibitz play``: a game at the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

import kibitz
from kibitz.cli.app import GAME_OPTIONS, OwnSeed, app, console, game_options
from kibitz.cli.games import about
from kibitz.errors import UnknownGame, suggest


@app.command(context_settings=GAME_OPTIONS)
def play(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(help="The game; asked for if left out.", show_default=False)] = None,
    seat: Annotated[list[str] | None, typer.Option(help="Who sits next: human or a player; once per seat.")] = None,
    seed: OwnSeed = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
) -> None:
    """Play in the terminal, against agents or each other."""
    from kibitz.cli.table import HUMAN, Table
    from kibitz.record import seats_of

    if load:
        state = kibitz.load(load)
        seats = seat or seats_of(load.read_text(encoding="utf-8"))
    else:
        name = game or _ask_game()
        options = game_options(context)
        if seat and hasattr(kibitz.game(name).rules.Options, "players"):
            options.setdefault("players", len(seat))
        state, seats = kibitz.new(name, seed=seed, **options), seat or []
    others = [state.game.adviser] * (state.seats - 1)
    Table(state, seats or [HUMAN, *others], console).play()


def _ask_game() -> str:
    names = kibitz.games()
    for number, name in enumerate(names, 1):
        console.print(Text.assemble(f"  {number}  ", (name, "bold"), "  ", about(name)[0]))
    try:
        said = console.input("Which game? ").strip()
    except (EOFError, KeyboardInterrupt):
        console.print("\nGoodbye.")
        raise typer.Exit from None
    if said.isdecimal() and 1 <= int(said) <= len(names):
        return names[int(said) - 1]
    if said not in names:
        raise UnknownGame(f"no game {said!r}; {suggest(said, names)}")
    return said
