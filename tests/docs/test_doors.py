"""The pages about doors: written from the code, and run as they stand."""

import doctest
import json
from pathlib import Path

from kibitz.bench.tables import doors_lines
from kibitz.doors.page import PAGE, page

OURS = ["cribbage", "gin", "racko", "yacht", "zsy"]


def test_the_page_of_views_is_written_from_the_code():
    assert PAGE.read_text(encoding="utf-8") == page(OURS), "python -m kibitz.doors.page writes it anew"


def test_the_speeds_are_those_of_the_stored_run():
    root = Path(__file__).parents[2]
    measured = json.loads((root / "results" / "doors.json").read_text(encoding="utf-8"))
    assert "\n".join(doors_lines(measured)) in (root / "docs" / "doors.md").read_text(encoding="utf-8")


def test_your_agent_in_ten_lines_runs():
    file = Path(__file__).parents[2] / "docs" / "your-agent.md"
    failed, tried = doctest.testfile(str(file), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried >= 9 and failed == 0
