"""Who may import whom: arrows point one way, so that each room can be read without the rooms above it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "src" / "kibitz"

BASE = {
    "kernel", "kernel_cache", "kernel_parts", "options", "game", "state", "record", "cards", "agent", "own", "weights",
    "errors", "seeds", "quiz", "observation", "picture",
}  # fmt: skip
ALLOWED = {
    "base": {"base", "games", "lab.provenance", "present"},
    "games": {"base", "arena", "learn", "present.shown", "present.plots"},
    "arena": {"base", "present"},
    "learn": {"base", "arena"},
    "coach": {"base", "arena", "present"},
    "present": {"base", "arena", "coach", "lab.experiment"},
    "store": {"base", "arena"},
    "lab": {"base", "arena", "learn", "coach"},
}
"""Rooms that are not named here (web, doors, cli, bench) may import everything.

What can show itself asks `present` for the picture, at the moment it is printed.
"""


def room(module: str) -> str:
    """The room of a module: ``kibitz.arena.match`` is in ``arena``."""
    name = module.split(".")[1] if "." in module else "base"
    return "base" if name in BASE else name


def imports(file: Path) -> set[str]:
    """The modules of the package that a file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {name if (ROOT.parent / Path(*name.split("."))).exists() else node.module for name in inside}
            found |= {name for name in inside if (ROOT.parent / Path(*name.split("."))).with_suffix(".py").exists()}
    return {name for name in found if name.startswith("kibitz.")}


def modules() -> list[tuple[str, Path]]:
    return [
        ("kibitz." + ".".join(file.relative_to(ROOT).with_suffix("").parts), file)
        for file in sorted(ROOT.rglob("*.py"))
        if "migrations" not in file.parts
    ]


def of_game(module: str) -> tuple[str, str]:
    """A game and the part of it a module is: library, agents or lab."""
    parts = module.split(".")
    part = parts[3] if len(parts) > 3 and parts[3] in ("agents", "lab") else "library"
    return parts[2] if len(parts) > 2 else "", part


@pytest.mark.parametrize(("module", "file"), modules(), ids=[module for module, _ in modules()])
def test_arrows_point_one_way(module, file):
    here = room(module)
    for other in imports(file):
        there = room(other)
        if here == "games" and there in ("games", "lab", "coach", "exploit", "bench"):
            check_inside_games(module, other)
        elif here in ALLOWED and there != here:
            allowed = ALLOWED[here]
            assert there in allowed or any(other.startswith(f"kibitz.{a}") for a in allowed), f"{module} -> {other}"


def check_inside_games(module: str, other: str) -> None:
    game, part = of_game(module)
    if room(other) != "games":
        named_bench = module.endswith(".bench") and room(other) == "bench"
        assert part == "lab" or named_bench, f"{module} -> {other}: only experiments know lab, coach and exploit"
        return
    other_game, other_part = of_game(other)
    assert other_game in ("", game), f"{module} -> {other}: a game knows no other game"
    if part == "library":
        assert other_part == "library", f"{module} -> {other}: a library file imports neither players nor experiments"
    if part == "agents":
        assert other_part != "lab", f"{module} -> {other}: a player imports no experiment"
