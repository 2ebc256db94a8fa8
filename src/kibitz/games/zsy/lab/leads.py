"""Does the learner lead its high cards too early, and does it keep long patterns whole?

The paper says of its linear learners that they often open with a high card or pattern, since no feature knows
the stage of the game, and that they make good moves which greedy and Q do not, such as keeping a long pattern whole.
It gives no number. Here: the rank of the first lead in whole deals; how often a player breaks a chain that it holds,
in games against greedy; and, on small hands laid open, how often a lead throws away a game that the solver proves won,
and how often a lower lead would have kept it.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.agent import build
from kibitz.arena.statistics import share_interval
from kibitz.games.zsy.lab.hands import contains
from kibitz.games.zsy.rules import JACK, PASS, cards_of, links_of, pattern_of, rank_of
from kibitz.games.zsy.search import LOST, Search
from kibitz.lab import Finding, Lab, Report, Row, Steps, column, estimate, figures, of_mean, where
from kibitz.state import State

PLAYERS = ("greedy", "q", "td", "tdns")


@dataclass(frozen=True)
class Config:
    deals: int
    """Whole deals of which the first lead is looked at."""
    games: int
    """Games against greedy in which broken chains are counted."""
    hands: tuple[int, ...]
    """Sizes of the hands laid open."""
    small: int
    """Deals of each of these sizes."""
    nodes: int
    """Positions looked at for one lead, at most."""


TINY = Config(deals=5, games=1, hands=(4,), small=4, nodes=2_000)
QUICK = Config(deals=100, games=10, hands=(6,), small=40, nodes=20_000)
PAPER = Config(deals=5_000, games=500, hands=(6, 8, 10), small=400, nodes=500_000)


def run(config: Config, lab: Lab) -> Steps:
    def closed(name: str) -> list[Row]:
        rows = [_first_lead(lab, name, n) for n in range(config.deals)]
        return [*rows, *(row for n in range(config.games) for row in _chains(lab, name, n))]

    def opened(hand: int) -> list[Row]:
        return [row for n in range(config.small) for row in _open_leads(lab, config, hand, n)]

    jobs: list[tuple[Any, ...]] = [(closed, name) for name in PLAYERS]
    return lab.in_turn([*jobs, *((opened, hand) for hand in config.hands)])


def _first_lead(lab: Lab, name: str, number: int) -> Row:
    options = lab.game.options()
    state = State(lab.game, options, lab.derived("first", number))
    move = build(lab.game, options, name).choose(state)
    return {"player": name, "what": "first", "rank": int(rank_of(move)), "low": int(rank_of(state.legal_codes[0]))}


def _chains(lab: Lab, name: str, number: int) -> list[Row]:
    """Every decision with a chain in hand that could be played whole: did the move take cards out of it?"""
    options, rows = lab.game.options(), []
    players = [build(lab.game, options, who) for who in (name, "greedy")]
    if number % 2:
        players.reverse()
    state = State(lab.game, options, lab.derived("chains", number))
    while not state.is_over:
        move = players[state.player].choose(state)
        if state.player == number % 2:
            whole = _whole_chains(state)
            if whole and move != PASS:
                broken = any(move != chain and _takes_from(move, chain) for chain in whole)
                rows.append({"player": name, "what": "chains", "broken": broken})
        state.push(move)
    return rows


def _whole_chains(state: State) -> list[int]:
    """The chains that may be played now and that no other one contains."""
    chains = [move for move in state.legal_codes.tolist() if move != PASS and links_of(pattern_of(move)) > 1]
    return [one for one in chains if not any(other != one and contains(other, one) for other in chains)]


def _takes_from(move: int, chain: int) -> bool:
    taken, held = int(cards_of(move)), int(cards_of(chain))
    return any((taken >> 3 * rank & 7) and (held >> 3 * rank & 7) for rank in range(15))


def _open_leads(lab: Lab, config: Config, hand: int, number: int) -> list[Row]:
    """The first lead of a small open deal, if some leads keep a won game and others throw it away."""
    options = lab.game.options(open=True, hand=hand)
    state, search = State(lab.game, options, lab.derived("open", hand, number)), Search(bits=16)
    leads, wins = state.legal_codes.tolist(), []
    for move in leads:
        state.push(move)
        if state.is_over or search.prove(state.data, config.nodes) == LOST:
            wins.append(move)
        state.pop()
    if not wins or len(wins) == len(leads):
        return []
    rows: list[Row] = []
    for name in PLAYERS:
        move = build(lab.game, options, name).choose(state)
        lower = move not in wins and min(rank_of(won) for won in wins) < rank_of(move)
        rows.append({"player": name, "what": "open", "hand": hand, "thrown": move not in wins, "lower": bool(lower)})
    return rows


def report(rows: list[Row], config: Config) -> Report:
    findings: list[Finding] = []
    thrown: dict[str, list[Row]] = {}
    words = []
    for name in PLAYERS:
        first, chains = (where(rows, player=name, what=what) for what in ("first", "chains"))
        ranks = column(first, "rank")
        findings.append(_share(f"{name}: first lead of a jack or higher", ranks >= JACK))
        above = of_mean("above", ranks - column(first, "low"))
        findings.append(Finding.of(f"{name}: ranks of the first lead above the lowest card", above, "above"))
        if chains:
            findings.append(_share(f"{name}: moves that break a chain it could play whole", column(chains, "broken")))
        thrown[name] = []
        for hand in config.hands:
            small = where(rows, player=name, what="open", hand=hand)
            if small:
                lost = column(small, "thrown").astype(float)
                share = {"hand": hand, **estimate("thrown", lost.mean(), share_interval(lost))}
                thrown[name].append(share)
                findings.append(Finding.of(f"{name}: leads that throw a won game away, {hand} cards", share, "thrown"))
        every = where(rows, player=name, what="open")
        if every:
            findings.append(_share(f"{name}: leads that lose where a lower one wins", column(every, "lower")))
            words.append(f"{name} {column(every, 'thrown').mean():.0%} ({column(every, 'lower').mean():.0%})")
    title = "Leads that throw away a game proven won, hands open"
    figure, axes = figures.chart(title, "cards in hand", "share of leads", percent=True)
    for name, course in thrown.items():
        figures.curve(axes, course, "hand", "thrown", name, color=figures.colour(name))
    axes.set_xticks(config.hands)
    figures.legend_below(figure, columns=4)
    by_name = {finding.what: finding.ours for finding in findings}
    high = ", ".join(f"{name} {by_name[f'{name}: first lead of a jack or higher']:.0%}" for name in PLAYERS)
    summary = (
        f"First leads of a jack or higher: {high}. On small open hands where the choice decides, leads that throw the "
        f"win away, and in brackets those where a lower lead wins: {', '.join(words)}."
    )
    return Report(findings, summary, {"leads": figure})


def _share(what: str, happened: np.ndarray, **beside: Any) -> Finding:
    samples = np.asarray(happened, float)
    return Finding.of(what, estimate("share", samples.mean(), share_interval(samples)), "share", **beside)
