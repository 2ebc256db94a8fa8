"""What the project claims: ``docs/results.md``, generated from the results stored under ``results/``."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.errors import BadRun
from kibitz.game import game, games
from kibitz.lab.experiment import experiment
from kibitz.lab.folder import METRICS, stored_rows, write
from kibitz.lab.numbers import number, with_interval
from kibitz.lab.provenance import commit, is_clean, named
from kibitz.lab.run import Run, write_report

STORE = Path("results")
MATCHES = "matches.json"
"""Matches and tournaments of a game worth quoting, by the command that plays them."""
PAGE = Path("docs/results.md")
ATTEMPTS = "attempts"
"""Where, beside a published run, others of the same experiment are kept: what was tried before, or tried in vain."""
LARGEST = 1 << 20
"""Metrics over this many bytes stay in the run's folder."""


def publish(run: Run, store: Path = STORE, attempt: bool = False) -> Path:
    """Store a finished run's report, figures and metrics under ``results/<game>/<experiment>/``.

    As an `attempt` it is stored beside the published run, otherwise in its place.
    """
    if not run.is_finished:
        raise BadRun(f"{run.folder} is {run.done:.0%} done; only finished runs are published")
    if not is_clean(run.commit):
        raise BadRun(f"{run.folder} was run by code that is not committed ({run.commit}); commit, then run it again")
    run.report()
    target = store / run.experiment.game / run.experiment.id.partition(".")[2]
    if attempt:
        target = target / ATTEMPTS / run.folder.name
    target.mkdir(parents=True, exist_ok=True)
    for file in target.iterdir():
        if file.is_file():
            file.unlink()
    for file in (run.folder / "report.json", run.folder / "metrics.parquet", *run.folder.glob("*.svg")):
        if file.exists() and file.stat().st_size <= LARGEST:
            shutil.copy(file, target)
    return target


def retell(store: Path = STORE) -> Iterator[tuple[Path, str]]:
    """Tell all stored runs anew from their rows: after a change of what a report says or how figures look.

    Yields each run, and why it stays as it was told where its rows do not fit the experiment as it is now.
    """
    for file in sorted([*store.glob("*/*/report.json"), *store.glob(f"*/*/{ATTEMPTS}/*/report.json")]):
        stored, rows = json.loads(file.read_text(encoding="utf-8")), file.with_name(METRICS)
        chosen = experiment(stored["experiment"])
        if not rows.exists():
            continue
        settings = {name: tuple(v) if isinstance(v, list) else v for name, v in stored["config"].items()}
        try:
            config = chosen.module.Config(**settings)
            report = chosen.report(stored_rows(rows), config)
        except (LookupError, TypeError, ValueError, StopIteration) as error:
            yield file.parent, f"its rows are not what {chosen.id} measures now ({error}); run it again"
            continue
        for name in stored["figures"]:
            file.with_name(name).unlink(missing_ok=True)
        about = {**stored, "changed": chosen.changed(stored["scale"], config)}
        write_report(file.parent, about, chosen, report)
        yield file.parent, ""


def publish_match(name: str, command: str, result: dict[str, Any], store: Path = STORE) -> Path:
    """Store what a match or tournament gave in ``results/<game>/matches.json``, in place of an earlier one."""
    if not is_clean(commit(name)):
        raise BadRun(f"the code is not committed ({commit(name)}), so nothing is published; commit, then play it again")
    file = store / name / MATCHES
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    kept[command] = {"commit": commit(name), **result}
    file.parent.mkdir(parents=True, exist_ok=True)
    write(file, json.dumps(dict(sorted(kept.items())), indent=1).encode())
    return file


def page(store: Path = STORE) -> str:
    """The results page."""
    lines = [
        "# Results",
        "",
        "<!-- Written by `kibitz lab report` from the runs stored under `results/`; do not edit. -->",
        "",
        "Every number comes from a stored run of this code; below stand the command that runs it again, how long it",
        "took and its commit. Brackets are 95% intervals.",
        "",
    ]
    for name in games():
        reports = [json.loads(p.read_text(encoding="utf-8")) for p in sorted((store / name).glob("*/report.json"))]
        matches = store / name / MATCHES
        if reports or matches.exists():
            lines += [f"## {game(name).title}", ""]
        for report in reports:
            lines += _section(report, store / name)
            lines += _attempts(store.joinpath(*report["experiment"].split("."), ATTEMPTS))
        if matches.exists():
            lines += _matches(json.loads(matches.read_text(encoding="utf-8")))
    return "\n".join(lines).rstrip() + "\n"


def write_page(store: Path = STORE, target: Path = PAGE) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page(store), encoding="utf-8")


def _section(report: dict[str, Any], folder: Path) -> list[str]:
    name = report["experiment"].partition(".")[2]
    lines = [f"### {report['title']}", "", report["claim"], "", report["summary"], ""]
    beside = compared(report["findings"])
    lines += ["| | " + " | ".join([*beside.values(), "ours"]) + " |", "|---" * (len(beside) + 2) + "|"]
    for found in report["findings"]:
        unit = found.get("unit", "")
        others = [number(found.get(name), unit) for name in beside]
        ours = with_interval(found["ours"], found["low"], found["high"], unit)
        lines.append("| " + " | ".join([found["what"], *others, ours]) + " |")
    lines += ["", *(f"- {f['what']}: {f['note']}" for f in report["findings"] if f["note"])]
    lines += [f"![{report['title']}](../{folder.as_posix()}/{name}/{figure})" for figure in report["figures"]]
    settings = ", ".join(f"{key}={value}" for key, value in report["config"].items())
    origin = f"{report['seconds']:.0f} s, commit {named(report['commit'])}; {scale_of(report)}"
    lines += ["", f"<sub>`{command(report)}`, {origin}; {settings}</sub>", ""]
    return lines


def _attempts(folder: Path) -> list[str]:
    """What other runs of an experiment came to."""
    lines = []
    for file in sorted(folder.glob("*/report.json")):
        report = json.loads(file.read_text(encoding="utf-8"))
        figures = [f"![{report['title']}](../{file.with_name(figure).as_posix()})" for figure in report["figures"]]
        origin = f"<sub>`{command(report)}`, {report['seconds']:.0f} s, commit {named(report['commit'])}</sub>"
        lines += [f"**Another attempt, {file.parent.name}.** {report['summary']}", "", *figures, "", origin, ""]
    return lines


BESIDE = {"paper": "paper", "rerun": "authors' program", "elsewhere": "elsewhere"}
"""Where a number beside ours comes from, and what its column is called."""


def compared(findings: list[dict[str, Any]]) -> dict[str, str]:
    """The columns that stand beside ours: those of which a finding has a number."""
    return {name: told for name, told in BESIDE.items() if any(f.get(name) is not None for f in findings)}


def scale_of(report: dict[str, Any]) -> str:
    """The scale's name, where nothing was changed of it; or what was."""
    changed = {name: both for name, both in report.get("changed", {}).items() if name in report["config"]}
    if not changed:
        return f"scale {report['scale']}"
    told = (f"{name} {_setting(new)} instead of {_setting(old)}" for name, (old, new) in changed.items())
    return f"scale {report['scale']}, but {', '.join(told)}"


def _setting(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_setting, value))}]"
    return f"{value:,}" if type(value) is int else repr(value) if value == "" else str(value)


def _matches(kept: dict[str, dict[str, Any]]) -> list[str]:
    lines = ["### Matches", "", "| command | player | wins | games | commit |", "|---|---|---|---|---|"]
    for words, found in kept.items():
        if "standings" in found:
            rows = [(s["player"], s["win_share"], s["interval"]) for s in found["standings"]]
        else:
            rows = [(words.split()[3], found["win_rate"], found["interval"])]
        for n, (player, rate, (low, high)) in enumerate(rows):
            first, last = ("", "") if n else (f"`{words}`", named(found["commit"]))
            games = "" if n else f"{found['games']:,}"
            lines.append(f"| {first} | {player} | {rate:.2%} [{low:.2%}, {high:.2%}] | {games} | {last} |")
    return [*lines, ""]


def command(report: dict[str, Any]) -> str:
    """What runs the experiment again as it was run."""
    id, scale = report["experiment"], report["scale"]
    changed = experiment(id).changes(scale, report["config"])
    words = [f"kibitz lab run {id} --scale {scale} --seed {report['seed']}"]
    return " ".join([*words, *(f"--set {name}={value}" for name, value in changed.items())])
