"""How often a chance to win comes true.

Not in the thesis. `value` plays itself, and at every decision says how likely the mover is to win. In the
first games the log odds found are fitted to the outcomes by logistic regression, for throws and for cards
in the play, as pone and as dealer; that fit ships as `value/calibration.py`. Other games judge it: of
each, one decision drawn at random, in ten bins by the chance that was said.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.agent import CompiledAgent, build
from kibitz.game import game as find_game
from kibitz.games.cribbage import rules
from kibitz.games.cribbage.lab._matches import in_parallel
from kibitz.games.cribbage.rules import view
from kibitz.games.cribbage.value.calibration import KINDS, PER_CARD, SHIFT, SLOPE, calibrated, kinds, log_odds
from kibitz.kernel import OVER, UNBOUND, bind, mix
from kibitz.lab.experiment import Checkpoint, Finding, Report, Row, Step

BINS = 10
MOST = 400
"""More decisions than a game has."""


@dataclass(frozen=True)
class Config:
    fitted: int = 20_000
    """Games that the fit is made from."""
    judged: int = 20_000
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

    results = in_parallel(work, pieces)
    firsts = np.cumsum([0, *map(len, pieces[:-1])])
    games = np.concatenate([numbers + first for (*_, numbers), first in zip(results, firsts, strict=True)])
    views, found, won = (np.concatenate([result[k] for result in results]) for k in range(3))
    return views, found, won, games


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    cribbage = find_game("cribbage")
    player = build(cribbage, cribbage.options(), "value")
    assert isinstance(player, CompiledAgent)
    done, total = 0 if checkpoint is None else int(checkpoint["done"]), config.fitted + config.judged
    # What the fit is made from: kind, cards still to be played, log odds found, won.
    seen = np.zeros((0, 4), np.float32) if checkpoint is None else np.array(checkpoint["seen"]).reshape(-1, 4)
    while done < total:
        fits = done < config.fitted
        games = min(config.part, (config.fitted if fits else total) - done)
        seeds = np.array([mix(np.uint64(seed * 10**9 + done + k)) for k in range(games)], np.uint64)
        views, found, won, numbers = play(player, seeds)
        done += games
        rows: list[Row] = []
        if fits:
            columns = [kinds(views), views["left"].sum(axis=1), log_odds(found), won]
            seen = np.concatenate([seen, np.stack(columns, axis=1).astype(np.float32)])
            if done == config.fitted:
                rows = _fit_rows(seen)
        else:
            chance = np.random.default_rng([seed, done])
            edges = np.searchsorted(numbers, np.arange(games + 1))
            one = chance.integers(edges[:-1], edges[1:])
            said = calibrated(found[one, None], views[one])[:, 0]
            rows = _bin_rows("found", found[one], won[one]) + _bin_rows("said", said, won[one])
        yield Step(rows, {"done": done, "seen": seen if fits else seen[:0]}, done / total)


def _fit_rows(seen: np.ndarray) -> list[Row]:
    """Logistic regression by Newton's method, for each kind of decision."""
    rows: list[Row] = []
    for kind, name in enumerate(KINDS):
        mine = seen[seen[:, 0] == kind].astype(float)
        cards = mine[:, 1] if kind >= 2 else np.zeros(len(mine))
        inputs, won = np.stack([np.ones(len(mine)), cards, mine[:, 2]], axis=1), mine[:, 3]
        weights = np.array([0.0, 0.0, 1.0])
        for _ in range(20):
            p = 1 / (1 + np.exp(-inputs @ weights))
            curve = (inputs * (p * (1 - p))[:, None]).T @ inputs + 1e-6 * np.eye(3)
            weights += np.linalg.solve(curve, inputs.T @ (won - p))
        rows.append({"what": "fit", "kind": name, "decisions": len(mine), **_named(weights)})
    return rows


def _named(weights: np.ndarray) -> dict[str, float]:
    return dict(zip(("shift", "per_card", "slope"), weights.tolist(), strict=True))


def _bin_rows(which: str, chances: np.ndarray, won: np.ndarray) -> list[Row]:
    bins = np.clip((BINS * chances).astype(int), 0, BINS - 1)
    return [
        {
            "what": which, "bin": b, "games": int((bins == b).sum()), "chance": float(chances[bins == b].sum()),
            "spread": float((chances * (1 - chances))[bins == b].sum()), "won": int(won[bins == b].sum()),
        }
        for b in range(BINS)
    ]  # fmt: skip


def _totals(rows: list[Row], which: str) -> list[dict[str, float]]:
    """Each bin that has games in it: mean chance, share won, and the standard error of that share."""
    found = []
    for b in range(BINS):
        parts = [row for row in rows if row["what"] == which and row["bin"] == b]
        games, chance, spread, won = (sum(row[key] for row in parts) for key in ("games", "chance", "spread", "won"))
        if games:
            error = math.sqrt(max(spread, 1e-9)) / games
            found.append({"games": games, "chance": chance / games, "won": won / games, "error": error})
    return found


def report(rows: list[Row], config: Config) -> Report:
    from matplotlib.figure import Figure

    findings = []
    for row in rows:
        if row["what"] == "fit":
            k = KINDS.index(row["kind"])
            note = (
                f"shift {row['shift']:+.3f}, per card {row['per_card']:+.4f}, slope {row['slope']:.3f}; shipped: "
                f"{SHIFT[k]:+.3f}, {PER_CARD[k]:+.4f}, {SLOPE[k]:.3f}"
            )
            findings.append(Finding(f"decisions fitted: {row['kind']}", row["decisions"], note=note))
    said, found = _totals(rows, "said"), _totals(rows, "found")
    for b in said:
        low, high = b["won"] - 1.96 * b["error"], b["won"] + 1.96 * b["error"]
        findings.append(
            Finding(f"won when {b['chance']:.1%} was said", b["won"], low, high, note=f"{b['games']} games")
        )
    figure = Figure(figsize=(4.6, 4.4), layout="constrained")
    axes = figure.add_subplot()
    axes.plot([0, 1], [0, 1], color="grey", linewidth=0.6)
    for bins, label in ((found, "as the search finds it"), (said, "as it is said")):
        errors = [2 * b["error"] for b in bins]
        axes.errorbar(
            [b["chance"] for b in bins], [b["won"] for b in bins], errors, marker="o", markersize=3, label=label
        )
    axes.set_xlabel("chance to win")
    axes.set_ylabel("games won")
    axes.set_title("What a chance to win means, two standard errors", fontsize=10)
    axes.legend(fontsize=8)
    within = sum(abs(b["won"] - b["chance"]) <= 2 * b["error"] for b in said)
    off = [
        sum(b["games"] * (b["won"] - b["chance"]) for b in bins) / sum(b["games"] for b in bins)
        for bins in (found, said)
    ]
    summary = (
        f"Over {config.judged:,} games, one decision of each, {within} of {len(said)} bins lie within two standard "
        "errors. "
        f"On average a mover wins {off[1]:+.2%} more often than is said ({off[0]:+.2%} by what the search finds)."
    )
    return Report(findings, summary, {"reliability": figure})
