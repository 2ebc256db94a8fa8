"""How often a chance to win at cribbage comes true.

Not in the thesis. `value` plays itself, and at every decision says how likely the mover is to win. In the
first games the log odds found are fitted to the outcomes by logistic regression, for throws and for cards
in the play, as pone and as dealer, and a curve on top of that for all of them; that fit ships as
`value-chances.safetensors`. Other games judge it: of each, one decision drawn at random, in ten bins by the chance that
was said.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from kibitz.agent import CompiledAgent, build
from kibitz.games.cribbage import rules
from kibitz.games.cribbage.rules import view
from kibitz.games.cribbage.value.calibration import FILE, KINDS, Fit, calibrated, kinds
from kibitz.kernel import OVER, UNBOUND, bind, mix
from kibitz.lab import Finding, Lab, Report, Row, Steps, parts, reliability, side_by_side
from kibitz.learn.calibration import KNOTS, chances_of, fit_curve, log_odds, logistic

MOST = 400
"""More decisions than a game has."""
DECIDED = 7.0
"""Log odds beyond these are as good as certain."""


@dataclass(frozen=True)
class Config:
    fitted: int = 60_000
    """Games that the fit is made from: many more than judge it, or they would find its own errors."""
    judged: int = 40_000
    """Other games, that judge it."""
    part: int = 2_000
    """Games between two checkpoints."""


PAPER = Config()
QUICK = Config(fitted=200, judged=200, part=100)
TINY = Config(fitted=16, judged=16, part=8)

decide = UNBOUND


def _play(states, options, moves, memory, params, seeds, views, found, counts, winners):
    """Whole games of the bound player against itself: what each mover saw, and the chance it found."""
    s = states[0]
    for g in range(len(seeds)):
        rules.deal(s, options[0], seeds[g])
        n = 0
        while rules.player(s) != OVER:
            p, v = rules.player(s), views[g, n]
            count = rules.legal(s, moves)
            view(s, p, v)
            v.rng = mix(seeds[g] ^ mix(np.uint64(n)))
            move = decide(v, moves, count, memory[0], params[0])
            found[g, n] = 0.0
            for i in range(count):
                found[g, n] = max(found[g, n], memory[0].scratch_values[i])
            n += 1
            rules.step(s, move)
        counts[g], winners[g] = n, int(s.points[1] > s.points[0])


@cache
def _loop(player_kernel: Any) -> Any:
    return bind(_play, decide=player_kernel)


def play(player: CompiledAgent, seeds: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """By decision, one game after the other: the mover's view, the chance found, whether it won, the game's number."""
    pieces = np.array_split(seeds, 16)

    def work(piece: np.ndarray) -> tuple[np.ndarray, ...]:
        shape = (len(piece), MOST)
        views, found = np.zeros(shape, rules.STATE), np.zeros(shape)
        counts, winners = np.zeros(len(piece), np.int64), np.zeros(len(piece), np.int8)
        _loop(type(player).decide)(
            np.zeros(1, rules.STATE), player.options.encoded_row(), np.zeros(rules.MOVES, np.int32),
            np.zeros(1, player.memory), player.params, piece, views, found, counts, winners,
        )  # fmt: skip
        played = np.arange(MOST) < counts[:, None]
        won = views["to_move"] == winners[:, None]
        return views[played], found[played], won[played], np.repeat(np.arange(len(piece)), counts)

    results = side_by_side(work, pieces)
    firsts = np.cumsum([0, *map(len, pieces[:-1])])
    games = np.concatenate([numbers + first for (*_, numbers), first in zip(results, firsts, strict=True)])
    views, found, won = (np.concatenate([result[k] for result in results]) for k in range(3))
    return views, found, won, games


def run(config: Config, lab: Lab) -> Steps:
    player = build(lab.game, lab.game.options(), "value")
    assert isinstance(player, CompiledAgent)
    # What the fit is made from (kind, cards still to be played, log odds found, won), and the fit.
    kept = lab.keep(seen=np.zeros((0, 4), np.float32))

    def play_some(first: int, games: int) -> tuple[np.ndarray, ...]:
        return play(player, np.array([mix(np.uint64(lab.seed * 10**9 + first + k)) for k in range(games)], np.uint64))

    def look(first: int, games: int) -> list[Row]:
        views, found, won, _ = play_some(first, games)
        columns = [kinds(views), views["left"].sum(axis=1), log_odds(found), won]
        more = np.stack(columns, axis=1).astype(np.float32)
        kept["seen"] = np.concatenate([kept["seen"].reshape(-1, 4), more])
        return []

    def fit() -> list[Row]:
        found, rows = _fit(kept.pop("seen"))
        lab.save(FILE, found)
        kept.update(found)
        return rows

    def judge(first: int, games: int) -> list[Row]:
        views, found, won, numbers = play_some(first, games)
        edges = np.searchsorted(numbers, np.arange(games + 1))
        one = np.random.default_rng([lab.seed, first + games]).integers(edges[:-1], edges[1:])
        told = {"found": found[one], "said": calibrated(found[one, None], views[one], kept)[:, 0]}
        return [
            {"what": what, **row}
            for what, chances in told.items()
            for row in reliability.tally(chances, won[one], numbers[one])
        ]

    fitted, judged = parts(config.fitted, config.part), parts(config.judged, config.part, config.fitted)
    return lab.in_turn([*((look, *part) for part in fitted), (fit,), *((judge, *part) for part in judged)])


def _fit(seen: np.ndarray) -> tuple[Fit, list[Row]]:
    """The fit for each kind of decision, and the curve that corrects what all of them say.

    What is as good as decided is left out: the few such games that ended otherwise would bend the fit for all others.
    """
    rows: list[Row] = []
    seen = seen[abs(seen[:, 2]) < DECIDED]
    said, found = np.zeros(len(seen)), {name: np.zeros(len(KINDS)) for name in ("shift", "per_card", "slope")}
    for kind, name in enumerate(KINDS):
        mine = seen[seen[:, 0] == kind].astype(float)
        cards = mine[:, 1] if kind >= 2 else np.zeros(len(mine))
        terms = np.stack([np.ones(len(mine)), cards, mine[:, 2]], axis=1)
        weights = logistic(terms, mine[:, 3], known=mine[:, 2], steadiness=1e-6)
        weights[2] += 1  # the log odds found count once by themselves
        rows.append({"what": "fit", "kind": name, "decisions": len(mine), **dict(zip(found, weights.tolist()))})
        for table, weight in zip(found.values(), weights):
            table[kind] = weight
        said[seen[:, 0] == kind] = chances_of(terms @ weights)
    found["curve"] = fit_curve(said, seen[:, 3])
    return found, rows + [{"what": "curve", "knot": k, "added": float(added)} for k, added in enumerate(found["curve"])]


def report(rows: list[Row], config: Config) -> Report:
    findings = []
    for row in rows:
        if row["what"] == "fit":
            note = f"shift {row['shift']:+.3f}, per card {row['per_card']:+.4f}, slope {row['slope']:.3f}"
            findings.append(Finding(f"decisions fitted: {row['kind']}", row["decisions"], note=note))
        if row["what"] == "curve":
            findings.append(Finding(f"added to the log odds at {chances_of(KNOTS[row['knot']]):.0%}", row["added"]))
    said, found = (reliability.reliability([r for r in rows if r["what"] == what]) for what in ("said", "found"))
    findings += reliability.findings(said)
    off = [
        sum(b.positions * (b.won - b.said) for b in bins) / max(sum(b.positions for b in bins), 1)
        for bins in (found, said)
    ]
    found_off, said_off = (f"{abs(by):.2%} {'more' if by > 0 else 'less'} often" for by in off)
    summary = (
        f"Over {config.judged:,} games, one decision of each: {reliability.told(said)} "
        f"On average a mover wins {said_off} than is said, and {found_off} than the search finds."
    )
    figure = reliability.plot({"as the search finds it": found, "as it is said": said})
    return Report(findings, summary, {"reliability": figure})
