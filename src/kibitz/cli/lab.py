"""``kibitz lab``: the papers' experiments."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from kibitz.cli.app import Publish, Seed, Workers, app, console, notices
from kibitz.cli.compare import OnCluster, joined
from kibitz.errors import KibitzError, NoCluster

lab = typer.Typer(no_args_is_help=True, help="Rerun the papers' experiments.")
app.add_typer(lab, name="lab")


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
    cluster: OnCluster = None,
    workers: Workers = None,
    publish: Publish = False,
    attempt: Annotated[bool, typer.Option(help="Store it beside the published run, as one more attempt.")] = False,
) -> None:
    """Run an experiment; Ctrl-C stops it, --resume goes on."""
    from kibitz.lab.results import publish as store
    from kibitz.lab.run import Run
    from kibitz.present.tables import report_table

    with joined(cluster, workers) as machines:  # before a folder is made
        if folder or resume:
            run = Run(folder) if folder else Run.latest(id)
            if run.experiment.id != id:
                raise KibitzError(f"{folder} is a run of {run.experiment.id}, not of {id}")
        else:
            run = Run.start(id, scale, seed, changes=dict(text.partition("=")[::2] for text in constants or []))
        finish(run, machines)
    console.print(report_table(run.report(), run.experiment.title))
    console.print(str(run.folder), style="dim")
    if publish or attempt:
        console.print(f"published to {store(run, attempt=attempt)}; kibitz lab report writes the page")


@lab.command("ship")
def lab_ship(
    folder: Annotated[Path | None, typer.Argument(help="The folder of a published run.", show_default=False)] = None,
) -> None:
    """Put a published run's weights into the package; without a run: which shipped files are the published ones."""
    from kibitz.lab.run import Run
    from kibitz.lab.shipping import ship, shipped

    if folder is not None:
        for file in ship(Run(folder)):
            console.print(f"shipped {file}")
        return
    table = Table("weights", "trained by", "published run")
    for one in shipped():
        state = "lists another file" if not one.is_as_published else "lists it" if one.published else "does not list it"
        table.add_row(f"{one.game}/{one.file.name}", ", ".join(one.experiments), state)
    console.print(table)


@lab.command("report")
def lab_report(
    anew: Annotated[bool, typer.Option(help="First tell every stored run anew from its rows.")] = False,
) -> None:
    """Write docs/results.md, docs/ladder.md and the tables of docs/scale.md anew from what results/ holds."""
    from kibitz.bench import cost
    from kibitz.lab import ladder
    from kibitz.lab.results import PAGE, retell, write_page

    for folder, misfit in retell() if anew else ():
        console.print(f"{folder} stays: {misfit}" if misfit else f"told {folder}", style=None if misfit else "dim")
    write_page()
    ladder.write_ladder()
    cost.write_page()
    console.print(f"wrote {PAGE}, {ladder.PAGE} and {cost.PAGE}")


def finish(run: Any, cluster: Any = None) -> None:
    """Take a run to its end, with a progress bar; what stops it leaves a run that goes on."""
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.percentage:>3.0f}%"))
    timing = (TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, *timing, console=notices, transient=True, disable=not notices.is_terminal) as bar:
        task = bar.add_task(run.experiment.id, total=1.0)
        bar.update(task, completed=run.done)
        try:
            for step in run.steps(cluster=cluster):
                bar.update(task, completed=step.done)
        except (KeyboardInterrupt, NoCluster) as error:
            reason = str(error) if isinstance(error, NoCluster) else "stopped"
            again = f"kibitz lab run {run.experiment.id} --folder {run.folder}"
            raise KibitzError(f"{reason}; {again} goes on from {run.done:.0%}") from None
