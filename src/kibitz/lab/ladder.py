"""The ladder of a game: all players by strength, with what a move costs and how beatable each is.

Strength is a stored tournament (``kibitz tournament GAME … --publish``), how beatable a player is what a responder
trained against it won (``kibitz exploit … --publish``); a move's cost is measured here, one decision at a time on
one core. ``kibitz ladder GAME --publish`` stores all of it in ``results/<game>/ladder.json``.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from kibitz.agent import Agent, build, named_players
from kibitz.errors import BadRun
from kibitz.game import game as find_game
from kibitz.game import games
from kibitz.lab.folder import write
from kibitz.lab.provenance import commit, is_clean
from kibitz.lab.results import MATCHES, STORE
from kibitz.state import State

LADDER = "ladder.json"
PAGE = Path("docs/ladder.md")
DECISIONS = 40
"""So many are timed, in games of the player against itself."""
INTRODUCTION = """# The ladder

<!-- Written by `kibitz lab report` from `results/*/ladder.json`; do not edit. -->

Ratings are read like those of chess, 400 points being odds of ten to one: a Bradley–Terry fit over a tournament of all
these players, with 95% intervals; 0 is the mean. *Costs* is one decision on one core. *Beaten* is what a responder
trained against the player wins on fresh deals: it is beatable by at least so much. `fast` and `strong` are the settings
shipped: up to 5 ms per move, and up to 1 s.
"""
FAST, STRONG = "fast", "strong"
"""The shipped settings: up to 5 ms per move, and up to 1 s."""
LONGEST = 20.0
"""Seconds spent on timing one player, at most."""


def ladder(name: str, store: Path = STORE) -> dict[str, Any]:
    """The rows of a game's ladder, best first, and the command of the tournament it comes from."""
    file = store / name / MATCHES
    stored = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    tournaments = [
        command for command in stored if command.startswith(f"kibitz tournament {name} ") and _plain(command)
    ]
    if not tournaments:
        raise BadRun(f"no tournament of {name} is stored; kibitz tournament {name} PLAYER PLAYER … --publish plays one")
    command = max(tournaments, key=lambda words: len(stored[words]["standings"]))
    strong = named_players(find_game(name)).get(STRONG, "")
    rows, names = [], {strong: STRONG} if ":" in strong else {}  # a player as it is keeps its own name
    for standing in stored[command]["standings"]:
        player, rating = names.get(standing["player"], standing["player"]), standing["rating"]
        row = {"player": player, "games": standing["games"], "win_share": standing["win_share"], **rating}
        rows.append(row | {"milliseconds": cost(name, player), **_beatable(name, player, stored)})
    return {"command": command, "commit": stored[command]["commit"], "rows": rows}


def publish_ladder(name: str, store: Path = STORE) -> Path:
    """Store a game's ladder."""
    if not is_clean(commit(name)):
        raise BadRun(f"the code is not committed ({commit(name)}), so nothing is published; commit first")
    file = store / name / LADDER
    write(file, json.dumps(ladder(name, store), indent=1).encode())
    return file


def cost(name: str, spec: str) -> float:
    """What one decision of a player takes, in milliseconds: asked about one game at a time."""
    game = find_game(name)
    options = game.options(**({"players": 2} if hasattr(game.rules.Options, "players") else {}))
    player = build(game, options, spec)
    spent, asked, seed = 0.0, 0, 1
    state = State(game, options, seed)
    player.choose(state)  # what is compiled or loaded at first is no part of it
    while asked < DECISIONS and spent < LONGEST:
        if state.is_over:
            seed += 1
            state = State(game, options, seed)
        spent += _step(player, state)
        asked += 1
    return 1000 * spent / asked


def _step(player: Agent, state: State) -> float:
    asked, notes = state.asked(), player.notes(state)
    begun = time.process_time()  # of a core, whatever else the machine does
    chosen = player.ask(*asked, *notes)
    spent = time.process_time() - begun
    state.push(int(chosen[0]))
    return spent


def _plain(command: str) -> bool:
    """Whether a tournament was played under the default rules."""
    options = {word for word in command.split() if word.startswith("--")}
    return options <= {"--players", "--games", "--seed"}


def _beatable(name: str, player: str, stored: dict[str, Any]) -> dict[str, Any]:
    """The most that a responder won against a player, where one was trained under the default rules."""
    allowed = {"--by", "--seconds", "--pairs", "--seed"}
    found = [
        result
        for command, result in stored.items()
        if command.startswith(f"kibitz exploit {name} {player} ")
        and {word for word in command.split() if word.startswith("--")} <= allowed
    ]
    if not found:
        return {}
    best = max(found, key=lambda result: result["win_rate"])
    return {"beaten": best["win_rate"], "beaten_interval": best["interval"], "beaten_by": best["found"]}


def page(store: Path = STORE) -> str:
    """The ladders of all games as a page."""
    lines = [INTRODUCTION]
    for name in games():
        file = store / name / LADDER
        if not file.exists():
            continue
        found = json.loads(file.read_text(encoding="utf-8"))
        lines += [
            f"## {find_game(name).title}",
            "",
            "| player | rating | wins | costs | beaten |",
            "|---|---|---|---|---|",
        ]
        fast = named_players(find_game(name)).get(FAST, "")
        lines += [_line(row, row["player"] == fast) for row in found["rows"]]
        lines += ["", f"<sub>`{found['command']}`, commit {found['commit']}</sub>", ""]
    return "\n".join(lines).rstrip() + "\n"


def _line(row: dict[str, Any], is_fast: bool) -> str:
    low, high = row["low"], row["high"]
    rating = "–" if row["value"] is None else f"{row['value']:.0f}"
    if low is not None and high is not None:
        rating += f" [{low:.0f}, {high:.0f}]"
    rating = rating.replace("-", "−")
    beaten = ""
    if "beaten" in row:
        low, high = row["beaten_interval"]
        beaten = f"{row['beaten']:.1%} [{low:.1%}, {high:.1%}] by {_in_parts(row['beaten_by'])}"
    name = f"`{row['player']}`" + (f", which is `{FAST}`" if is_fast else "")
    return f"| {name} | {rating} | {row['win_share']:.1%} | {_time(row['milliseconds'])} | {beaten} |"


def _time(milliseconds: float) -> str:
    return f"{1000 * milliseconds:.0f} µs" if milliseconds < 1 else f"{milliseconds:.2g} ms"


def write_ladder(store: Path = STORE, target: Path = PAGE) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page(store), encoding="utf-8")


def _in_parts(name: str) -> str:
    """A player's spec as code that may break behind its commas; one who was trained is told in words."""
    return name if " " in name else f"`{name.replace(',', ',` `')}`"
