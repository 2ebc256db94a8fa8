"""Results as tables for the terminal."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Any

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from kibitz.agent import about, agents, is_chance, named_players, parameters
from kibitz.arena.match import MatchResult
from kibitz.arena.tournament import TournamentResult
from kibitz.coach.hint import Advice, Hint
from kibitz.coach.words import amount, by_whom
from kibitz.game import Game
from kibitz.lab.experiment import Report

ENDLESS = 10_000
"""Columns of a screen that everything fits on."""


def players_table(game: Game) -> Table:
    """The players of a game: what each is, and what may stand behind its colon."""
    table, named = Table("player", "is", "parameters"), named_players(game)
    for name in agents(game.name):
        said = named.get(name) or about(game, name)
        open_to = {} if name in named else parameters(game.name, name)
        given = ", ".join(f"{key}={p.default}" for key, p in open_to.items())
        table.add_row(name, said.strip().split("\n\n")[0].replace("\n", " "), given)
    return table


def options_table(game: Game) -> Table:
    """The options of a game with their bounds."""
    table = Table("option", "may be", "default", "is")
    for f in fields(game.rules.Options):
        about = f.metadata
        bounds = (
            ", ".join(about["names"])
            if "names" in about
            else f"{about['low']} to {about['high']}"
            if "low" in about
            else "on, off"
        )
        table.add_row(f"--{f.name}", bounds, str(f.default).lower(), about["help"])
    return table


def hint_table(found: Hint, most: int = 10) -> RenderableType:
    """The best moves with their values, what is said about them, and what that assumes."""
    notes = [Text(found.sentence)]
    if len(found.advice) > most:
        next_best, others = found.advice[most], len(found.advice) - most
        are, lose = ("move is", "move loses") if others == 1 else ("moves are", "moves lose")
        lost = amount(next_best.loss, found.unit)
        said = f"{are} no better" if next_best.is_about_best else f"{lose} {lost} or more"
        notes.append(Text(f"{others} more {said}", style="dim"))
    notes.append(Text(by_whom(found.adviser, found.assumes), style="dim"))
    table = _Fitting(_moves_table(found, most, box.HEAVY_HEAD), _moves_table(found, most, None))
    return Group(*notes[:1], table, *notes[1:])


def _moves_table(found: Hint, most: int, lines: box.Box | None) -> Table:
    table = Table(box=lines, pad_edge=lines is not None)
    table.add_column("move", no_wrap=True)
    table.add_column(found.unit.removeprefix("chance "), justify="right", no_wrap=True)
    table.add_column("loses", justify="right", no_wrap=True)
    names = list(found.advice[0].details)
    counts = {name: all(a.details[name].is_integer() for a in found.advice) for name in names}
    for name in names:
        table.add_column(name, justify="right")  # a heading may break where it has several words
    for advice in found.advice[:most]:
        extra = [_as_shown(advice.details[name], counts[name]) for name in names]
        style = "bold" if advice.loss == 0 else ""
        table.add_row(
            advice.move.name,
            _value(advice.value, advice.error, found.unit),
            _loss(advice, found.unit),
            *extra,
            style=style,
        )
    return table


@dataclass(frozen=True)
class _Fitting:
    """A table with lines between its columns where the screen is wide enough, else one without."""

    wide: Table
    narrow: Table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        needed = console.measure(self.wide, options=options.update(max_width=ENDLESS)).maximum
        yield self.wide if needed <= options.max_width else self.narrow


def _value(value: float, error: float, unit: str) -> str:
    shown = f"{100 * value:.1f}%" if is_chance(unit) else f"{value:.2f}"
    if not error:
        return shown
    return f"{shown} ± {100 * error:.1f}%" if is_chance(unit) else f"{shown} ± {error:.2f}"


def _loss(advice: Advice, unit: str) -> str:
    if advice.loss == 0:
        return "best"
    if advice.is_about_best:
        return "about equal"
    return f"{100 * advice.loss:.1f}%" if is_chance(unit) else f"{advice.loss:.2f}"


def _as_shown(number: float, is_count: bool) -> str:
    return f"{number:z.0f}" if is_count else f"{number:z.2f}"  # z: no minus before a zero


def match_table(result: MatchResult, first: str, second: str) -> RenderableType:
    table = Table()
    for heading in ("player", "win rate", "95% interval", "points per game"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    low, high = result.interval
    table.add_row(first, f"{result.win_rate:.2%}", f"{low:.2%} to {high:.2%}", f"{result.points[0]:.3f}")
    table.add_row(second, f"{1 - result.win_rate:.2%}", f"{1 - high:.2%} to {1 - low:.2%}", f"{result.points[1]:.3f}")
    note = (
        f"{result.games:,} games in {result.games // 2:,} duplicate pairs, {result.draws:,} drawn, "
        f"{result.decisions:.1f} decisions each, first seat won {result.first_seat_rate:.1%}; {result.seconds:.1f} s"
    )
    if result.plain:
        rate, (low, high) = result.plain
        note += f"\nluck taken off; as played {rate:.2%} ({low:.2%} to {high:.2%})"
    return Group(table, Text(note + (f"\nsequential test: {result.verdict}" if result.verdict else "")))


def tournament_table(result: TournamentResult) -> RenderableType:
    table = Table()
    for heading in ("player", "rating", "win share", "points", "own moves", "to win"):
        table.add_column(heading, justify="left" if heading == "player" else "right", no_wrap=True)
    for s in result.standings:
        table.add_row(
            s.player,
            str(s.rating),
            f"{s.win_share:.2%} ({s.interval[0]:.2%} to {s.interval[1]:.2%})",
            f"{s.points:.3f}",
            f"{s.decisions:.2f}",
            "–" if math.isnan(s.decisions_to_win) else f"{s.decisions_to_win:.2f}",
        )
    return Group(
        table, Text(f"{result.games:,} games, every deal in every seating, intervals are 95%; {result.seconds:.1f} s")
    )


def ladder_table(found: dict[str, Any]) -> RenderableType:
    """The rungs of a ladder, as ``lab/ladder.py`` gives them."""
    table = Table()
    for heading in ("player", "rating", "wins", "a move takes", "beaten by a responder"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for row in found["rows"]:
        rating = "" if row["value"] is None else f"{row['value']:+.0f}"
        beaten = f"{row['beaten']:.1%}" if "beaten" in row else ""
        table.add_row(row["player"], rating, f"{row['win_share']:.1%}", f"{row['milliseconds']:.3g} ms", beaten)
    return Group(table, Text(found["command"]))


def report_table(report: Report, title: str) -> RenderableType:
    table = Table(title=title, title_justify="left")
    for heading in ("", "paper", "ours", "95% interval"):
        table.add_column(heading, justify="left" if not heading else "right")
    for f in report.findings:
        span = "" if f.low is None or f.high is None else f"{f.low:.4g} to {f.high:.4g}"
        table.add_row(f.what, "–" if f.paper is None else f"{f.paper}", f"{f.ours:.4g}", span)
    return Group(table, Text(report.summary))
