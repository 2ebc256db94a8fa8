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
