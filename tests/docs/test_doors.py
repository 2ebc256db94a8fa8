"""The pages about doors: written from the code, and run as they stand."""

import doctest
import json
from pathlib import Path

from kibitz.bench.tables import card_lines, doors_lines
from kibitz.doors.page import PAGE, page

OURS = ["cribbage", "gin", "racko", "yacht", "zsy"]


def test_the_page_of_views_is_written_from_the_code():
    assert PAGE.read_text(encoding="utf-8") == page(OURS), "python -m kibitz.doors.page writes it anew"


def test_the_speeds_are_those_of_the_stored_run():
    root = Path(__file__).parents[2]
    measured = json.loads((root / "results" / "doors.json").read_text(encoding="utf-8"))
    assert "\n".join(doors_lines(measured)) in (root / "docs" / "doors.md").read_text(encoding="utf-8")


def test_a_run_on_the_card_is_told_of():
    row = {"game": "gin", "by": "kibitz CudaEnvironment of 65536, random against racer", "decisions_per_second": 1.5e9}
    assert card_lines({"speed": [row]})[-1] == "| gin | `racer` | 65,536 | 1,500 M |"
    root = Path(__file__).parents[2]
    page = (root / "docs" / "doors.md").read_text(encoding="utf-8")
    for stored in (root / "results").glob("doors-card.json"):
        measured = json.loads(stored.read_text(encoding="utf-8"))
        assert "\n".join(card_lines(measured)) in page and measured["differs"] == []


def test_your_agent_in_ten_lines_runs():
    file = Path(__file__).parents[2] / "docs" / "your-agent.md"
    failed, tried = doctest.testfile(str(file), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried >= 9 and failed == 0
