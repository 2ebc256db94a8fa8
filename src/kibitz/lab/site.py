"""The pages of the site that are written from the lists of claims and the stored runs: ``make docs`` builds them in."""

from __future__ import annotations

import importlib
import inspect
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from kibitz.game import game as find_game
from kibitz.game import games
from kibitz.lab.claims import Answer, Found, Verdict, answers, outdated, reports
from kibitz.lab.drawing import drawing, link_to
from kibitz.lab.expectation import told
from kibitz.lab.experiment import Experiment, experiment, experiments
from kibitz.lab.folder import METRICS, write
from kibitz.lab.library_page import library
from kibitz.lab.numbers import PERCENT, number, with_interval
from kibitz.lab.people import PROTOCOLS
from kibitz.lab.people import entries as played_by_people
from kibitz.lab.provenance import in_history, is_clean, named
from kibitz.lab.results import ATTEMPTS, BESIDE, MATCHES, STORE, command, compared, scale_of


def write_pages(docs: Path, store: Path = STORE) -> None:
    """Every generated page, below ``generated`` in the folder of the written ones."""
    target = docs / "generated"
    about = [name for name in games() if (docs / f"{name}.md").exists()]
    now = {**pages(about, store), "contents.md": _contents(docs, about)}
    for file in target.rglob("*.md"):  # of an experiment that was renamed, say
        if file.relative_to(target).as_posix() not in now:
            file.unlink()
    for name, text in now.items():
        file = target / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists() or file.read_text(encoding="utf-8") != text:  # what did not change is not built again
            write(file, text.encode())


def pages(about: Sequence[str], store: Path = STORE) -> dict[str, str]:
    """The generated pages on these games by file name. `front.md` is part of the front page, the others stand alone."""
    found = {name: answers(name, store) for name in about}
    of = {name: [experiment(id) for id in experiments() if id.startswith(f"{name}.")] for name in about}
    written = {
        "front.md": _front(found),
        "people.md": _people(about, store),
        "experiments.md": _list_of_experiments(of, store),
        "api.md": library(),
    }
    for name in about:
        written[f"claims/{name}.md"] = _paper(name, found[name])
        for one in of[name]:
            asked = [answer for answer in found[name] if answer.claim.experiment == one.id]
            written[f"experiments/{one.id}.md"] = _experiment(one, asked, store)
    return written


def _contents(docs: Path, about: Sequence[str]) -> str:
    """What stands in the margin of the front page: every page there is."""
    others = {file.stem for file in docs.glob("*.md")} - {"index", "results", *about}
    lists = {
        "Every claim of the papers": [f"{_short(name)} <generated/claims/{name}>" for name in about],
        "What was run": ["generated/experiments", "All results on one page <results>"],
        "Games": [f"{_short(name)} <{name}>" for name in about],
        "The program": [*sorted(others), "generated/api"],
    }
    lines = []
    for caption, entries in lists.items():
        lines += ["```{toctree}", ":hidden:", f":caption: {caption}", "", *entries, "```", ""]
    return "\n".join(lines)


def _short(game: str) -> str:
    return find_game(game).title.partition(":")[0]


# --- claims


def _front(found: Mapping[str, list[Answer]]) -> str:
    everything = [answer for all_ in found.values() for answer in all_]
    lines = [_counts(everything), ""]
    for name, all_ in found.items():
        lines += [f"## {_short(name)}", "", f"{_source(name)} [Every claim of it](generated/claims/{name}.md)", ""]
        lines += _table([answer for answer in all_ if answer.claim.is_headline], "generated/experiments")
    return "\n".join(lines) + "\n"


def _people(about: Sequence[str], store: Path) -> str:
    """The papers' games against people, and those played here."""
    lines = [
        "```{table}",
        ":class: numbers",
        "",
        _cells(["player", "paper", "here", "to play it"]),
        "|---|---|---|---|",
    ]
    for one in PROTOCOLS:
        if one.game not in about:
            continue
        here = [f"won {entry['won']:g} of {entry['games']} ({entry['last']})" for entry in played_by_people(one, store)]
        paper = f"won {one.paper_won} of {one.paper_games}" + _small(one.told)
        named = f"[{one.name}]({one.game}.md) of {_short(one.game)}"
        command = f"`kibitz challenge {one.name}`"
        lines.append(_cells([named, paper, "<br>".join(here) or "nobody has played it yet", command]))
    return "\n".join([*lines, "```", ""])


def _paper(name: str, found: list[Answer]) -> str:
    lines = ["---", "hide-toc: true", "---", "", f"# {_short(name)}: every claim of the paper", ""]
    lines += [f"{_source(name)} More on the [game and what was found](../../{name}.md).", "", _counts(found), ""]
    return "\n".join(lines + _table(found, "../experiments", whole=True)) + "\n"


def _source(name: str) -> str:
    """Which paper it is, as a sentence."""
    return f"The paper is {getattr(find_game(name).module('lab'), 'PAPER', 'not named')}."


def _counts(found: Sequence[Answer]) -> str:
    """How many claims got which verdict, as one line."""
    count = Counter(answer.verdict for answer in found)
    verdicts = " ".join(f"{_badge(verdict)} {count[verdict]}" for verdict in Verdict if count[verdict])
    return f"Of {len(found)} results and wishes: {verdicts}"


def _table(found: Iterable[Answer], to_experiments: str = "", *, whole: bool = False) -> list[str]:
    """Claims beside what was found; the whole table also says where the claim stands, and the protocol and the rule."""
    found = list(found)
    sources = {"paper": lambda claim: claim.number, "rerun": lambda c: c.rerun, "elsewhere": lambda c: c.elsewhere}
    beside = [name for name in BESIDE if name == "paper" or any(sources[name](answer.claim) for answer in found)]
    last = "experiment" if to_experiments else "recipe"
    names = ["claim", *(BESIDE[name] for name in beside), "ours, 95% interval", "verdict", last]
    lines = ["```{table}", f":class: claims beside-{len(beside)}", "", _cells(names), _cells(["---"] * len(names))]
    for answer in found:
        claim = answer.claim
        asked = f"[{claim.id}]{{#{claim.id} .id}} {_plain(claim.claim)}"
        if whole:
            place = f"section {claim.place}" if claim.place[0].isdigit() else claim.place
            asked += _small(f"{place}; {claim.protocol}")
        verdict = _badge(answer.verdict) + (_small(answer.reason) if answer.reason else "")
        cells = [_plain(sources[name](claim)) or NOTHING for name in beside]
        cells += [_ours(answer), verdict, _by(answer, to_experiments, whole)]
        lines.append(
            _cells([asked, *(f"[{name.partition(',')[0]}]{{.column}} {cell}" for name, cell in zip(names[1:], cells))])
        )
    return [*lines, "```", ""]


NOTHING = "[–]{.nothing}"
"""An empty cell; a narrow screen leaves it out."""


def _cells(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _ours(answer: Answer) -> str:
    if not answer.found:
        return NOTHING
    counts = answer.verdict is not Verdict.NOT_RUN
    shown = []
    for found in answer.found:
        value = _value(found, answer.claim.unit)
        value = value if counts else f"[{value}]{{.outdated}}"
        name = " v ".join(found.name.split()[3:5]) if answer.claim.is_match else found.name  # its command stands beside
        shown.append(value + _small(name))  # a number alone does not say of what
    return "<br>".join(shown)


def _value(found: Found, unit: str) -> str:
    value = _estimate(asdict(found), unit)
    return value if unit == PERCENT else f"{value} {_plain(unit)}".strip()


def _estimate(number: Mapping[str, Any], unit: str) -> str:
    """One of our numbers; its interval is not broken in two."""
    return _plain(with_interval(number["ours"], number["low"], number["high"], unit)).replace(", ", ",&nbsp;")


def _badge(verdict: Verdict) -> str:
    return f"[{verdict}]{{.verdict .{verdict.name.lower()}}}"


def _by(answer: Answer, to_experiments: str, whole: bool) -> str:
    claim, lines = answer.claim, []
    if claim.experiment and to_experiments:  # an experiment's own page need not name it
        name = re.sub(r"([._])", r"\1<wbr>", claim.experiment)  # where a narrow column may break it
        lines.append(f"[{name}]({to_experiments}/{claim.experiment}.md)")
    elif claim.is_match:
        lines += [f"`{found.name}`{_small(f'commit {named(found.commit)}')}" for found in answer.found]
        lines.append(f"{{download}}`stored with other matches </../results/{claim.game}/{MATCHES}>`")
    if claim.recipe:
        lines.append(f"[{_plain(f'recipe: {claim.recipe}' if to_experiments else claim.recipe)}]{{.small}}")
    rule = told(claim.expect, claim.unit) if whole and claim.expect else ""
    if rule:
        lines.append(f"[{_plain(f'expected: {rule}')}]{{.small}}")
    return "<br>".join(lines) or NOTHING


# --- experiments


def _list_of_experiments(of: Mapping[str, list[Experiment]], store: Path) -> str:
    lines = [
        "# Experiments",
        "",
        "One page each: claim and method, what it means, figures, table, and how to run it again.",
        "",
    ]
    for name, mine in of.items():
        lines += [f"## {_short(name)}", ""]
        for one in mine:
            stored = "" if one.id in reports(name, store) else " *(no stored run)*"
            lines.append(f"- [{one.title}](experiments/{one.id}.md){stored}")
        lines += ["", "```{toctree}", ":hidden:", "", *(f"{one.id} <experiments/{one.id}>" for one in mine), "```", ""]
    return "\n".join(lines) + "\n"


def _experiment(one: Experiment, asked: list[Answer], store: Path) -> str:
    report = reports(one.game, store).get(one.id)
    lines = [f"# {one.title}", "", f"`{one.id}`, an experiment on [{_short(one.game)}](../../{one.game}.md).", ""]
    shared = _shared(one)
    method = (inspect.getdoc(shared) or "").partition("\n")[2].strip() if shared else ""
    lines += ["## Claim and method", "", one.claim, "", method, ""]
    if report is None:
        lines += ["## No stored run yet", "", "```sh", f"kibitz lab run {one.id} --scale paper --seed 1", "```", ""]
    else:
        lines += _outcome(one, report, store)
    if asked:
        about = f"Rows of [every claim of the paper](../claims/{one.game}.md) that ask for this experiment:"
        lines += ["## Claims", "", about, "", *_table(asked, whole=True)]
    if report is not None:
        lines += _numbers(one, report, store)
    lines += _attempts(store.joinpath(*one.id.split("."), ATTEMPTS))
    for module in filter(None, (one.module, shared)):
        lines += _code(Path(inspect.getfile(module)))
    return "\n".join(lines)


def _shared(one: Experiment) -> ModuleType | None:
    """The module of the lab whose method an experiment names as its own."""
    named = re.search(r"the method is that of\s+`(kibitz\.lab\.\w+)`", one.claim)
    return importlib.import_module(named[1]) if named else None


def _code(source: Path) -> list[str]:
    """A file of the project, folded."""
    name = source.resolve().relative_to(Path.cwd()).as_posix()
    lines = [f"<details><summary>The code, as it is now: <code>{name}</code></summary>", ""]
    return [*lines, f"```{{literalinclude}} {link_to(source)}", ":language: python", "```", "", "</details>", ""]


def _outcome(one: Experiment, report: dict[str, Any], store: Path) -> list[str]:
    folder = store / one.game / one.id.partition(".")[2]
    reason = next(filter(None, _stale(one, report)), "")
    lines = ["```{warning}", f"What is grey is to be run again: {reason}.", "```", ""] if reason else []
    lines += ["## What it means", "", _plain(report["summary"]), ""]
    for figure in report["figures"]:
        lines += [drawing(folder / figure), ""]
    return lines


def _stale(one: Experiment, report: dict[str, Any]) -> list[str]:
    """Why a finding does not count, for each; nothing where it does."""
    return [outdated(report["commit"], f"{one.id} {finding['what']}") for finding in report["findings"]]


def _numbers(one: Experiment, report: dict[str, Any], store: Path) -> list[str]:
    """Every finding, how to find it again, and where what was measured is stored."""
    folder = store / one.game / one.id.partition(".")[2]
    beside = compared(report["findings"])
    lines = ["## Numbers", "", "Brackets are 95% intervals.", "", "```{table}", ":class: numbers", ""]
    lines += [_cells(["finding", *beside.values(), "ours"]), _cells(["---"] * (len(beside) + 2))]
    for finding, grey in zip(report["findings"], _stale(one, report)):
        note = _small(finding["note"]) if finding["note"] else ""
        unit = finding.get("unit", "")
        others = [_plain(number(finding.get(name), unit)) for name in beside]
        value = _estimate(finding, unit)
        value = f"[{value}]{{.outdated}}" if grey else value
        lines.append(_cells([_plain(finding["what"]) + note, *others, value]))
    lines += ["```", "", "## To run it again", "", "```sh", command(report), "```", ""]
    lines += [f"- Seed {report['seed']}, {scale_of(report)}."]
    there = f"; `git checkout {in_history(report['commit'])}` has its code" if is_clean(report["commit"]) else ""
    lines += [f"- Commit {named(report['commit'])}{there}."]
    lines += [f"- It took {_duration(report['seconds'])}."]
    lines += [f"- Settings: {_settings(report['config'])}."]
    lines += _since(one, report)
    return [*lines, _stored(folder), ""]


def _attempts(folder: Path) -> list[str]:
    """Runs that are kept beside the published one."""
    files = sorted(folder.glob("*/report.json"))
    lines = (
        ["## Other attempts", "", "Runs kept beside the one above, which is the one that counts.", ""] if files else []
    )
    for file in files:
        report = json.loads(file.read_text(encoding="utf-8"))
        lines += [f"### {_dated(file.parent.name)}", "", _plain(report["summary"]), ""]
        for figure in report["figures"]:
            lines += [drawing(file.with_name(figure)), ""]
        lines += ["```sh", command(report), "```", "", f"- Commit {named(report['commit'])}, seed {report['seed']}."]
        lines += [f"- It took {_duration(report['seconds'])}.", _stored(file.parent), ""]
    return lines


def _dated(run: str) -> str:
    """What a run's folder is called on a page.

    >>> _dated("20261116-101643")
    'Run of 16 November 2026, 10:16'
    """
    try:
        began = datetime.strptime(run, "%Y%m%d-%H%M%S")
    except ValueError:  # named by hand
        return run
    return f"Run of {began.day} {began:%B %Y, %H:%M}"


def _stored(folder: Path) -> str:
    """Where a run's report and rows can be had."""
    rows = folder / METRICS
    raw = [f"{{download}}`report <{link_to(folder / 'report.json')}>`"]
    raw += [f"{{download}}`every row measured <{link_to(rows)}>` (Parquet)"] if rows.exists() else []
    return f"- Stored: {', '.join(raw)}."


def _since(one: Experiment, report: dict[str, Any]) -> list[str]:
    """What the experiment's settings have become since the run, of which its report cannot know."""
    now, then = asdict(one.config(report["scale"])), report["config"]
    other = {name: now[name] for name in one.changes(report["scale"], then) if name in now}
    other = {name: value for name, value in other.items() if name not in report.get("changed", {})}
    new = {name: value for name, value in now.items() if name not in then}
    gone = {name: value for name, value in then.items() if name not in now}
    lines = [f"- Since then the scale has {_settings(other)}; the command asks for the run's."] if other else []
    lines += [f"- Settings it has since then: {_settings(new)}."] if new else []
    lines += [f"- Settings it has no longer: {_settings(gone)}; only the run's own code takes them."] if gone else []
    return lines


def _settings(values: Mapping[str, Any]) -> str:
    return ", ".join(f"`{name}={value if value != '' else repr(value)}`" for name, value in values.items())


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"


# --- words


def _small(text: str) -> str:
    """A line below, in small type; the experiments and claims it names lead to their pages."""
    return f"<br>[{_elsewhere().sub(_linked, _plain(text))}]{{.small}}"


@cache
def _elsewhere() -> re.Pattern[str]:
    """The id of a claim, or what may be the name of an experiment."""
    return re.compile(rf"\b(?:{'|'.join(games())})(?:-\d+|\.[a-z_]+)\b")


def _linked(found: re.Match[str]) -> str:
    name = found[0]
    if "-" in name:
        return f"[{name}](#{name})"  # only rows of the whole list name others
    return f"[{name}](/generated/experiments/{name}.md)" if name in experiments() else name


def _plain(text: str) -> str:
    """Text in which nothing is markup, fit for a table's cell; a minus is not a hyphen."""
    text = re.sub(r"(?<![\w.])-(?=\d)", "−", text)
    for sign in "\\*`[]|<>$":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())
