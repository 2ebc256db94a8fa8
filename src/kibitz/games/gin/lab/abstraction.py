"""Hand abstraction: an autoencoder of the position, and buckets by clustering its code.

The paper (section 2.3) proposes it and gives no numbers. We measure what it would need to work: how many bits of a
position the code gets wrong against always guessing each bit's commoner value, and how pure the buckets are in what
matters for play: the class of the hand's deadwood (to 10, 20, 35, 50, more) and of its number of melds. Plain and
variational, against as many buckets drawn at random; and deep, with layers that shrink and grow as the paper has
them, trained until three epochs bring no better reconstruction of positions held out.
"""

from dataclasses import dataclass
from functools import partial

import numpy as np

from kibitz.games.gin.abstraction import BITS, bits_all
from kibitz.games.gin.lab._positions import positions
from kibitz.games.gin.melds import deadwood, meld_count
from kibitz.lab import PERCENT, Finding, Lab, Report, Row, Steps, figures, of_mean, where
from kibitz.learn.autoencoder import autoencoder, cluster, deep_autoencoder, encoder_of, is_common, nearest
from kibitz.learn.classifier import Classifier

FILE = "abstraction.safetensors"
EDGES = (10, 20, 35, 50)
KINDS = ("plain", "variational", "deep")


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
    layers: tuple[int, ...] = (512, 256, 128)
    """Of the deep one, before its code."""
    patience: int = 3
    most_epochs: int = 100


TINY = Config(
    positions=300, judged=100, codes=(4,), shipped=4, hidden=8, epochs=1, buckets=5, layers=(8,), most_epochs=2
)
QUICK = Config(
    positions=2_000, judged=500, codes=(4,), shipped=4, hidden=16, epochs=1, buckets=10, layers=(32, 16), most_epochs=5
)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    bits = as_bits(positions(config.positions, lab.derived("learned"))[0])
    views, _ = positions(config.judged, lab.derived("judged"))
    judged = as_bits(views)
    held_out = as_bits(positions(config.judged, lab.derived("held out"))[0])
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
        codes, centres = judge(bits[:20_000] @ matrix.T + offset, judged @ matrix.T + offset)
        kind = "variational" if variational else "plain"
        if code == config.shipped:
            lab.save(FILE, {"matrix": matrix, "offset": offset, "centres": centres}, part=kind)
        return [{"kind": kind, "code": code, "epochs": config.epochs, **measured(codes, network, code)}]

    def learn_deep(code: int) -> list[Row]:
        network = Classifier(partial(deep_autoencoder, BITS, *config.layers, code), lab.seed)
        best, waited = np.inf, 0
        while waited < config.patience and network.epochs < config.most_epochs:
            network.epoch(len(bits), lambda rows: (bits[rows], bits[rows], np.ones((len(rows), BITS), np.float32)))
            logits = network(held_out)
            loss = float((np.logaddexp(0, logits) - held_out * logits).mean())
            best, waited = (loss, 0) if loss < best - 1e-5 else (best, waited + 1)
        codes, _ = judge(encoded(network, bits[:20_000]), encoded(network, judged))
        return [{"kind": "deep", "code": code, "epochs": network.epochs, **measured(codes, network, code)}]

    def judge(learned: np.ndarray, asked: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The buckets of the judged positions, and the centres of all buckets."""
        centres = cluster(learned, config.buckets, lab.derived("buckets"))
        return nearest(asked, centres), centres

    def measured(buckets: np.ndarray, network: Classifier, code: int) -> Row:
        shuffled = np.random.default_rng(lab.derived("shuffled", code)).permutation(buckets)
        row: Row = {"used": len(np.unique(buckets)), "wrong_common": float((common != judged).mean())}
        row |= of_mean("wrong", ((network(judged) > 0) != (judged > 0)).mean(axis=1))
        for name, of in classes.items():
            row |= of_mean(f"purity_{name}", is_common(buckets, of))
            row |= {f"random_{name}": float(is_common(shuffled, of).mean())}
        return row

    shallow = [(learn, code, variational) for code in config.codes for variational in (False, True)]
    return lab.in_turn([*shallow, *((learn_deep, code) for code in config.codes)])


def encoded(network: Classifier, bits: np.ndarray) -> np.ndarray:
    """The deep network's codes."""
    import torch

    network.module.eval()
    with torch.no_grad():
        return network.module.encode(torch.from_numpy(bits).to(network.device)).cpu().numpy()


def as_bits(views: np.ndarray) -> np.ndarray:
    out = np.zeros((len(views), BITS), np.float32)
    bits_all(views, out)
    return out


def report(rows: list[Row], config: Config) -> Report:
    findings = []
    for row in rows:
        name = f"{row['kind']}, code {row['code']}"
        note = f"the commoner value: {row['wrong_common']:.2%}"
        findings.append(Finding.of(f"{name}: bits wrong", row, "wrong", note=note, unit=PERCENT))
        for what in ("deadwood", "melds"):
            note = f"random {row[f'random_{what}']:.1%}"
            findings.append(Finding.of(f"{name}: purity in {what}", row, f"purity_{what}", note=note, unit=PERCENT))
    titles = ["bits wrong", "purity in deadwood"]
    figure, (left, right) = figures.panels(titles, "numbers in the code", "share", title="The code", percent=True)
    for kind in KINDS:
        of = where(rows, kind=kind)
        figures.curve(left, of, "code", "wrong", kind)
        figures.curve(right, of, "code", "purity_deadwood", kind)
    figures.level(left, rows[0]["wrong_common"], "commoner value")
    figures.level(right, rows[0]["random_deadwood"], "random buckets")
    best = max(rows, key=lambda r: r["purity_deadwood"])
    summary = (
        f"The purest buckets, of the {best['kind']} code of {best['code']}, have "
        f"{best['purity_deadwood']:.1%} of a deadwood class (random ones {best['random_deadwood']:.1%}) and "
        f"{best['purity_melds']:.1%} of a number of melds (random {best['random_melds']:.1%}). Its code gets "
        f"{best['wrong']:.1%} of the bits wrong, the commoner value of each {best['wrong_common']:.1%}."
    )
    return Report(findings, summary, {"abstraction": figure})
