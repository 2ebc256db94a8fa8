"""The command line: ``kibitz play | hint | review | drill | history | match | train | lab | bench`` and more.

One file per group of commands; each adds its own to `app.app`. The order here is the order of the help.
"""

from importlib import import_module

from kibitz.cli.app import main

__all__ = ["main"]

for group in ("games", "play", "serve", "explain", "history", "challenge", "compare", "learn", "lab", "bench"):
    import_module(f"kibitz.cli.{group}")
