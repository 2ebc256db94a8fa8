"""Hand abstraction: an autoencoder of the position, and buckets by clustering its code.

The paper (section 2.3) proposes it and gives no numbers. We measure what it would need to work: how many
bits of a position the code gets wrong against always guessing each bit's commoner value, and how pure
the buckets are in what matters for play: the class of the hand's deadwood (to 10, 20, 35, 50, more) and
of its number of melds. Plain and variational, against as many buckets drawn at random.
"""

from dataclasses import dataclass
from functools import partial

import numpy as np

from kibitz.games.gin.abstraction import BITS, bits_all
from kibitz.games.gin.lab._positions import positions
from kibitz.games.gin.melds import deadwood, meld_count
from kibitz.lab import Finding, Lab, Report, Row, Steps, figures, where
from kibitz.learn.autoencoder import autoencoder, cluster, encoder_of, nearest, purity
from kibitz.learn.classifier import Classifier

FILE = "abstraction.safetensors"
EDGES = (10, 20, 35, 50)


@dataclass(frozen=True)
class Config:
    positions: int = 60_000
    judged: int = 10_000
    codes: tuple[int, ...] = (4, 8, 16)
    shipped: int = 8
    """The code whose buckets `cfr` plays with, plain and variational."""
    hidden: int = 128
    epochs: int = 4
    buckets: int = 200


TINY = Config(positions=300, judged=100, codes=(4,), shipped=4, hidden=8, epochs=1, buckets=5)
QUICK = Config(positions=2_000, judged=500, codes=(4,), shipped=4, hidden=16, epochs=1, buckets=10)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    bits = as_bits(positions(config.positions, lab.derived("learned"))[0])
    views, _ = positions(config.judged, lab.derived("judged"))
    judged = as_bits(views)
    hands = [int(v.hands[v.to_move]) for v in views]
    classes = {
        "deadwood": np.searchsorted(EDGES, [int(deadwood(hand)) for hand in hands]),
        "melds": np.array([int(meld_count(hand)) for hand in hands]),
    }
    common = (bits.mean(axis=0) > 0.5).astype(np.float32)

    def learn(code: int, variational: bool) -> list[Row]:
        network = Classifier(partial(autoencoder, BITS, code, config.hidden, variational=variational), lab.seed)
        for _ in range(config.epochs):
            network.epoch(len(bits), lambda rows: (bits[rows], bits[rows], np.ones((len(rows), BITS), np.float32)))
        matrix, offset = encoder_of(network.module)
        centres = cluster(bits[:20_000] @ matrix.T + offset, config.buckets, lab.derived("buckets"))
        buckets = nearest(judged @ matrix.T + offset, centres)
        shuffled = np.random.default_rng(lab.derived(code, variational)).permutation(buckets)
        row: Row = {"code": code, "variational": variational, "used": len(np.unique(buckets))}
        row |= {"wrong": float(((network(judged) > 0) != (judged > 0)).mean())}
        row |= {"wrong_common": float((common != judged).mean())}
        for name, of in classes.items():
            row |= {f"purity_{name}": purity(buckets, of), f"random_{name}": purity(shuffled, of)}
        if code == config.shipped:
            kind = "variational" if variational else "plain"
            lab.save(FILE, {"matrix": matrix, "offset": offset, "centres": centres}, part=kind)
        return [row]

    return lab.in_turn((learn, code, variational) for code in config.codes for variational in (False, True))


def as_bits(views: np.ndarray) -> np.ndarray:
    out = np.zeros((len(views), BITS), np.float32)
    bits_all(views, out)
    return out


def report(rows: list[Row], config: Config) -> Report:
    findings = []
    for row in rows:
        name = f"{'variational' if row['variational'] else 'plain'}, code {row['code']}"
        findings += [
            Finding(f"{name}: bits wrong", row["wrong"], note=f"the commoner value: {row['wrong_common']:.4f}"),
            Finding(f"{name}: purity in deadwood", row["purity_deadwood"], note=f"random {row['random_deadwood']:.3f}"),
            Finding(f"{name}: purity in melds", row["purity_melds"], note=f"random {row['random_melds']:.3f}"),
        ]
    titles = ["bits wrong", "purity in deadwood"]
    figure, (left, right) = figures.panels(titles, "numbers in the code", "share", title="The code", percent=True)
    for kind, of in (("plain", where(rows, variational=False)), ("variational", where(rows, variational=True))):
        figures.curve(left, of, "code", "wrong", kind)
        figures.curve(right, of, "code", "purity_deadwood", kind)
    figures.level(left, rows[0]["wrong_common"], "commoner value")
    figures.level(right, rows[0]["random_deadwood"], "random buckets")
    best = max(rows, key=lambda r: r["purity_deadwood"])
    summary = (
        f"The purest buckets, of the {'variational ' * best['variational']}code of {best['code']}, have "
        f"{best['purity_deadwood']:.1%} of a deadwood class (random ones {best['random_deadwood']:.1%}) and "
        f"{best['purity_melds']:.1%} of a number of melds (random {best['random_melds']:.1%}). Its code gets "
        f"{best['wrong']:.1%} of the bits wrong, the commoner value of each {best['wrong_common']:.1%}."
    )
    return Report(findings, summary, {"abstraction": figure})
