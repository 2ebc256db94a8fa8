"""Where a result comes from: the commit of the code that made it."""

from __future__ import annotations

import subprocess
from pathlib import Path

SHARED = ("*.py", "arena", "coach", "lab", "learn")
"""What every game runs on, below the package."""


def commit(game: str) -> str:
    """The commit of a game's code, with ``+`` behind it where it was changed since."""
    package = Path(__file__).parents[1]

    def git(*words: str) -> str:
        done = subprocess.run(["git", *words], cwd=package, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    try:
        if not (Path(git("rev-parse", "--show-toplevel")) / "src" / "kibitz").samefile(package):
            return "unknown"  # installed inside another project's repository
        paths = [f":(glob){path}" if "*" in path else path for path in (*SHARED, f"games/{game}")]
        changed = git("status", "--porcelain", "--", *paths)
        return git("rev-parse", "--short=12", "HEAD") + ("+" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
