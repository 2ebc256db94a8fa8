"""How often a player keeps what people keep.

The thesis' Table 4 compares strategies with 3,623 deals of dailycribbagehand.org, where visitors vote on
what to keep: hand_max_avg is among their three most common choices in 87.4%, hand_max_poss 78.6%, the
trained weights 77.9%, random weights 76.2%, crib_min_avg 29.8%, pegging_min_avg_given 12.6%.

That data is not public. Any file of the same form can be loaded instead: JSON, a list of deals such as
``{"cards": "5H 5D JC QS KH 2C", "own": 34, "other": 40, "dealer": true, "votes": {"KH 2C": 41, "QS 2C": 7}}``
with votes by the two cards thrown. The file that ships is made up, to show the form: what it says about
people is nothing.
"""

import json
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np

from kibitz import cards as playing_cards
from kibitz.agent import Agent, build
from kibitz.errors import KibitzError
from kibitz.games.cribbage import rules
from kibitz.games.cribbage.agents.weighted import Player as Weighted
from kibitz.games.cribbage.weighted.strategies import NAMES, at_random
from kibitz.lab import Finding, Lab, Report, Row, Steps

EXAMPLE = "humans_example.json"


@dataclass(frozen=True)
class Config:
    file: str = EXAMPLE
    """A path, or the example that ships."""


PAPER = QUICK = TINY = Config()

PAPER_TOP3 = {
    "pegging_min_avg_given": 0.1264, "pegging_max_med_gained": 0.2197, "pegging_max_avg_gained": 0.2658,
    "crib_min_avg": 0.2984, "hand_max_min": 0.7359, "hand_max_med": 0.7640, "weighted": 0.7786,
    "hand_max_poss": 0.7858, "hand_max_avg": 0.8744, "random weights": 0.7615,
}  # fmt: skip
PLAYERS = (*NAMES, "weighted", "greedy", "schell", "value")


def load(file: str | Path) -> tuple[np.ndarray, list[list[int]]]:
    """The deals as views, and for each the throws people voted for, the most common first."""
    path = Path(str(files("kibitz.games.cribbage.lab"))) / EXAMPLE if str(file) == EXAMPLE else Path(file)
    try:
        deals = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise KibitzError(f"cannot read votes from {path}: {error}") from error
    views, ranked = np.zeros(len(deals), rules.STATE), []
    for n, given in enumerate(deals):
        try:
            hand = sorted(playing_cards.parse(given["cards"]))
            views[n] = _view(hand, int(given["own"]), int(given["other"]), bool(given["dealer"]))
            votes = sorted(given["votes"].items(), key=lambda item: -item[1])
            ranked.append([_code(hand, playing_cards.parse(thrown)) for thrown, _ in votes])
        except (KeyError, TypeError, ValueError) as error:
            raise KibitzError(f"deal {n + 1} of {path.name} is not of the right form: {error}") from error
    return views, ranked


def _view(hand: list[int], own: int, other: int, dealer: bool) -> np.record:
    """What the player of seat 0 sees before the throw."""
    if len(set(hand)) != 6:
        raise ValueError(f"{len(set(hand))} cards instead of six")
    s, v = np.zeros(1, rules.STATE)[0], np.zeros(1, rules.STATE)[0]
    options = rules.Options(first=own, second=other, dealer="first" if dealer else "second")
    rules.deal(s, options.encoded(), np.uint64(0))
    s.cards[0] = hand
    s.to_move = 0
    rules.view(s, 0, v)
    return v


def _code(hand: list[int], thrown: list[int]) -> int:
    i, j = sorted(hand.index(card) for card in thrown)
    return rules.DISCARD + 10 * i + j


def run(config: Config, lab: Lab) -> Steps:
    cribbage, options = lab.game, lab.game.options()
    views, ranked = load(config.file)
    moves = np.zeros((len(views), rules.MOVES), np.int32)
    counts = np.array([rules.legal(v, row) for v, row in zip(views, moves, strict=True)], np.int64)

    def agreement(player: Agent) -> dict[str, int]:
        """How often the player's throw is the most common one, one of the two and of the three most common."""
        chosen = player.act(views.copy(), moves, counts)
        places = [codes.index(move) if move in codes else 99 for move, codes in zip(chosen, ranked, strict=True)]
        return {f"top{k}": int(sum(place < k for place in places)) for k in (1, 2, 3)}

    def compare() -> list[Row]:
        rows: list[Row] = [{"player": name, **agreement(build(cribbage, options, name))} for name in PLAYERS]
        # The thesis takes the best of five players with random weights.
        found = []
        for n in range(5):
            player = Weighted(cribbage, options)
            player.use(at_random(lab.derived("weights", n)))
            found.append(agreement(player))
        rows.append({"player": "random weights", **max(found, key=lambda tops: tops["top3"])})
        return [{**row, "deals": len(views)} for row in rows]

    return lab.in_turn([(compare,)])


def report(rows: list[Row], config: Config) -> Report:
    findings = []
    for row in sorted(rows, key=lambda row: -row["top3"]):
        note = f"top 1: {row['top1']}, top 2: {row['top2']}, top 3: {row['top3']} of {row['deals']}"
        what = f"{row['player']}: among the three most common choices"
        paper = None if config.file == EXAMPLE else PAPER_TOP3.get(row["player"])
        findings.append(Finding(what, row["top3"] / row["deals"], paper=paper, note=note))
    if config.file == EXAMPLE:
        summary = (
            "The votes are a made-up example of the file's form, so these numbers say nothing about people and do not "
            "reproduce Table 4; the original data is not public."
        )
    else:
        summary = f"Agreement with {rows[0]['deals']} deals of {Path(config.file).name}."
    return Report(findings, summary)
