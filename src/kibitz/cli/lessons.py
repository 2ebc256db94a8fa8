"""The drill and the quizzes at the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.panel import Panel

import kibitz
from kibitz import quiz
from kibitz.cli.asking import Asker
from kibitz.coach import drill
from kibitz.coach.words import amount
from kibitz.errors import KibitzError
from kibitz.present.words import coloured
from kibitz.seeds import fresh

if TYPE_CHECKING:
    from kibitz.store import Store

LEAVE = ("q", "quit", "exit")


def ask_own(game: str | None, console: Console, asker: Asker, store: Store) -> None:
    """Ask the positions that are due, one after the other."""
    me = store.local_player()
    right = asked = 0
    while due := store.drill.due(me.id, game):
        item = due[0]
        state = drill.position(store.load(item.game_id), item.number)
        console.print(Panel(coloured(state.show()), expand=False))
        now = getattr(state.game.text, "now", None)
        if now:
            console.print(coloured(now(state.view(state.player), state.player), "bold"))
        move = _answer(state, console, asker)
        if move is None:
            break
        with console.status("thinking"):
            said = drill.answer(state, move)
        store.drill.answer(item, said.right)
        asked, right = asked + 1, right + said.right
        verdict = "Right." if said.right else f"That costs {amount(said.loss, said.unit)}."
        console.print(coloured(f"{verdict} {said.sentence}", "green" if said.right else "yellow"))
    if asked:
        again = " Those you missed come again in ten minutes." if right < asked else ""
        console.print(f"{right} of {asked} right.{again}")
    elif not store.drill.due(me.id, game):
        console.print("Nothing waits. kibitz review --last finds what to learn from your last game.")


def _answer(state: kibitz.State, console: Console, asker: Asker) -> kibitz.Move | None:
    """The move that is answered; None when the player leaves."""
    while True:
        try:
            said = asker.ask("your move > ", lambda: [move.name for move in state.legal])
        except (EOFError, KeyboardInterrupt):
            console.print()
            return None
        if said.lower() in LEAVE:
            return None
        try:
            return state.parse(said)
        except KibitzError as error:
            console.print(str(error), style="yellow")


def ask_quiz(game: str | None, console: Console, asker: Asker) -> None:
    """Ask questions of a game's ``quiz.py`` until the player leaves."""
    right = asked = 0
    while True:
        question = quiz.ask(game or quiz.quizzes()[0], fresh())
        console.print(coloured(question.question, "bold"))
        said = _number(console, asker)
        if said is None:
            break
        asked, right = asked + 1, right + (said == question.answer)
        verdict = "Right:" if said == question.answer else f"No, {question.answer}:"
        console.print(coloured(f"{verdict} {question.explained}"))
    if asked:
        console.print(f"{right} of {asked} right.")


def _number(console: Console, asker: Asker) -> int | None:
    while True:
        try:
            said = asker.ask("> ")
        except (EOFError, KeyboardInterrupt):
            console.print()
            return None
        if said.lower() in LEAVE:
            return None
        if said.isdecimal() and len(said) < 5:
            return int(said)
        console.print("a number, or quit", style="yellow")
