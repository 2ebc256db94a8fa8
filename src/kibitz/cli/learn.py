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
    out: Annotated[Path | None, typer.Option(help="Copy the weights here; a folder where there are several.")] = None,
) -> None:
    """Train a player anew: runs the experiments that its weights come from."""
    from kibitz.cli.lab import finish
    from kibitz.lab.run import Run

    known = kibitz.agents(game)
    if player not in known:
        raise KibitzError(f"{game} has no agent {player!r}; {suggest(player, known)}")
    module = kibitz.game(game).module(f"agents.{player}")
    trained_by = getattr(module, "TRAINED_BY", ())
    if not trained_by:
        raise KibitzError(f"{player} has nothing to learn; it plays by rule")
    written: list[Path] = []
    for id in (trained_by,) if isinstance(trained_by, str) else trained_by:
        run = Run.start(id, scale, seed)
        finish(run)
        written += [f for f in sorted(run.folder.iterdir()) if f.suffix in (".onnx", ".safetensors")]
    weights = [file for file in written if file.stem != "checkpoint"]
    if out and len(weights) > 1:
        out.mkdir(parents=True, exist_ok=True)
    for file in weights:
        console.print(f"weights: {shutil.copy(file, out) if out else file}")
    if len(weights) == 1 and "weights" in parameters(game, player):
        target = out or weights[0]
        console.print(f"play with {player}:weights={'' if target.is_absolute() else './'}{target}")
