"""``kibitz solve`` and ``kibitz train``: where players come from."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

import kibitz
from kibitz.agent import parameters
from kibitz.cli.app import GAME_OPTIONS, GameName, Seed, app, console, game_options
from kibitz.errors import KibitzError, suggest
from kibitz.weights import SUFFIXES


@app.command(context_settings=GAME_OPTIONS)
def solve(context: typer.Context, game: GameName) -> None:
    """Solve a game exactly, where that can be done."""
    with console.status(Text(f"solving {game}")):
        solution = kibitz.solve(game, **game_options(context))
    console.print(solution.summary())


@app.command()
def train(
    game: GameName,
    player: Annotated[str, typer.Argument(help="The player to train.", show_default=False)],
    scale: Annotated[str, typer.Option(help="quick (a minute) or paper.")] = "quick",
    seed: Seed = 0,
    out: Annotated[Path | None, typer.Option(help="Copy the weights: to this file, or into this folder.")] = None,
) -> None:
    """Train a player anew: runs the experiments that its weights come from."""
    from kibitz.cli.lab import finish
    from kibitz.lab.folder import weights_of
    from kibitz.lab.run import Run

    known = kibitz.agents(game)
    if player not in known:
        raise KibitzError(f"{game} has no agent {player!r}; {suggest(player, known)}")
    module = kibitz.game(game).module(f"agents.{player}")
    trained_by = getattr(module, "TRAINED_BY", ())
    if not trained_by:
        raise KibitzError(f"{player} has nothing to learn; it plays by rule")
    weights: list[Path] = []
    for id in (trained_by,) if isinstance(trained_by, str) else trained_by:
        run = Run.start(id, scale, seed)
        finish(run)
        weights += [run.folder / name for name in weights_of(run.folder)]
    if out:
        weights = _copied(weights, out)
    for file in weights:
        console.print(f"weights: {file}")
    console.print(_how_to_play(game, player, weights))


def _copied(weights: list[Path], out: Path) -> list[Path]:
    """The files at their new places: `out` itself where it is named as a file, else inside the folder `out`."""
    if out.suffix in SUFFIXES and not out.is_dir():
        if len(weights) != 1:
            raise KibitzError(f"there are {len(weights)} files of weights, so --out must be a folder, not {out.name}")
        out.parent.mkdir(parents=True, exist_ok=True)
        return [Path(shutil.copy(weights[0], out))]
    out.mkdir(parents=True, exist_ok=True)
    return [Path(shutil.copy(file, out)) for file in weights]


def _how_to_play(game: str, player: str, weights: list[Path]) -> str:
    """The spec that plays with what was learned, where the player takes one."""
    accepted = parameters(game, player).get("weights")
    fitting = [file for file in weights if len(weights) == 1 or file.name == getattr(accepted, "default", None)]
    if accepted is not None and fitting:
        return f"play with {player}:weights={_written(fitting[0])}"
    if accepted is not None and accepted.default == "" and weights:
        return f"play with {player}:weights={_written(weights[0].parent)}"
    shipped = kibitz.game(game).folder / "weights"
    return f"{player} plays with the weights in {shipped}; copy these there to play with them"


def _written(file: Path) -> str:
    """A path that a spec takes for a file, whatever is shipped under its name."""
    return str(file) if file.is_absolute() else f"./{file}"
