"""What all commands share: the app, the console, the options that mean the same everywhere, and errors in one line.

Options of a game are written behind a command's own, as ``--name value``:
``kibitz match racko diablo kyle --pairs 10000 --slots 5 --cards 25``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

import kibitz
from kibitz.cli.ascii import print_what_can_be_printed
from kibitz.errors import KibitzError, not_installed

app = typer.Typer(pretty_exceptions_enable=False)

# Without markup: a text of a user's or of a file is printed as it is, whatever brackets it holds.
console = Console(markup=False, highlight=False, emoji=False)
notices = Console(markup=False, highlight=False, emoji=False, stderr=True)

GAME_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}
"""For commands that take a game's own options behind their own."""


@app.callback(invoke_without_command=True)
def every_command(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> None:
    """Play, learn and explain table games."""
    if version:
        print(f"kibitz {kibitz.__version__}")
        raise typer.Exit()
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(2)


HIGHEST_SEED = 2**64 - 1


def _begun(incomplete: str) -> list[str]:
    """The games a word may become."""
    return [name for name in kibitz.games() if name.startswith(incomplete)]


GameName = Annotated[str, typer.Argument(help="The game, such as yacht.", show_default=False, autocompletion=_begun)]
Seed = Annotated[int, typer.Option(min=0, max=HIGHEST_SEED, help="What everything random is drawn from.")]
OwnSeed = Annotated[int | None, typer.Option(min=0, max=HIGHEST_SEED, help="Deal from this seed.")]
Workers = Annotated[int | None, typer.Option(min=1, help="Threads; default: all cores.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Publish = Annotated[bool, typer.Option(help="Store the result under results/.")]

Database = Annotated[
    str | None,
    typer.Option(
        help="sqlite:///FILE or postgresql://USER@HOST/NAME; default: a file in your data directory.",
        envvar="KIBITZ_DATABASE",
        show_default=False,
    ),
]

Misuse: Any = typer.BadParameter.__bases__[0]
"""What typer raises where a command is written wrongly: an unknown option, a number out of bounds."""


def main() -> None:
    """The entry point: every error a user can cause is one line, never a traceback."""
    print_what_can_be_printed(sys.stdout, sys.stderr)
    try:
        code = app(standalone_mode=False)
    except KibitzError as error:
        _complain(str(error))
        sys.exit(1)
    except ModuleNotFoundError as error:
        missing = not_installed(error)
        if missing is None:
            raise
        _complain(str(missing))
        sys.exit(1)
    except Misuse as error:
        _complain(error.format_message())
        sys.exit(2)
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    sys.exit(code if isinstance(code, int) else 0)


def _complain(message: str) -> None:
    if message:  # typer says nothing more where it has printed the help
        notices.print(Text.assemble(("error:", "bold red"), " ", " ".join(message.split())), soft_wrap=True)


@contextmanager
def counting(what: str, total: int | None, unit: str) -> Iterator[Callable[[float], None]]:
    """A progress bar on stderr; the function it gives is told how many more are done."""
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TextColumn(unit))
    hidden = not notices.is_terminal
    with Progress(*columns, TimeRemainingColumn(), console=notices, transient=True, disable=hidden) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


def game_options(context: typer.Context) -> dict[str, Any]:
    """The options of the game that stand behind a command's own."""
    names, options = split(context.args)
    if names:
        raise KibitzError(f"cannot read {names[0]!r}; options of a game are written --name value")
    return options


def split(words: list[str]) -> tuple[list[str], dict[str, Any]]:
    """Plain words, and the ``--name value``, ``--name=value`` and ``--flag`` among them.

    >>> split(["kyle", "--slots", "5", "--lowest"])
    (['kyle'], {'slots': 5, 'lowest': True})
    """
    plain: list[str] = []
    options: dict[str, Any] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("--"):
            plain.append(word)
            continue
        key, equals, text = word[2:].partition("=")
        if not equals and rest and not rest[0].startswith("--"):
            equals, text = "=", rest.pop(0)
        options[key.replace("-", "_")] = True if not equals else int(text) if text.isdecimal() else text
    return plain, options
