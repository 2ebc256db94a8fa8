"""Open hands: how far the search proves who wins.

The paper's companion work let both players see all cards and played them by minimax; the paper gives no
number for it. Here deals of several sizes are searched to the end within a limit of nodes: how many are
decided, how often the leader wins those, and how minimax fares against players that do not look.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz.arena.match import match
from kibitz.game import game as find_game
from kibitz.games.zsy.lab._td import derived
from kibitz.games.zsy.search import UNKNOWN, WON, Search
from kibitz.lab.experiment import Checkpoint, Finding, Report, Row, Step
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


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    game = find_game("zsy")
    work: list[int | str] = [*config.hands, *OPPONENTS]
    done = int(checkpoint["done"]) if checkpoint else 0
    for number, what in list(enumerate(work, 1))[done:]:
        rows: list[Row] = []
        if isinstance(what, str):
            agent = f"minimax:nodes={config.match_nodes}"
            result = match("zsy", agent, what, pairs=config.pairs, seed=derived(seed, 0), open=True)
            low, high = result.interval
            rows.append({"opponent": what, "value": result.win_rate, "low": low, "high": high})
        else:
            for deal in range(config.deals):
                s = State(game, game.options(open=True, hand=what), derived(seed, what, deal))
                search = Search()
                found = search.prove(s.data, config.nodes)
                rows.append({"hand": what, "found": found, "nodes": int(search.rest[1])})
        yield Step(rows, {"done": number}, number / len(work))


def report(rows: list[Row], config: Config) -> Report:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.5, 4), layout="constrained")
    axes = figure.subplots()
    findings = []
    for hand in config.hands:
        deals = [r for r in rows if r.get("hand") == hand]
        nodes = np.sort([r["nodes"] if r["found"] != UNKNOWN else np.inf for r in deals])
        axes.plot(nodes, 100 * np.arange(1, len(nodes) + 1) / len(nodes), drawstyle="steps-post", label=f"{hand} cards")
        decided = [r["found"] == WON for r in deals if r["found"] != UNKNOWN]
        findings.append(_share(f"{hand} cards: deals proven within {config.nodes:,} nodes", len(decided), len(deals)))
        if decided:
            findings.append(_share(f"{hand} cards: proven deals that the leader wins", sum(decided), len(decided)))
    axes.set(xscale="log", xlabel="nodes", ylabel="% of deals proven", title="Open hands searched to the end")
    axes.legend()
    for row in rows:
        if "opponent" in row:
            what = f"minimax of {config.match_nodes:,} nodes a move v {row['opponent']}, open hands"
            findings.append(Finding(what, row["value"], row["low"], row["high"]))
    full = next(f for f in findings if f.what.startswith(f"{config.hands[-1]} cards: deals"))
    summary = (
        f"Of deals of {config.hands[-1]} cards {full.ours:.0%} are proven won or lost within {config.nodes:,} nodes; "
        f"the others stay open, and the search says so. The paper has no number for open hands."
    )
    return Report(findings, summary, {"open_hands": figure})


def _share(what: str, part: int, of: int) -> Finding:
    """A share with its Wilson interval."""
    z, p = 1.96, part / of
    centre, half = (p + z * z / 2 / of), z * math.sqrt(p * (1 - p) / of + z * z / 4 / of / of)
    scale = 1 + z * z / of
    return Finding(what, p, (centre - half) / scale, (centre + half) / scale)
