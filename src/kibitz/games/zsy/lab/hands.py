"""What dealt hands hold: chains, and how safe they are.

The paper leaves full chains unscaled, because a given length of them is rare in a hand; says that most random hands
contain a chain; and that playing a full chain sheds more cards and is less likely to be beaten. None with a number.
Counted here over dealt hands: a full chain is as long and as thick as its hand allows, a part is any shorter run of
its links, and a pattern is beaten when the other hand of the same deal holds something that beats it.
"""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from kibitz.arena.statistics import share_interval
from kibitz.games.zsy.features.afterstate import ACTIVE, FULL_CHAIN, HALF, SUB_CHAIN, features
from kibitz.games.zsy.rules import cards_of, links_of, pattern_of, total
from kibitz.lab import Finding, Lab, Report, Row, Steps, column, estimate, figures, parts, where
from kibitz.state import State


@dataclass(frozen=True)
class Config:
    deals: int
    part: int


TINY = Config(deals=20, part=10)
QUICK = Config(deals=400, part=200)
PAPER = Config(deals=20_000, part=2_000)


def run(config: Config, lab: Lab) -> Steps:
    def look(first: int, count: int) -> list[Row]:
        rows: list[Row] = []
        for n in range(first, first + count):
            rows += _of_deal(State(lab.game, lab.game.options(), lab.derived(n)), n)
        return rows

    return lab.in_turn((look, *part) for part in parts(config.deals, config.part))


def _of_deal(state: State, deal: int) -> list[Row]:
    """The chains of the hand that leads, and whether the other hand could beat them."""
    held = _full_chains(state)
    rows: list[Row] = [{"deal": deal, "chains": sum(held.values()), "alike": max(held.values(), default=0)}]
    leads = [move for move in state.legal_codes.tolist() if links_of(pattern_of(move)) > 1]
    for move in leads:
        # A chain that no longer or thicker one contains is a full one.
        whole = not any(other != move and contains(other, move) for other in leads)
        state.push(move)
        beaten = len(state.legal_codes) > 1
        state.pop()
        rows.append({"deal": deal, "whole": whole, "cards": int(total(cards_of(move))), "beaten": beaten})
    return rows


def _full_chains(state: State) -> Counter[int]:
    """How many full chains of each number of cards the leader holds, as the paper's features count them."""
    index, value = np.zeros(ACTIVE, np.int32), np.zeros(ACTIVE)
    n = features(state.data, state.player, 0, index, value)
    return Counter(int(i) % HALF - FULL_CHAIN for i in index[:n] if FULL_CHAIN <= int(i) % HALF < SUB_CHAIN)


def contains(larger: int, smaller: int) -> bool:
    more, less = int(cards_of(larger)), int(cards_of(smaller))
    return all((more >> 3 * rank & 7) >= (less >> 3 * rank & 7) for rank in range(15))


def report(rows: list[Row], config: Config) -> Report:
    hands, chains = where(rows, "chains"), where(rows, "whole")
    findings = [
        _share("hands with a chain", column(hands, "chains") > 0, paper="most"),
        _share("hands with two full chains of equal length", column(hands, "alike") > 1, paper="rare"),
    ]
    for whole, name in ((True, "full chain"), (False, "part of a chain")):
        some = where(chains, whole=whole)
        findings.append(_share(f"{name}: beaten by the other hand", column(some, "beaten")))
        findings.append(Finding(f"{name}: cards it sheds, mean", float(column(some, "cards").mean())))
    figure, axes = figures.chart("How safe a chain is", "cards of the chain", "beaten by the other hand", percent=True)
    for whole, name in ((True, "full chains"), (False, "parts")):
        some, course = where(chains, whole=whole), []
        for cards in sorted(set(column(some, "cards").tolist())):
            beaten = column(where(some, cards=cards), "beaten").astype(float)
            if len(beaten) >= 30:
                course.append({"cards": cards, **estimate("beaten", beaten.mean(), share_interval(beaten))})
        figures.curve(axes, course, "cards", "beaten", name)
    chain, alike, whole_beaten, whole_cards, part_beaten, part_cards = (finding.ours for finding in findings)
    summary = (
        f"Of {len(hands):,} hands {chain:.0%} hold a chain and {alike:.1%} two full ones of equal length. The other "
        f"hand can beat {whole_beaten:.1%} of full chains ({whole_cards:.1f} cards) and {part_beaten:.1%} of their "
        f"parts ({part_cards:.1f} cards)."
    )
    return Report(findings, summary, {"chains": figure})


def _share(what: str, happened: np.ndarray, **beside: str) -> Finding:
    samples = np.asarray(happened, float)
    return Finding.of(what, estimate("share", samples.mean(), share_interval(samples)), "share", **beside)
