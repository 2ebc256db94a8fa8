"""``kibitz play``: a game at the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import kibitz
from kibitz.cli import keeping
from kibitz.cli.app import GAME_OPTIONS, Database, OwnSeed, app, console, game_options, notices
from kibitz.cli.asking import Asker
from kibitz.cli.games import about
from kibitz.cli.keeping import Kept
from kibitz.coach.tutor import OFF, level_of
from kibitz.errors import KibitzError, suggest
from kibitz.present.words import HUMAN, hanging

if TYPE_CHECKING:
    from kibitz.store import Store


@app.command(context_settings=GAME_OPTIONS)
def play(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(help="The game; asked for if left out.", show_default=False)] = None,
    seat: Annotated[list[str] | None, typer.Option(help="Who sits next: human or a player; once per seat.")] = None,
    seed: OwnSeed = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a game from a file.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last game that is not over.")] = False,
    last: Annotated[bool, typer.Option("--last", help="Play the last finished game again, from --from on.")] = False,
    begin: Annotated[int | None, typer.Option("--from", min=0, help="Replay a game from this move on.")] = None,
    tutor: Annotated[
        str | None,
        typer.Option(help="A word before a costly move: off, gentle or strict; default: as it was, at first off."),
    ] = None,
    database: Database = None,
) -> None:
    """Play in the terminal, against agents or each other. Games save themselves."""
    from kibitz.cli.table import Table

    level = None if tutor is None else level_of(tutor)
    store = _store(database, needed=resume or last)
    if resume and store:
        saved = keeping.unfinished(store, game)
        state, seats = store.load(saved.id), keeping.seats_of(saved)
        kept: Kept | None = Kept(store, saved.id)
        if level is not None:
            store.change_tutor(saved.id, level)
        level = level or saved.tutor
    else:
        state, seats, origin = _opening(context, game, seat, seed, load, last, begin, store)
        kept = None
        if store and HUMAN in seats:
            kept = Kept.begin(store, state, seats, level or OFF, origin)
    table = Table(state, seats, console, kept=kept, tutor=level or OFF)
    while table.play():
        state = kibitz.State(state.game, state.options, kibitz.new(state.game.name).seed)
        kept = Kept.begin(store, state, seats, table.tutor) if store else None
        table = Table(state, seats, console, kept=kept, tutor=table.tutor)


def _opening(
    context: typer.Context,
    game: str | None,
    seat: list[str] | None,
    seed: int | None,
    load: Path | None,
    last: bool,
    begin: int | None,
    store: Store | None,
) -> tuple[kibitz.State, list[str], str | None]:
    """The game to play, who sits where, and what it was taken from."""
    if load or last:
        _has_its_own("seed", seed is not None)
        _has_its_own("options", bool(context.args) or str(game).startswith("--"))
        if load:
            state, seats, origin = kibitz.load(load), _seats_in(load), "record"
            if game not in (None, state.game.name):
                raise KibitzError(f"{load} is a game of {state.game.name}, not of {game}")
        else:
            assert store is not None
            saved = keeping.last_finished(store, game)
            state, seats, origin = store.load(saved.id), keeping.seats_of(saved), saved.id
        while begin is not None and len(state.moves) > begin:
            state.pop()
        return state, seat or seats or _usual_seats(state), origin
    if begin is not None:
        raise KibitzError("--from takes a game to replay: name it with --load FILE or --last")
    from kibitz.cli.table import getting_ready

    name = game or _ask_game()
    options = {**kibitz.game(name).table, **game_options(context)}
    if seat and hasattr(kibitz.game(name).rules.Options, "players"):
        options["players"] = len(seat)
    with getting_ready(console, name):
        state = kibitz.new(name, seed=seed, **options)
    return state, seat or _usual_seats(state), None


def _has_its_own(what: str, given: bool) -> None:
    if given:
        raise KibitzError(f"a game that was begun has its own {what}: with --load and --last there is none to give")


def _seats_in(file: Path) -> list[str]:
    from kibitz.record import seats_of

    return seats_of(file.read_text(encoding="utf-8"))


def _usual_seats(state: kibitz.State) -> list[str]:
    return [HUMAN, *[state.game.adviser] * (state.seats - 1)]


def _store(database: str | None, needed: bool) -> Store | None:
    """The store; where it cannot be opened and is not asked for, the game is played without."""
    try:
        return keeping.open_store(database)
    except KibitzError as error:
        if needed or database:
            raise
        notices.print(f"This game is not saved: {error}", style="yellow")
        return None


def _ask_game() -> str:
    names = kibitz.games()
    console.print(hanging({f"{number}  {name}": about(name)[0] for number, name in enumerate(names, 1)}))
    asker = Asker(console)
    while True:
        try:
            said = asker.ask("Which game? ", lambda: names).lower()
        except (EOFError, KeyboardInterrupt):
            console.print("\nGoodbye.")
            raise typer.Exit from None
        if said.isdecimal() and 1 <= int(said) <= len(names):
            return names[int(said) - 1]
        if said in names:
            return said
        console.print(f"no game {said!r}; {suggest(said, names)}", style="yellow")
