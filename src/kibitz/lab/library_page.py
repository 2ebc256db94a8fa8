"""The page of the site on the library: what ``import kibitz`` offers, from the docstrings."""

from __future__ import annotations

import inspect

import kibitz

MAIN_CLASSES = (
    "kibitz.agent.CompiledAgent",
    "kibitz.arena.match.MatchResult",
    "kibitz.arena.match.Sprt",
    "kibitz.arena.tournament.TournamentResult",
    "kibitz.arena.tournament.Standing",
    "kibitz.coach.hint.Hint",
    "kibitz.coach.hint.Advice",
    "kibitz.coach.review.Review",
    "kibitz.coach.review.Decision",
    "kibitz.lab.experiment.Experiment",
    "kibitz.lab.experiment.Step",
    "kibitz.lab.experiment.Finding",
    "kibitz.lab.experiment.Report",
)
"""What a public function gives back, or what one writes to add to the project."""


def library() -> str:
    """The page."""
    lines = ["# The library", "", "What `import kibitz` offers, from the docstrings.", "", "```{eval-rst}"]
    for name in kibitz.__all__:
        lines += _documented(f"kibitz.{name}", getattr(kibitz, name))
    lines += ["```", "", "## What they give back, and what one builds on", "", "```{eval-rst}"]
    for path in MAIN_CLASSES:
        lines += [f".. autoclass:: {path}", "   :members:", ""]
    lines += [
        "```",
        "",
        "## Errors",
        "",
        "```{eval-rst}",
        ".. automodule:: kibitz.errors",
        "   :members:",
        "",
        "```",
        "",
    ]
    return "\n".join(lines)


def _documented(path: str, thing: object) -> list[str]:
    if inspect.isclass(thing):
        return [f".. autoclass:: {path}", "   :members:", ""]
    if inspect.ismodule(thing):  # one that is called as the function of its name
        function = thing.__wrapped__
        about = [f"   {line}".rstrip() for line in (inspect.getdoc(function) or "").splitlines()]
        signature = str(inspect.signature(function)).replace("'", "")
        return [f".. py:function:: {path}{signature}", "", *about, ""]
    return [f".. autofunction:: {path}", ""]
