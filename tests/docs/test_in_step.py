"""README and docs say what is stored under results/, no more and nothing else.

A number that is followed by a comment such as ``<!-- results: yacht.ladder: mean score, net -->`` is the finding of
that name, rounded as it is printed; ``<!-- results: match racko diablo kyle pairs 20000 seed 2026 -->`` is a stored
match, and so is what a responder won (``exploit``): the command without the dashes, which a comment may not hold.
``<!-- results: racko.net, attempt 20261116-181127: net v kyle: games won -->`` is of a run beside the published one.
"""

import json
import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from kibitz.lab.claims import reports
from kibitz.lab.experiment import experiments
from kibitz.lab.results import ATTEMPTS, PAGE, page

WRITTEN = [Path("README.md"), *sorted(Path("docs").glob("*.md"))]
QUOTED = re.compile(r"([−+-]?[\d.,]*\d)(%?)\**\s*<!-- results: (.+?) -->")
LEAST = {"README.md": 6, "racko.md": 3, "zsy.md": 3, "cribbage.md": 4, "gin.md": 5, "yacht.md": 4}
"""So many numbers of a page are tied to what is stored, at least."""


def stored(source: str) -> float:
    """The number a comment names."""
    if source.startswith(("match ", "exploit ")):
        game = source.split()[1]
        kept = json.loads(Path(f"results/{game}/matches.json").read_text())
        plain = {command.removeprefix("kibitz ").replace("--", ""): match for command, match in kept.items()}
        return plain[source]["win_rate"]
    id, _, name = source.partition(": ")
    id, _, attempt = id.partition(", attempt ")
    report = reports(id.partition(".")[0])[id]
    if attempt:
        kept = Path("results").joinpath(*id.split("."), ATTEMPTS, attempt, "report.json")
        report = json.loads(kept.read_text(encoding="utf-8"))
    (finding,) = [f for f in report["findings"] if fnmatchcase(f["what"], name)]
    return finding["ours"]


def differing(text: str) -> list[str]:
    """The quoted numbers that are not those stored."""
    wrong = []
    for printed, percent, source in QUOTED.findall(text):
        value = stored(source) * (100 if percent else 1)
        digits = len(printed.partition(".")[2])
        if f"{value:.{digits}f}" != printed.replace("−", "-").replace(",", "").lstrip("+"):
            wrong.append(f"{printed}{percent} is {value:.{digits + 1}f} in {source}")
    return wrong


@pytest.mark.parametrize("file", WRITTEN, ids=lambda file: file.name)
def test_quoted_numbers_are_the_stored_ones(file):
    text = file.read_text(encoding="utf-8")
    assert len(QUOTED.findall(text)) == text.count("<!-- results:"), "a comment stands right behind its number"
    assert len(QUOTED.findall(text)) >= LEAST.get(file.name, 0)
    assert differing(text) == []


def test_a_number_that_is_not_the_stored_one_is_found():
    (source,) = [s for _, _, s in QUOTED.findall(Path("README.md").read_text(encoding="utf-8")) if "yacht.ladder" in s][
        :1
    ]
    assert differing(f"wins 12.3 <!-- results: {source} -->") != []


@pytest.mark.parametrize("file", WRITTEN, ids=lambda file: file.name)
def test_files_and_experiments_they_name_exist(file):
    text = file.read_text(encoding="utf-8")
    named = set(re.findall(r"\]\(([^)#]+)\)", text))
    assert [link for link in named if "://" not in link and not (file.parent / link).exists()] == []
    games = "|".join({id.partition(".")[0] for id in experiments()})
    run = set(re.findall(rf"(?:kibitz lab run |`)((?:{games})\.[a-z_]+)\b(?!\.[a-z])", text))
    files = {id for id in run if id.rpartition(".")[2] in ("py", "md", "js", "csv", "txt")}
    assert sorted(run - files - set(experiments())) == []


def test_the_results_page_is_written_from_what_is_stored():
    assert PAGE.read_text(encoding="utf-8") == page(), "kibitz lab report writes it anew"
