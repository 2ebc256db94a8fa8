"""The sixth game of docs/adding-a-game.md is installed for the tests, as a third party would ship it."""

import os
import sys
from pathlib import Path

SIXTH_GAME = str(Path(__file__).parent / "sixth_game")
sys.path.insert(0, SIXTH_GAME)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [SIXTH_GAME, os.environ.get("PYTHONPATH")]))

collect_ignore = ["sixth_game"]
