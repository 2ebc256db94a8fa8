"""How often a chance to win comes true.

Not in the paper. Whoever picks the move it thinks most of picks now and then one that it thinks too much of, so the
best move of `net` wins a little less often than the network says. It plays itself here. From the first games a
correction of its chances is fitted, which ships as `net-chances.safetensors`; other games judge it, in ten bins by
the chance that was said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz.coach.watch import watch
from kibitz.game import game as find_game
from kibitz.games.zsy.agents.net import CHANCES, NETWORK, PicturePlayer
from kibitz.lab import reliability
from kibitz.lab.experiment import Checkpoint, Finding, Report, Row, Step
from kibitz.learn.calibration import KNOTS, chances_of, corrected, fit_curve
from kibitz.weights import Network, label, save_tables


@dataclass(frozen=True)
class Config:
    fitted: int = 30_000
    """Games that the fit is made from."""
    judged: int = 10_000
    """Other games, that judge it."""
    share: float = 0.2
    """Of their positions that are looked at."""
    part: int = 1_000
    """Games between two checkpoints."""


PAPER = Config()
QUICK = Config(fitted=200, judged=200, part=100)
TINY = Config(fitted=8, judged=4, share=0.5, part=4)


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    zsy = find_game("zsy")
    options = zsy.options()
    network = Network(zsy, NETWORK)
    player = PicturePlayer(zsy, options, lambda pictures: network(pictures)[:, 0])  # says what the network finds
    done, total = int(checkpoint["done"]) if checkpoint else 0, config.fitted + config.judged
    # What the fit is made from, the chance found and who won; and the fit.
    seen = np.array(checkpoint["seen"]).reshape(-1, 2) if checkpoint else np.zeros((0, 2), np.float32)
    curve = np.array(checkpoint["curve"]) if checkpoint else np.zeros(len(KNOTS))
    while done < total:
        fits = done < config.fitted
        games = min(config.part, (config.fitted if fits else total) - done)
        # The last number keeps these deals apart from those of `zsy.coach`, which judges the result.
        seeds = np.random.default_rng([seed, done, 1]).integers(0, 2**63, games, np.uint64)
        watched = watch(zsy, options, player, seeds, config.share)
        values = player.values(watched.views, watched.moves, watched.counts)
        listed = np.arange(values.shape[1]) < watched.counts[:, None]
        found = np.where(listed, values, 0).max(axis=1)
        done += games
        rows: list[Row] = []
        if fits:
            seen = np.concatenate([seen, np.stack([found, watched.won], axis=1).astype(np.float32)])
            if done == config.fitted:
                curve = fit_curve(seen[:, 0].astype(float), seen[:, 1])
                save_tables(folder / CHANCES, {"curve": curve}, label(zsy, "", "zsy.calibration"))
                rows = [{"what": "fit", "knot": k, "added": float(added)} for k, added in enumerate(curve)]
                seen = seen[:0]
        else:
            for what, chances in (("found", found), ("said", corrected(found, curve))):
                rows += [{"what": what, **row} for row in reliability.tally(chances, watched.won, watched.rows)]
        yield Step(rows, {"done": done, "seen": seen, "curve": curve}, done / total)


def report(rows: list[Row], config: Config) -> Report:
    found, said = (reliability.reliability([r for r in rows if r["what"] == what]) for what in ("found", "said"))
    added = [row["added"] for row in rows if row["what"] == "fit"]
    findings = [
        Finding(f"said where the network finds {before:.0%}", float(after))
        for before, after in zip(chances_of(KNOTS), chances_of(KNOTS + added), strict=True)
    ]
    findings += reliability.findings(said)
    summary = (
        f"Over {config.judged:,} games, {reliability.within(said)} of {len(said)} bins lie within two standard errors "
        f"({reliability.within(found)} as the network finds them); a bin is off by {reliability.mean_error(said):.2%} "
        f"on average ({reliability.mean_error(found):.2%})."
    )
    figure = reliability.plot({"as the network finds it": found, "as it is said": said})
    return Report(findings, summary, {"reliability": figure})
