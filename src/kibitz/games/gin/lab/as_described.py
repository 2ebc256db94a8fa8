"""The paper's estimators as it describes them: its loss, its inputs, its Bayes with networks, scored raw.

`gin.hand_estimation` asks how well a hand can be guessed. This asks whether the paper's Tables 2 and 3 can come of
what it describes. Its loss is a cross-entropy over the hand, augmented by weights for cards related to those seen;
it does not say whether the output is a softmax, what the weights are, what the dense network sees, nor what was
scored. So here: the dense network on this turn alone and on all turns, by softmax and by sigmoids that are
normalised inside the loss; the LSTM by softmax without weights, with 2 : 1, and with related cards alone; the LSTM
with the answer leaked into its inputs; and Bayes' rule with two learned networks, the chance of a draw and of a
discard given a card in hand, multiplied as printed and clipped, rescaled to ten cards, and with one prior. Scores
are of the raw output, and of the same after `settled` has made certain what is certain. "acc" is what common
libraries report for such a label: whether the likeliest card is the first held one.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kibitz.games.gin.features import TURNS, VECTORS, settled
from kibitz.games.gin.lab._positions import held, positions
from kibitz.games.gin.lab.hand_estimation import FLOOR, SPARSE, TABLE_2, TABLE_3, flat_sequences, four_cells
from kibitz.games.gin.melds import beside
from kibitz.lab import PERCENT, Finding, Lab, Report, Row, Steps, figures, of_mean
from kibitz.learn.classifier import Classifier
from kibitz.learn.classifier import dense as dense_layers

DISCARDED, DECLINED, TOOK, OWN = range(VECTORS)
HELD = 10


@dataclass(frozen=True)
class Recipe:
    """One reading of a network."""

    name: str
    of: str
    """Its row in the paper's tables."""
    sees: str
    """``this turn``, ``all turns`` (summed) or ``sequence``."""
    loss: str
    related: tuple[float, float] = (1.0, 1.0)
    """Weights of cards related to those seen, and of the others."""
    leaked: bool = False


RECIPES = (
    Recipe("dense, this turn, softmax", "dense", "this turn", "softmax"),
    Recipe("dense, this turn, normalised sigmoids", "dense", "this turn", "normalised"),
    Recipe("dense, all turns, softmax", "dense", "all turns", "softmax"),
    Recipe("dense, all turns, normalised sigmoids", "dense", "all turns", "normalised"),
    Recipe("lstm, softmax", "lstm", "sequence", "softmax"),
    Recipe("lstm, softmax, related 2 : 1", "lstm", "sequence", "softmax", (2.0, 1.0)),
    Recipe("lstm, softmax, related alone", "lstm", "sequence", "softmax", (1.0, 0.0)),
    Recipe("lstm, softmax, answer leaked", "lstm", "sequence", "softmax", leaked=True),
)
BAYES = ("as printed, clipped", "as printed, rescaled to ten", "one prior, rescaled to ten")


@dataclass(frozen=True)
class Config:
    train: int = 300_000
    judged: int = 10_000
    epochs: int = 8
    batch: int = 1024
    hidden: int = 64


PAPER = Config()
TINY = Config(train=200, judged=40, epochs=1, batch=64, hidden=4)
QUICK = Config(train=4_000, judged=200, epochs=1, batch=512, hidden=8)


def run(config: Config, lab: Lab) -> Steps:
    views, truths = positions(config.train, lab.derived("learned"))
    targets = held(truths)
    judged, answers = (part[::SPARSE].copy() for part in positions(SPARSE * config.judged, lab.derived("judged")))

    def learn(recipe: Recipe) -> list[Row]:
        build = partial(four_cells, config.hidden)
        if recipe.sees != "sequence":
            build = partial(dense_layers, VECTORS * 52, 128, 128, 52)
        network = Classifier(build, lab.seed, batch=config.batch, loss=recipe.loss)

        def batch(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
            seen = inputs(views[rows], recipe, targets[rows])
            return seen, targets[rows], weighed(seen, recipe, views[rows])

        for _ in range(config.epochs):
            network.epoch(config.train, batch)
        row: Row = {"name": recipe.name, "of": recipe.of}
        for part, some, hands in (("train", views[: len(judged)], truths[: len(judged)]), ("judged", judged, answers)):
            logits = network(inputs(some, recipe, held(hands)))
            row |= {f"{part}_{k}": v for k, v in table_2(shares(logits, recipe.loss), held(hands)).items()}
        raw = shares(logits, recipe.loss) if recipe.loss == "softmax" else sigmoid(logits)
        return [{**row, "what": "network", **table_3("raw", raw, answers),
                 **table_3("settled", settled(judged, logits), answers)}]  # fmt: skip

    def learn_bayes() -> list[Row]:
        draw, discard = likelihoods(views, targets, lab.seed, config)
        rows: list[Row] = []
        turns = flat_sequences(judged)
        for name in BAYES:
            chances = by_bayes(turns, draw, discard, name)
            logits = np.log(np.clip(chances, 1e-6, 1 - 1e-6)) - np.log1p(-np.clip(chances, 1e-6, 1 - 1e-6))
            after = settled(judged, logits)
            scores = {**table_3("raw", chances, answers), **table_3("settled", after, answers)}
            rows.append({"name": f"bayes, {name}", "of": "bayes", "what": "bayes", **scores})
        return rows

    return lab.in_turn([*((learn, recipe) for recipe in RECIPES), (learn_bayes,)])


def inputs(views: np.ndarray, recipe: Recipe, hands: np.ndarray) -> np.ndarray:
    """What the network sees."""
    turns = flat_sequences(views)
    if recipe.leaked:
        turns[:, :, OWN] = hands[:, None]
    if recipe.sees == "sequence":
        return turns
    if recipe.sees == "this turn":
        return turns[:, -1].copy()
    summed = turns.sum(axis=1)
    summed[:, OWN] = turns[:, -1, OWN]
    return summed


def weighed(seen: np.ndarray, recipe: Recipe, views: np.ndarray) -> np.ndarray:
    """The augmented loss: how much each card counts."""
    weights = np.full((len(views), 52), recipe.related[1], np.float32)
    if recipe.related[0] != recipe.related[1]:
        acts = seen[:, :, :OWN].any(axis=(1, 2)) if seen.ndim == 4 else seen[:, :OWN].any(axis=1)
        masks = (acts.astype(np.int64) << np.arange(52)).sum(axis=1)
        near = np.array([int(beside(int(mask))) for mask in masks])
        weights[(near[:, None] >> np.arange(52) & 1).astype(bool)] = recipe.related[0]
    return weights


def sigmoid(logits: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-logits))


def shares(logits: np.ndarray, loss: str) -> np.ndarray:
    """The output as shares of one whole."""
    chances = np.exp(logits - logits.max(axis=1, keepdims=True)) if loss == "softmax" else sigmoid(logits)
    return chances / chances.sum(axis=1, keepdims=True)


def table_2(said: np.ndarray, answers: np.ndarray) -> dict[str, float]:
    """The loss without weights, "acc" as libraries have it, and whether the likeliest card is held at all."""
    likeliest = said.argmax(axis=1)
    return {
        "loss": float(-(answers * np.log(np.clip(said, 1e-7, 1))).sum(axis=1).mean()),
        "acc": float((likeliest == answers.argmax(axis=1)).mean()),
        "top": float(np.take_along_axis(answers, likeliest[:, None], 1).mean()),
    }


def table_3(part: str, chances: np.ndarray, truths: np.ndarray) -> Row:
    answers = held(truths)
    row = of_mean(f"{part}_categorical", 1 - np.abs(answers - np.clip(chances, 0, 1)).mean(axis=1))
    return row | of_mean(f"{part}_binary", ((chances > 0.5) == (answers > 0.5)).mean(axis=1))


# --- Bayes' rule with learned likelihoods


def likelihoods(views: np.ndarray, targets: np.ndarray, seed: int, config: Config) -> tuple[Any, Any]:
    """P(draw | c) for a card offered and P(discard | c), each by a network that is told one card of the hand."""
    last, chance = flat_sequences(views)[:, -1], np.random.default_rng(seed)
    # One card of each hand, at random.
    card = np.where(targets > 0, chance.random(targets.shape), -1).argmax(axis=1)
    offered, threw = last[:, DECLINED] + last[:, TOOK], last[:, DISCARDED]

    def fit(rows: np.ndarray, seen: Any, asked: Any, outputs: int, loss: str) -> Classifier:
        width = 104 if outputs == 1 else 52
        network = Classifier(partial(dense_layers, width, 128, outputs), seed, batch=config.batch, loss=loss)

        def batch(some: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
            here = rows[some]
            return seen(here), asked(here), np.ones((len(here), outputs), np.float32)

        for _ in range(config.epochs):
            network.epoch(len(rows), batch)
        return network

    eye = np.eye(52, dtype=np.float32)
    told = np.flatnonzero(offered.sum(axis=1) > 0)
    draw = fit(
        told, lambda r: np.concatenate([eye[card[r]], offered[r]], axis=1),
        lambda r: (last[r, TOOK].sum(axis=1, keepdims=True) > 0).astype(np.float32), 1, "binary",
    )  # fmt: skip
    thrown = np.flatnonzero(threw.sum(axis=1) > 0)
    discard = fit(thrown, lambda r: eye[card[r]], lambda r: threw[r], 52, "softmax")
    pairs = np.concatenate([np.repeat(eye, 52, axis=0), np.tile(eye, (52, 1))], axis=1)
    took = sigmoid(draw(pairs)).reshape(52, 52)  # by card in hand, card offered
    return took, shares(discard(eye), "softmax")


def by_bayes(turns: np.ndarray, draw: np.ndarray, discard: np.ndarray, how: str) -> np.ndarray:
    """The paper's rule, turn by turn: P(draw) is 1/2 and P(discard) 1/11 whatever the card."""
    known = turns[:, -1, OWN] > 0
    chances = np.where(known, 0.0, HELD / np.maximum((~known).sum(axis=1, keepdims=True), 1))
    for turn in range(TURNS):
        took, declined, threw = (turns[:, turn, kind] for kind in (TOOK, DECLINED, DISCARDED))
        drew = took @ draw.T + declined @ (1 - draw.T)
        drawn = np.where((took + declined).sum(axis=1, keepdims=True) > 0, drew / 0.5, 1.0)
        gone = np.where(threw.sum(axis=1, keepdims=True) > 0, (threw @ discard.T) * 11, 1.0)
        chances = chances * drawn * gone * (1.0 if how.startswith("one prior") else np.where(gone != 1.0, chances, 1.0))
        chances = np.where(took > 0, 1.0, np.where(threw > 0, 0.0, chances))
        if how.endswith("clipped"):
            chances = np.clip(chances, 0.0, 1.0)
        else:
            chances = np.clip(HELD * chances / np.maximum(chances.sum(axis=1, keepdims=True), 1e-9), 0.0, 1.0)
    return chances


def report(rows: list[Row], config: Config) -> Report:
    findings = []
    for row in rows:
        name, of = row["name"], row["of"]
        if row["what"] == "network":
            for (column, what), paper in zip(
                (("train_loss", "loss"), ("train_acc", "acc"), ("judged_loss", "validation loss"),
                 ("judged_acc", "validation acc")), TABLE_2[of],
            ):  # fmt: skip
                unit = PERCENT if what.endswith("acc") else ""
                findings.append(Finding(f"{name}: {what} (Table 2)", row[column], paper=paper, unit=unit))
            findings.append(Finding(f"{name}: likeliest card is held", row["judged_top"], unit=PERCENT))
        for part in ("raw", "settled"):
            for column, paper in zip(("categorical", "binary"), TABLE_3[of]):
                what = f"{name}: {column} accuracy, {part} (Table 3)"
                findings.append(Finding.of(what, row, f"{part}_{column}", paper=paper, unit=PERCENT))
    title = "Table 3: what each reading scores, raw, beside the paper"
    figure, axes = figures.chart(title, "categorical accuracy", "binary accuracy", percent=True, size=(7.5, 5.5))
    figures.in_percent(axes.xaxis)
    for k, row in enumerate(rows):
        point = [{"x": row["raw_categorical"], **{f"y{e}": row[f"raw_binary{e}"] for e in ("", "_low", "_high")}}]
        figures.curve(axes, point, "x", "y", row["name"], color=figures.COLOURS[k], linestyle="")
    for (of, (categorical, binary)), marker in zip(TABLE_3.items(), "Ds^", strict=True):
        figures.paper(axes, [categorical], [binary], f"paper: {of}", marker=marker)
    figures.legend_below(figure)
    leaked = next(row for row in rows if row["name"].endswith("leaked"))
    plain = next(row for row in rows if row["name"] == "lstm, softmax")
    dense = [row for row in rows if row["of"] == "dense"]
    near = min(dense, key=lambda row: abs(row["judged_loss"] - TABLE_2["dense"][2]))
    told, wanted = TABLE_2["lstm"][2:], TABLE_2["dense"][2:]
    summary = (
        f"As described the LSTM stands at a validation loss of {plain['judged_loss']:.2f}, where the paper has "
        f"{told[0]} and {FLOOR:.2f} is knowing all ten cards; with the answer leaked into its inputs it stands at "
        f"{leaked['judged_loss']:.2f}, with acc {leaked['judged_acc']:.2f} (the paper: {told[1]}). Of the dense "
        f"readings the nearest to the paper's {wanted[0]} is {near['name']}, with {near['judged_loss']:.2f} and acc "
        f"{near['judged_acc']:.2f} (the paper: {wanted[1]})."
    )
    return Report(findings, summary, {"table_3": figure})
