"""The command line: ``kibitz play | match | tournament | solve | train | hint | lab | bench``.

Options of a game are written behind a command's own, as ``--name value``:
``kibitz match racko diablo kyle --pairs 10000 --slots 5 --cards 25``.
"""

from __future__ import annotations

import dataclasses
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

import kibitz
from kibitz.agent import parameters
from kibitz.errors import KibitzError, UnknownGame, suggest

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, help="Play, learn and explain table games.")
lab = typer.Typer(no_args_is_help=True, help="Rerun the papers' experiments.")
app.add_typer(lab, name="lab")
console = Console()

GAME_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}
"""For commands that take a game's own options behind their own."""

GameName = Annotated[str, typer.Argument(help="The game, such as yacht.", show_default=False)]
Seed = Annotated[int, typer.Option(help="What everything random is drawn from.")]
Workers = Annotated[int | None, typer.Option(help="Threads; all cores unless told.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Publish = Annotated[bool, typer.Option(help="Store the result under results/.")]


def main() -> None:
    """The entry point: every error a user can cause is one line, never a traceback."""
    try:
        app()
    except KibitzError as error:
        Console(stderr=True).print(f"[bold red]error:[/] {error}", highlight=False, soft_wrap=True)
        sys.exit(1)


@app.command()
def games(
    name: Annotated[str | None, typer.Argument(help="Tell all about this one.", show_default=False)] = None,
) -> None:
    """List the games; of one game, its players and options in full."""
    from kibitz.present import options_table, players_table

    if name:
        game = kibitz.game(name)
        console.print(f"[bold]{name}[/]  {game.title}", highlight=False)
        console.print(players_table(game), options_table(game))
        return
    for name in kibitz.games():
        console.print(f"[bold]{name}[/]  {kibitz.game(name).title}", highlight=False)
        console.print(f"  players: {', '.join(kibitz.agents(name))}", highlight=False)
    console.print("[dim]kibitz games NAME tells more[/]")


@app.command(context_settings=GAME_OPTIONS)
def play(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(help="The game; asked for if left out.", show_default=False)] = None,
    seat: Annotated[list[str] | None, typer.Option(help="Who sits next: human or an agent; once a seat.")] = None,
    seed: Annotated[int | None, typer.Option(help="Deal from this seed.")] = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
) -> None:
    """Play in the terminal, against agents or each other."""
    from kibitz.record import seats_of
    from kibitz.terminal import HUMAN
    from kibitz.terminal import Table as GameTable

    if load:
        state = kibitz.load(load)
        seats = seat or seats_of(load.read_text(encoding="utf-8"))
    else:
        name = game or _ask_game()
        options = _extra(context)
        if seat and hasattr(kibitz.game(name).rules.Options, "players"):
            options.setdefault("players", len(seat))
        state, seats = kibitz.new(name, seed=seed, **options), seat or []
    others = [state.game.adviser] * (state.seats - 1)
    GameTable(state, seats or [HUMAN, *others], console).play()


@app.command(context_settings=GAME_OPTIONS)
def match(
    context: typer.Context,
    game: GameName,
    first: str,
    second: str,
    pairs: Annotated[int, typer.Option(help="Duplicate deals; each is played twice.")] = 10_000,
    seed: Seed = 0,
    workers: Workers = None,
    sprt: Annotated[bool, typer.Option(help="Stop as soon as a sequential test has decided.")] = False,
    publish: Publish = False,
    as_json: Json = False,
) -> None:
    """Let two players play duplicate deals."""
    from kibitz.arena.match import Sprt
    from kibitz.present import match_table

    with _counting(f"{first} v {second}", 2 * pairs, "games") as count:
        result = kibitz.match(
            game, first, second, pairs=pairs, seed=seed, workers=workers,
            sprt=Sprt() if sprt else None, progress=count, **_extra(context),
        )  # fmt: skip
    found = dataclasses.asdict(result)
    if publish:
        words = [first, second, "--pairs", pairs, "--seed", seed, *(["--sprt"] if sprt else []), *context.args]
        _publish(game, "match", words, found)
    if as_json:
        print(json.dumps(found, indent=1))
    else:
        console.print(match_table(result, first, second))


@app.command(context_settings=GAME_OPTIONS)
def tournament(
    context: typer.Context,
    game: GameName,
    players: Annotated[list[str], typer.Argument(help="Two players or more.", show_default=False)],
    games: Annotated[int, typer.Option(help="Games to play at least.")] = 10_000,
    seed: Seed = 0,
    workers: Workers = None,
    publish: Publish = False,
    as_json: Json = False,
) -> None:
    """Rank players: every deal in every seating."""
    from kibitz.present import tournament_table

    names, options = _split(players + context.args)
    with _counting(f"{len(names)} players", games, "games") as count:
        result = kibitz.tournament(game, names, games=games, seed=seed, workers=workers, progress=count, **options)
    found = {**dataclasses.asdict(result), "beats": result.beats.tolist()}
    if publish:
        _publish(game, "tournament", [*players, "--games", games, "--seed", seed, *context.args], found)
    if as_json:
        print(json.dumps(found, indent=1))
    else:
        console.print(tournament_table(result))


@app.command(context_settings=GAME_OPTIONS)
def solve(context: typer.Context, game: GameName) -> None:
    """Solve a game exactly, where that can be done."""
    with console.status(f"solving {game}"):
        solution = kibitz.solve(game, **_extra(context))
    console.print(solution.summary(), highlight=False)


@app.command()
def hint(
    record: Annotated[Path, typer.Argument(help="A saved game.", show_default=False)],
    agent: Annotated[str | None, typer.Option(help="Whom to ask; the game's own adviser unless told.")] = None,
    most: Annotated[int, typer.Option(help="How many moves to list.")] = 20,
    as_json: Json = False,
) -> None:
    """What to play at the end of a saved game, and what the other moves lose."""
    from kibitz.coach.hint import hint as advise
    from kibitz.present import hint_table

    state = kibitz.load(record)
    found = advise(state, agent)
    if as_json:
        print(json.dumps(dataclasses.asdict(found), indent=1))
    else:
        console.print(state.show(), highlight=False, markup=False)
        console.print(hint_table(found, most))


@app.command()
def train(
    game: GameName,
    player: Annotated[str, typer.Argument(help="The player to train.", show_default=False)],
    scale: Annotated[str, typer.Option(help="quick (a minute) or paper.")] = "quick",
    seed: Seed = 0,
    out: Annotated[Path | None, typer.Option(help="Copy the weights here; a folder where there are several.")] = None,
) -> None:
    """Train a player anew: runs the experiments that its weights come from."""
    from kibitz.lab.run import Run

    known = kibitz.agents(game)
    if player not in known:
        raise KibitzError(f"{game} has no agent {player!r}; {suggest(player, known)}")
    module = kibitz.game(game).module(f"agents.{player}")
    trained_by = getattr(module, "TRAINED_BY", ())
    if not trained_by:
        raise KibitzError(f"{player} has nothing to learn; it plays by rule")
    written = []
    for id in (trained_by,) if isinstance(trained_by, str) else trained_by:
        run = Run.start(id, scale, seed)
        _finish(run)
        written += [f for f in sorted(run.folder.iterdir()) if f.suffix in (".onnx", ".safetensors")]
    weights = [file for file in written if file.stem != "checkpoint"]
    if out and len(weights) > 1:
        out.mkdir(parents=True, exist_ok=True)
    for file in weights:
        console.print(f"weights: {shutil.copy(file, out) if out else file}", highlight=False)
    if len(weights) == 1 and "weights" in parameters(game, player):
        target = out or weights[0]
        console.print(f"play with {player}:weights={'' if target.is_absolute() else './'}{target}", highlight=False)


@lab.command("list")
def lab_list() -> None:
    """All experiments."""
    from kibitz.lab import experiment, experiments

    table = Table("id", "what it reruns")
    for id in experiments():
        table.add_row(id, experiment(id).title)
    console.print(table)


@lab.command("run")
def lab_run(
    id: Annotated[str, typer.Argument(help="The experiment, as lab list names it.", show_default=False)],
    scale: Annotated[str, typer.Option(help="quick (a minute) or paper (the paper's counts or more).")] = "quick",
    seed: Seed = 0,
    constants: Annotated[list[str] | None, typer.Option("--set", help="Change a constant: name=value.")] = None,
    resume: Annotated[bool, typer.Option(help="Go on with the newest run.")] = False,
    folder: Annotated[Path | None, typer.Option(help="Go on with the run in this folder.")] = None,
    publish: Publish = False,
) -> None:
    """Run an experiment; Ctrl-C stops it, --resume goes on."""
    from kibitz.lab.results import publish as store
    from kibitz.lab.run import Run
    from kibitz.present import report_table

    if folder or resume:
        run = Run(folder) if folder else Run.latest(id)
        if run.experiment.id != id:
            raise KibitzError(f"{folder} is a run of {run.experiment.id}, not of {id}")
    else:
        run = Run.start(id, scale, seed, changes=dict(text.partition("=")[::2] for text in constants or []))
    _finish(run)
    console.print(report_table(run.report(), run.experiment.title))
    console.print(f"[dim]{run.folder}[/]", highlight=False)
    if publish:
        console.print(f"published to {store(run)}; kibitz lab report writes the page", highlight=False)


@lab.command("report")
def lab_report() -> None:
    """Write docs/results.md anew from the results stored under results/."""
    from kibitz.lab.results import PAGE, write_page

    write_page()
    console.print(f"wrote {PAGE}")


@app.command()
def bench(
    games: Annotated[
        list[str] | None, typer.Argument(help="Games to time; all unless told.", show_default=False)
    ] = None,
    seconds: Annotated[float, typer.Option(help="How long to measure each figure.")] = 0.3,
    peers: Annotated[bool, typer.Option(help="Run OpenSpiel beside it.")] = False,
    out: Annotated[Path | None, typer.Option("--json", help="Write the figures to this file.")] = None,
) -> None:
    """Decisions and games a second of random play."""
    from kibitz.bench import figures_table, measure, speed_table

    with _counting("timing", None, "figures") as count:
        measured = measure(games or kibitz.games(), seconds, peers, count)
    console.print(speed_table(measured))
    console.print(figures_table(measured))
    if out:
        out.write_text(json.dumps(measured, indent=1), encoding="utf-8")


def _publish(game: str, verb: str, words: list[Any], found: dict[str, Any]) -> None:
    from kibitz.lab.results import publish_match

    file = publish_match(game, " ".join(["kibitz", verb, game, *map(str, words)]), found)
    Console(stderr=True).print(f"published in {file}; kibitz lab report writes the page", highlight=False)


def _finish(run: Any) -> None:
    """Take a run to its end, with a progress bar."""
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"))
    shown = Console(stderr=True)
    timing = (TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, *timing, console=shown, transient=True, disable=not shown.is_terminal) as bar:
        task = bar.add_task(run.experiment.id, total=1.0)
        bar.update(task, completed=run.done)
        try:
            for step in run.steps():
                bar.update(task, completed=step.done)
        except KeyboardInterrupt:
            again = f"kibitz lab run {run.experiment.id} --folder {run.folder}"
            raise KibitzError(f"stopped; {again} goes on from {run.done:.0%}") from None


@contextmanager
def _counting(what: str, total: int | None, unit: str) -> Iterator[Callable[[int], None]]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn(unit))
    shown = Console(stderr=True)
    with Progress(*columns, TimeRemainingColumn(), console=shown, transient=True, disable=not shown.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


def _extra(context: typer.Context) -> dict[str, Any]:
    names, options = _split(context.args)
    if names:
        raise KibitzError(f"cannot read {names[0]!r}; options of a game are written --name value")
    return options


def _split(words: list[str]) -> tuple[list[str], dict[str, Any]]:
    """Plain words, and the ``--name value``, ``--name=value`` and ``--flag`` among them."""
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
        options[key.replace("-", "_")] = True if not equals else int(text) if text.isdigit() else text
    return plain, options


def _ask_game() -> str:
    names = kibitz.games()
    for number, name in enumerate(names, 1):
        console.print(f"  {number}  [bold]{name}[/]  {kibitz.game(name).title}", highlight=False)
    try:
        said = console.input("Which game? ").strip()
    except (EOFError, KeyboardInterrupt):
        console.print("\nGoodbye.")
        raise typer.Exit from None
    if said.isdigit() and 1 <= int(said) <= len(names):
        return names[int(said) - 1]
    if said not in names:
        raise UnknownGame(f"no game {said!r}; {suggest(said, names)}")
    return said


if __name__ == "__main__":
    main()
