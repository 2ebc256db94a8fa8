"""Open hands: how far the search proves who wins.

The paper's companion work let both players see all cards and played them by minimax; the paper gives no
number for it. Here deals of several sizes are searched to the end within a limit of nodes: how many are
decided, how often the leader wins those, and how minimax fares against players that do not look.
"""

from dataclasses import dataclass

import numpy as np

from kibitz.arena.match import match
from kibitz.arena.statistics import share_interval
from kibitz.games.zsy.search import UNKNOWN, WON, Search
from kibitz.lab import Finding, Lab, Report, Row, Steps, column, estimate, figures, of_match, where
from kibitz.state import State

OPPONENTS = ("greedy", "td", "net")


@dataclass(frozen=True)
class Config:
    hands: tuple[int, ...]
    deals: int
    """Deals of each hand size."""
    nodes: int
    """Positions looked at in each deal, at most."""
    pairs: int
    match_nodes: int
    """Positions minimax looks at for each move of a match, at most."""


TINY = Config(hands=(3, 4), deals=4, nodes=500, pairs=1, match_nodes=50)
QUICK = Config(hands=(4, 6), deals=10, nodes=10_000, pairs=2, match_nodes=1000)
PAPER = Config(hands=(6, 9, 12, 15, 18), deals=60, nodes=1_000_000, pairs=50, match_nodes=100_000)


def run(config: Config, lab: Lab) -> Steps:
    def prove(hand: int) -> list[Row]:
        rows: list[Row] = []
        for deal in range(config.deals):
            s, search = State(lab.game, lab.game.options(open=True, hand=hand), lab.derived(hand, deal)), Search()
            rows.append({"hand": hand, "found": search.prove(s.data, config.nodes), "nodes": int(search.rest[1])})
        return rows

    def play(opponent: str) -> list[Row]:
        agent, deals = f"minimax:nodes={config.match_nodes}", lab.derived("matches")
        return [of_match(match("zsy", agent, opponent, pairs=config.pairs, seed=deals, open=True), opponent=opponent)]

    return lab.in_turn([*((prove, hand) for hand in config.hands), *((play, opponent) for opponent in OPPONENTS)])


def report(rows: list[Row], config: Config) -> Report:
    figure, axes = figures.chart("Open hands searched to the end", "nodes", "deals proven", log="x", percent=True)
    findings = []
    for hand in config.hands:
        deals = where(rows, hand=hand)
        is_proven = column(deals, "found") != UNKNOWN
        nodes = np.sort(np.where(is_proven, column(deals, "nodes"), np.inf))
        axes.plot(nodes, np.arange(1, len(nodes) + 1) / len(nodes), drawstyle="steps-post", label=f"{hand} cards")
        findings.append(_share(f"{hand} cards: deals proven within {config.nodes:,} nodes", is_proven))
        if is_proven.any():
            won = column(deals, "found")[is_proven] == WON
            findings.append(_share(f"{hand} cards: proven deals that the leader wins", won))
    figures.legend(axes)
    full = next(f for f in findings if f.what.startswith(f"{config.hands[-1]} cards: deals"))
    matches = where(rows, "opponent")
    findings += Finding.each(matches, f"minimax of {config.match_nodes:,} nodes a move v {{opponent}}, open hands")
    won_by = ", ".join(f"{row['win_rate']:.1%} against {row['opponent']}" for row in matches)
    summary = (
        f"Of deals of {config.hands[-1]} cards {full.ours:.0%} are proven won or lost within {config.nodes:,} nodes. "
        f"Minimax of {config.match_nodes:,} nodes per move wins {won_by}. The paper has no number for open hands."
    )
    return Report(findings, summary, {"open_hands": figure})


def _share(what: str, happened: np.ndarray) -> Finding:
    """How often something happened."""
    samples = happened.astype(float)
    return Finding.of(what, estimate("share", samples.mean(), share_interval(samples)), "share")
