"""Where a result comes from: the commit of the code that made it."""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path

SHARED = ("*.py", "arena", "coach", "lab", "learn")
"""What every game runs on, below the package."""

STAMP = "KIBITZ_COMMIT"
"""Names the commit where the code was copied without its repository, to a larger machine say."""

LOST = {"082972fa14d1": "cecdbbe1be58"}
"""Commits by which runs are stamped that the history does not have, and the first it has with all of their code."""


@cache
def commit(game: str, *more: str) -> str:
    """The commit of a game's code, with ``+`` behind it where it was changed since; `more` are rooms that count too.

    Asked once per process: what is edited while a run goes on is not what runs.
    """
    package = Path(__file__).parents[1]

    def git(*words: str) -> str:
        done = subprocess.run(["git", *words], cwd=package, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    try:
        if not (Path(git("rev-parse", "--show-toplevel")) / "src" / "kibitz").samefile(package):
            return _stamped()  # installed inside another project's repository
        paths = [f":(glob){path}" if "*" in path else path for path in (*SHARED, f"games/{game}", *more)]
        changed = git("status", "--porcelain", "--", *paths)
        return git("rev-parse", "--short=12", "HEAD") + ("+" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return _stamped()


def _stamped() -> str:
    return os.environ.get(STAMP, "unknown")


def is_clean(commits: str) -> bool:
    """Whether every commit named is known and nothing was changed since."""
    return all(name and name != "unknown" and not name.endswith("+") for name in commits.split(", "))


def in_history(commits: str) -> str:
    """The last of these commits, or the one of the history that stands for it."""
    last = commits.split(", ")[-1]
    return LOST.get(last, last)


def named(commits: str) -> str:
    """Commits as a page names them.

    >>> named("82bf4d73a2b5, 082972fa14d1")
    '82bf4d73a2b5, 082972fa14d1 (not in the history; its code came with cecdbbe1be58)'
    """
    where = "not in the history; its code came with"
    return ", ".join(f"{name} ({where} {LOST[name]})" if name in LOST else name for name in commits.split(", "))
