"""The sixth game of docs/adding-a-game.md is installed for the tests, as a third party would ship it."""

import os
import sys
from pathlib import Path

from hypothesis import settings

SIXTH_GAME = str(Path(__file__).parent / "sixth_game")
sys.path.insert(0, SIXTH_GAME)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [SIXTH_GAME, os.environ.get("PYTHONPATH")]))

# Where others wait for the result, examples are the same every time; at home they are new ones.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")

collect_ignore = ["sixth_game"]
