"""``kibitz challenge``: the papers' games against people, played again by you."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table as Lines

import kibitz
from kibitz.cli import keeping
from kibitz.cli.app import Database, Publish, app, console
from kibitz.cli.keeping import Kept
from kibitz.errors import KibitzError
from kibitz.present.words import HUMAN


@app.command()
def challenge(
    name: Annotated[str | None, typer.Argument(help="The player to meet; lists them if left out.")] = None,
    publish: Publish = False,
    database: Database = None,
) -> None:
    """Play a paper's protocol: so many games against its player, of which the first so many count."""
    from kibitz.cli.table import Table
    from kibitz.lab import people

    store = keeping.open_store(database)
    me = store.local_player()
    if name is None:
        lines = Lines("player", "game", "in the paper", "yours")
        for one in people.PROTOCOLS:
            played = one.counted(store.finished(me, one.game))
            told = f"won {one.paper_won} of {one.paper_games}: {one.told}"
            won = f"{people.won_by_player(played):g} won by {one.name}"
            lines.add_row(one.name, one.game, told, f"{len(played)} of {one.games} played, {won}")
        console.print(lines)
        return
    chosen = people.protocol(name)
    finished = store.finished(me, chosen.game)
    if publish:
        if not me.consent:
            raise KibitzError("publishing needs your consent; kibitz export asks for it once")
        console.print(f"stored in {people.publish(chosen, finished)}")
        return
    waiting = [one for one in store.unfinished(me) if chosen.fits(one)]
    if waiting:
        state, seats = store.load(waiting[0].id), keeping.seats_of(store.game(waiting[0].id))
        kept = Kept(store, waiting[0].id)
    else:
        number = len(chosen.counted(finished))
        if number == chosen.games:
            raise KibitzError(f"all {chosen.games} games are played; kibitz challenge {name} --publish stores them")
        console.print(f"Game {number + 1} of {chosen.games} against {chosen.name}.")
        state = kibitz.new(chosen.game, **chosen.options)
        seats = [HUMAN, chosen.player] if number % 2 == 0 else [chosen.player, HUMAN]
        kept = Kept.begin(store, state, seats)
    table = Table(state, seats, console, kept=kept)
    for help in ("hint", "undo", "tutor"):  # a person against a player, without the coach
        del table.commands[help]
    table.play()
