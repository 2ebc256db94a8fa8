"""Hand estimation: what the other holds, by dense network, LSTM, Bayes and particles.

The paper's Table 2: loss and accuracy of a dense network (32.39 / 0.32, validation 35.93 / 0.29) and of
an LSTM (23.25 / 0.94, validation 23.18 / 0.92). Its Table 3: categorical and binary accuracy of the
dense network (69.38%, 60.85%), the LSTM (81.07%, 80.24%) and Bayes (82.30%, 61.54%).

Both metrics reward saying "the other holds nothing", which is right for 42 of 52 cards (80.8%). So we
give beside them the log-loss of the unseen cards against the even chance, and the share of the true
ten cards among the ten likeliest. Positions are of simple against simple, the judged ones from games
of their own, about one per hand.
"""

import math
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kibitz.game import game
from kibitz.games.gin.estimators import Estimate, bayes, estimator
from kibitz.games.gin.estimators.dense import Estimator as Dense
from kibitz.games.gin.estimators.lstm import Estimator as Lstm
from kibitz.games.gin.features import PLANES, TURNS, VECTORS, all_planes, relevance, sequences
from kibitz.games.gin.lab._positions import held, positions
from kibitz.lab import PERCENT, Finding, Lab, Report, Row, Steps, figures, of_mean, side_by_side, where
from kibitz.learn.classifier import Classifier
from kibitz.learn.classifier import dense as dense_layers

SPARSE = 11
"""One position in so many is judged, so that most are of different hands."""

TABLE_2 = {"dense": (32.39, 0.32, 35.93, 0.29), "lstm": (23.25, 0.94, 23.18, 0.92)}
"""The paper's loss and accuracy in training, and the same of validation."""
TABLE_3 = {"dense": (0.6938, 0.6085), "lstm": (0.8107, 0.8024), "bayes": (0.8230, 0.6154)}
"""Its categorical and binary accuracy."""
FLOOR = 10 * math.log(10)
"""The least loss there can be in Table 2: all ten cards known for certain."""


@dataclass(frozen=True)
class Config:
    train: int = 1_000_000
    """The paper gives no counts for this section."""
    judged: int = 10_000
    particles: int = 2_000
    """How many of the judged positions the slow reference is asked about."""
    dense_epochs: int = 8
    lstm_epochs: int = 12
    batch: int = 1024
    hidden: int = 64
    """Size of each of the four LSTM cells."""
    related: float = 2.0
    """How much more the augmented loss weighs cards related to those seen."""


TINY = Config(train=300, judged=60, particles=3, dense_epochs=1, lstm_epochs=1, batch=128, hidden=4)
QUICK = Config(train=4_000, judged=200, particles=50, dense_epochs=1, lstm_epochs=1, batch=512, hidden=8)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    gin, options = lab.game, lab.game.options()
    views, truths = positions(config.train, lab.derived("learned"))
    targets = held(truths)
    judged, answers = (a[::SPARSE].copy() for a in positions(SPARSE * config.judged, lab.derived("judged")))
    tables = fit_bayes(views, truths)
    lab.save(bayes.FILE, tables, options)

    def batch_of(make: Any, related: float) -> Any:
        def batch(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
            weights = np.zeros((len(rows), 52), np.float32)
            relevance(views[rows], related, weights)
            return make(views[rows]), targets[rows], weights

        return batch

    def network_of(name: str, build: Any) -> Classifier:
        network, prefix = Classifier(build, lab.seed, batch=config.batch), f"{name}."
        if f"{name}.epochs" in lab.kept:
            network.resume({k.removeprefix(prefix): v for k, v in lab.kept.items() if k.startswith(prefix)})
        return network

    dense = network_of("dense", partial(dense_layers, PLANES * 52, 256, 256, 52))
    lstm = network_of("lstm", partial(four_cells, config.hidden))
    estimators: dict[str, Estimate] = {"dense": Dense(gin, dense), "lstm": Lstm(gin, lstm)}

    def learn(name: str, network: Classifier, make: Any, related: float) -> list[Row]:
        loss, said = network.epoch(config.train, batch_of(make, related)), estimators[name]
        row: Row = {"table": 2, "name": name, "epoch": network.epochs, "loss": loss}
        row |= {"train_" + k: v for k, v in _paper_loss(said(views[: len(judged)]), targets[: len(judged)]).items()}
        row |= {"judged_" + k: v for k, v in _paper_loss(said(judged), held(answers)).items()}
        lab.kept.update({f"{name}.{k}": v for k, v in network.state().items()})
        return [row]

    def judge() -> list[Row]:
        import torch

        for name, network, make in (("dense", dense, flat_planes), ("lstm", lstm, flat_sequences)):
            example = torch.from_numpy(make(views[:1]))
            lab.save_network(f"{name}.onnx", deepcopy(network.module).cpu(), example, options)
        answered = {
            "uniform": estimator(gin, "uniform")(judged),
            "thumb": estimator(gin, "thumb")(judged),
            "bayes": bayes.Estimator(gin, tables)(judged),
            **{name: said(judged) for name, said in estimators.items()},
            "nobody": np.zeros((len(judged), 52)),
            "particles": in_pieces(estimator(gin, "particles"), judged[: config.particles]),
        }
        return [row for name, chances in answered.items() for row in _judge(name, chances, judged, answers, answered)]

    epochs: list[Any] = [(learn, "dense", dense, flat_planes, 0.0)] * config.dense_epochs
    epochs += [(learn, "lstm", lstm, flat_sequences, config.related)] * config.lstm_epochs
    return lab.in_turn([*epochs, (judge,)])


def in_pieces(estimate: Estimate, views: np.ndarray) -> np.ndarray:
    """What an estimator says, asked on all cores at once."""
    return np.concatenate(side_by_side(estimate, np.array_split(views, max(1, len(views) // 10))))


def fit_bayes(views: np.ndarray, truths: np.ndarray) -> dict[str, np.ndarray]:
    """The tables of `bayes`, counted; the power of the factors is the best of a few on the same games."""
    taken, total = np.zeros((2, bayes.STAGES, 13))
    bayes.tally_start(views, truths, taken, total)
    start = _logit((taken + 1) / (total + 4))
    after, expected, seen = np.zeros((3, bayes.KINDS, 2, 25))
    bayes.tally_events(views, truths, start, after, expected, seen)
    factors = _logit((after + 1) / (seen + 4)) - _logit((expected + 1) / (seen + 4))
    factors[seen < 50] = 0.0
    some, answers = views[::SPARSE], held(truths[::SPARSE])
    tables = {"start": start, "factors": factors, "temper": np.ones(1)}

    def loss(temper: float) -> float:
        chances = bayes.Estimator(game("gin"), {**tables, "temper": np.array([temper])})(some)
        return float(_log_loss(chances, answers).mean())

    best = min((0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2), key=loss)
    return {**tables, "temper": np.array([best])}


def four_cells(hidden: int) -> Any:
    """The paper's network: one LSTM cell per vector, joined in dense layers."""
    import torch

    class FourCells(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.cells = torch.nn.ModuleList(torch.nn.LSTM(52, hidden, batch_first=True) for _ in range(VECTORS))
            self.out = dense_layers(VECTORS * hidden, 256, 52)

        def forward(self, turns: Any) -> Any:
            last = [cell(turns[:, :, i])[0][:, -1] for i, cell in enumerate(self.cells)]
            return self.out(torch.cat(last, dim=1))

    return FourCells()


def flat_planes(views: np.ndarray) -> np.ndarray:
    out = np.zeros((len(views), PLANES, 52), np.float32)
    all_planes(views, out)
    return out


def flat_sequences(views: np.ndarray) -> np.ndarray:
    out = np.zeros((len(views), TURNS, VECTORS, 52), np.float32)
    sequences(views, out)
    return out


def _logit(p: np.ndarray) -> np.ndarray:
    return np.log(p) - np.log1p(-p)


def _paper_loss(chances: np.ndarray, answers: np.ndarray) -> dict[str, float]:
    """The loss of Table 2, as a softmax over 52 classes would have it, and whether the likeliest card is held."""
    shares = np.clip(chances / chances.sum(axis=1, keepdims=True), 1e-7, 1)
    top = np.take_along_axis(answers, chances.argmax(axis=1)[:, None], 1)
    return {"loss": float(-(answers * np.log(shares)).sum(axis=1).mean()), "top": float(top.mean())}


def _log_loss(chances: np.ndarray, answers: np.ndarray) -> np.ndarray:
    """Nats per position, over all 52 cards."""
    p = np.clip(chances, 1e-4, 1 - 1e-4)
    return -(answers * np.log(p) + (1 - answers) * np.log(1 - p)).sum(axis=1)


def _judge(name: str, chances: np.ndarray, views: np.ndarray, truths: np.ndarray, all_of: dict) -> Iterator[Row]:
    n = len(chances)
    answers, turns = held(truths[:n]), views["turn"][:n]
    # "Nobody" is no estimate: its log-loss would be endless.
    gain = _log_loss(all_of["uniform"][:n], answers) - _log_loss(chances, answers)
    likeliest = np.argsort(-chances, axis=1, kind="stable")[:, :10]
    share = np.take_along_axis(answers, likeliest, 1).mean(axis=1)
    columns = {
        "categorical": 1 - np.abs(answers - chances).mean(axis=1),
        "binary": ((chances > 0.5) == (answers > 0.5)).mean(axis=1),
        "gain": gain,
        "share": share,
    }
    row: Row = {"table": 3, "name": name, "positions": n, "log_loss": float(_log_loss(chances, answers).mean())}
    for column, samples in columns.items():
        row |= of_mean(column, samples)
    yield row
    for turn in range(2, 22, 2):
        here = (turns == turn) | (turns == turn + 1)
        if here.sum() >= 20:
            over: Row = {"table": 0, "name": name, "turn": turn}
            for column, samples in columns.items():
                over |= of_mean(column, samples[here])
            yield over


def report(rows: list[Row], config: Config) -> Report:
    findings = []
    last = {r["name"]: r for r in rows if r["table"] == 2}
    columns = {
        "loss": "train_loss", "accuracy": "train_top", "validation loss": "judged_loss",
        "validation accuracy": "judged_top",
    }  # fmt: skip
    for name, row in last.items():
        for (what, column), number in zip(columns.items(), TABLE_2[name], strict=True):
            note = f"no loss is below {FLOOR:.2f}" if FLOOR <= number < FLOOR + 1 else ""
            unit = PERCENT if what.endswith("accuracy") else ""
            findings.append(Finding(f"{name}: {what} (Table 2)", row[column], paper=number, note=note, unit=unit))
    judged = {r["name"]: r for r in rows if r["table"] == 3}
    for name, row in judged.items():
        stated: tuple = TABLE_3.get(name, (None, None))
        for column, number in zip(("categorical", "binary"), stated, strict=True):
            findings.append(Finding.of(f"{name}: {column} accuracy (Table 3)", row, column, paper=number))
        if name != "nobody":
            for column, what in (("gain", "log-loss saved against uniform, nats per position"),
                                 ("share", "true ten cards among the ten likeliest")):  # fmt: skip
                findings.append(Finding.of(f"{name}: {what}", row, column))
    titles = ["true cards among the ten likeliest", "binary accuracy"]
    figure, (left, right) = figures.panels(titles, "turn", "share", percent=True, size=(5, 4))
    for k, name in enumerate(judged):
        over, colour = where(rows, table=0, name=name), figures.COLOURS[k]
        if name != "nobody":
            figures.curve(left, over, "turn", "share", name, color=colour)
        figures.curve(right, over, "turn", "binary", name, color=colour)
    ranked = sorted((row for row in judged.values() if row["name"] != "nobody"), key=lambda row: -row["gain"])
    gains = [f"{row['name']} {row['gain']:.2f}" for row in ranked]
    summary = (
        f"The loss of Table 2 cannot fall below {FLOOR:.2f}, where all ten cards are certain. The paper's LSTM stands "
        f"at {TABLE_2['lstm'][2]} on validation, as if it knew the hand, and at a binary accuracy of "
        f"{TABLE_3['lstm'][1]:.1%}, where guessing that the other holds nothing has {judged['nobody']['binary']:.1%}. "
        f"Ours stands at {last['lstm']['judged_loss']:.2f} and {judged['lstm']['binary']:.1%}. Log-loss saved against "
        f"uniform: {', '.join(gains)}."
    )
    return Report(findings, summary, {"over_turns": figure})
