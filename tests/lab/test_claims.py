import csv
import inspect
import json
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from kibitz.errors import BadClaim
from kibitz.lab.claims import Answer, Claim, Verdict, answer, answers, claims, outdated, reports
from kibitz.lab.expectation import NAMES, NEW, Quantity, holds
from kibitz.lab.experiment import experiment, experiments
from kibitz.lab.folder import METRICS
from kibitz.lab.provenance import is_clean
from kibitz.lab.results import STORE, command

PAPERS = ("cribbage", "gin", "racko", "yacht", "zsy")
RESULTS_AND_WISHES = {"cribbage": (108, 12), "gin": (34, 2), "racko": (70, 5), "yacht": (11, 1), "zsy": (27, 5)}
"""Counted when the papers were read line by line."""
IDS = {
    "cribbage": "a0fc41ccfad02669",
    "gin": "b83fc6efd5b4fab7",
    "racko": "0713a31b37cd7b81",
    "yacht": "7ba918f96cc4dac7",
    "zsy": "ce50ba532141b05e",
}
"""SHA-256 of the ids in order, first sixteen digits: no row is lost, doubled or renumbered unnoticed."""


@pytest.mark.parametrize("game", PAPERS)
def test_the_list_is_complete(game):
    rows = claims(game)
    kinds = Counter(row.kind for row in rows)
    assert (kinds["result"], kinds["wish"]) == RESULTS_AND_WISHES[game]
    assert sha256(" ".join(row.id for row in rows).encode()).hexdigest()[:16] == IDS[game]
    assert all(row.game == game and row.claim and row.place for row in rows)


@pytest.mark.parametrize("game", PAPERS)
def test_each_row_is_answered_in_one_way(game):
    for row in claims(game):
        ways = [bool(row.finding and row.expect), bool(row.untestable), bool(row.needs)]
        assert sum(ways) == 1, f"{row.id}: findings with a rule, a reason why not, or what is needed; one of the three"
        assert bool(row.finding) == bool(row.expect) == bool(row.recipe), row.id
        assert not row.experiment or row.experiment in experiments(), row.id
        assert row.experiment or row.is_match or not row.finding, row.id


@pytest.mark.parametrize("game", PAPERS)
def test_each_contrary_result_has_its_cause_or_says_that_none_was_found(game):
    assert [got.claim.id for got in answers(game) if got.verdict is Verdict.CONTRARY and not got.claim.why] == []


@pytest.mark.parametrize("game", PAPERS)
def test_each_answered_row_leads_to_code_settings_seed_commit_and_rows(game):
    for got in answers(game):
        if not got.found:
            continue
        assert all(is_clean(number.commit) for number in got.found), got.claim.id
        if got.claim.is_match:
            assert all(" --seed " in number.name for number in got.found), got.claim.id
            continue
        folder = STORE.joinpath(*got.claim.experiment.split("."))
        report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
        assert report["config"] and "seed" in report and report["seconds"] > 0, got.claim.id
        assert command(report).startswith(f"kibitz lab run {got.claim.experiment} --scale "), got.claim.id
        assert pq.read_metadata(folder / METRICS).num_rows, got.claim.id
        assert Path(inspect.getfile(experiment(got.claim.experiment).module)).exists(), got.claim.id


@pytest.mark.parametrize("game", PAPERS)
def test_a_claim_is_told_in_the_unit_of_its_findings(game):
    for got in answers(game):
        if not got.found or got.claim.is_match:
            continue
        findings = reports(game)[got.claim.experiment]["findings"]
        units = {finding["what"]: finding.get("unit") for finding in findings}
        for number in got.found:
            told = units[number.name]  # None in a report from before findings had one
            assert told is None or (told == "%") == (got.claim.unit == "%"), f"{got.claim.id}: {number.name}"


EITHER_READING = {"racko-073"}
"""The paper does not say on which rack; the rule is about the one, and the other stands beside it."""


@pytest.mark.parametrize("game", PAPERS)
def test_each_rule_speaks_of_every_number_that_stands_beside_it(game):
    for got in answers(game):
        several = NAMES[: len(got.found)] if len(got.found) > 1 else ()
        if got.claim.expect == NEW or got.claim.expect.startswith("each ") or got.claim.id in EITHER_READING:
            continue
        assert [name for name in several if name not in got.claim.expect.split()] == [], got.claim.id


def test_about_sixty_headlines():
    assert 50 <= sum(row.is_headline for game in PAPERS for row in claims(game)) <= 70


def claim(**changes: str) -> Claim:
    whole = dict.fromkeys(Claim.__dataclass_fields__, "")
    return Claim(**{**whole, "id": "racko-1", "experiment": "racko.trial", "why": "not found", **changes})


@pytest.fixture
def judge(tmp_path):
    """The verdict on a claim over a store with one report."""

    def judge(
        ours: float, low: float | None = None, high: float | None = None, commit: str = "abc", **row: str
    ) -> Answer:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        target = folder / "racko" / "trial"
        target.mkdir(parents=True)
        finding = {
            "what": "wins [of ten] against max",
            "ours": ours,
            "low": low,
            "high": high,
            "paper": None,
            "note": "",
        }
        report = {"experiment": "racko.trial", "commit": commit, "findings": [finding]}
        (target / "report.json").write_text(json.dumps(report))
        return answer(claim(**{"finding": "wins [of ten]*", **row}), folder)

    return judge


def test_verdicts(judge):
    assert judge(0.6, 0.55, 0.65, expect="> 0.5").verdict is Verdict.REPRODUCED
    assert judge(0.4, 0.35, 0.45, expect="> 0.5").verdict is Verdict.CONTRARY
    assert judge(0.4, 0.35, 0.45, expect="> 0.5").reason == "why it differed: not found"
    assert judge(0.5, 0.45, 0.55, expect="> 0.5").verdict is Verdict.UNDECIDED
    assert judge(0.5, expect="new").verdict is Verdict.FIRST
    assert judge(0.6, expect="", finding="", untestable="a guess").verdict is Verdict.UNTESTABLE
    assert judge(0.6, expect="", finding="", needs="a run").reason == "needs a run"
    assert judge(0.6, expect="> 0.5", experiment="racko.other").verdict is Verdict.NOT_RUN


def test_a_run_of_uncommitted_code_does_not_count(judge):
    got = judge(0.6, commit="abc+", expect="> 0.5")
    assert got.verdict is Verdict.NOT_RUN and "not committed" in got.reason
    assert got.found[0].ours == 0.6  # still shown


def test_runs_against_the_weaker_kyle_and_max_do_not_count(judge):
    assert "corrected" in judge(0.6, commit="47aadd90feb2", expect="> 0.5").reason
    assert "corrected" in outdated("0123456789ab, 47aadd90feb2", "racko.three_players baltar: share of rounds")
    assert not outdated("47aadd90feb2", "racko.diablo_inputs shown maximal sequences: against random")


def test_a_finding_that_is_not_there_is_an_error(judge):
    with pytest.raises(BadClaim, match=r"racko-1: 0 findings of racko.trial are called 'losses'"):
        judge(0.6, finding="losses", expect="> 0.5")


@pytest.mark.parametrize(
    ("rule", "found", "held"),
    [
        ("< 0", [Quantity(-1, -1.2, -0.8)], True),
        ("<= 0", [Quantity(0.1, -0.1, 0.3)], True),
        ("<= 0", [Quantity(0.2, 0.1, 0.3)], False),
        ("= 0.8 +- 0.02", [Quantity(0.81, 0.805, 0.815)], True),
        ("= 0.8 +- 0.02", [Quantity(0.81, 0.80, 0.83)], None),
        ("= 0.8 +- 0.02", [Quantity(0.9, 0.89, 0.91)], False),
        ("first < second < third", [Quantity(1), Quantity(2), Quantity(3)], True),
        ("first < second < third", [Quantity(1), Quantity(3), Quantity(2)], False),
        ("first > second", [Quantity(1), Quantity(1)], False),
        ("first > 0.5 > second", [Quantity(0.6), Quantity(0.4)], True),
        ("first - second > 0.02", [Quantity(0.6, 0.59, 0.61), Quantity(0.5, 0.49, 0.51)], True),
        ("first - second = 0 +- 0.1", [Quantity(0.6, 0.5, 0.7), Quantity(0.6, 0.5, 0.7)], None),
        ("each < 0", [Quantity(-1), Quantity(1)], False),
        ("first < second and third < fourth", [Quantity(1), Quantity(2), Quantity(4), Quantity(3)], False),
    ],
)
def test_rules(rule, found, held):
    assert holds(rule, found) is held


@pytest.mark.parametrize("rule", ["about a half", "second > 0.5", "first > half"])
def test_rules_that_cannot_be_checked(rule):
    with pytest.raises(BadClaim):
        holds(rule, [Quantity(1)])


@pytest.mark.parametrize("game", PAPERS)
def test_the_columns_are_those_of_a_claim(game):
    file = Path("src/kibitz/games") / game / "lab/claims.csv"
    with file.open(encoding="utf-8", newline="") as lines:
        assert next(csv.reader(lines)) == list(Claim.__dataclass_fields__)
