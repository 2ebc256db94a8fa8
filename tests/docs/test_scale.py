"""docs/scale.md says what was measured: its tables are those computed from the stored bench and reports."""

import json

import pytest

from kibitz.bench import cost


def test_the_tables_are_the_computed_ones():
    written = cost.PAGE.read_text(encoding="utf-8")
    assert cost.page(written) == written, "kibitz lab report writes them anew"


def test_costs_follow_from_speeds():
    rows = [("random", 1, 2e6), ("random", 4, 6e6)]
    measured = {
        "cores": 4,
        "speed": [
            {"game": "duel", "kind": "random", "by": "kibitz random", "workers": workers, "decisions_per_second": speed}
            for _, workers, speed in rows
        ],
    }
    assert list(cost.speeds(measured)) == [("duel", "any legal move", 2e6, 6e6, 1.5e6)]
    assert cost.speed_lines(measured)[-1] == "| duel | any legal move | 2 M | 6 M | 3.0 | – | 1.5 M |"
    measured["speed"][-1]["busy"] = 3.52
    assert cost.speed_lines(measured)[-1] == "| duel | any legal move | 2 M | 6 M | 3.0 | 3.5 | 1.5 M |"
    measured["speed"] = [{**row, "kind": "networks", "by": "kibitz net"} for row in measured["speed"]]
    assert cost.training_lines(measured)[-1] == "| duel | `net` | 1.9 | 2.8 minutes | 16.7 seconds | 1.7 seconds |"


@pytest.mark.parametrize(
    "name", ["speed", "memory", "training", "papers", "machine", "gpu", "card", "learning", "profiles", "trainers"]
)
def test_every_table_has_a_place(name):
    assert json.loads(cost.MEASURED.read_text(encoding="utf-8"))["cores"] == 16
    assert cost.PAGE.read_text(encoding="utf-8").count(f"<!-- computed: {name} -->") == 1
