"""A network that learns a game by playing itself (learn/dmc.py). A game's ``lab/net.py`` names the game and its judges.

On the way it meets compiled players, its *judges*, on the device it learns on; in the end the network that ships plays
its *finals* in the arena, against any players. Neither judges nor finals are learned from.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kibitz.agent import CompiledAgent, build
from kibitz.arena.match import match
from kibitz.lab import figures
from kibitz.lab.experiment import Finding, Report, Step
from kibitz.lab.folder import CHECKPOINT, METRICS, Row, stored_rows
from kibitz.lab.jobs import Lab, Steps
from kibitz.lab.rows import of_match, of_mean, said, where
from kibitz.picture import PicturePlayer, judge_of
from kibitz.weights import label


@dataclass(frozen=True)
class Config:
    """How it learns: see `dmc.Settings`, which has the same words; and how it is judged."""

    windows: int
    tables: int
    window: int = 32
    width: int = 512
    layers: int = 3
    batch: int = 32_768
    rate: float = 1e-3
    trust: float = 0.8
    explore: float = 0.08
    lessons: int = 0
    lesson_explore: float = 0.25
    margin: float = 0.0
    mean: float = 0.999
    past: float = 0.125
    past_every: int = 64
    anew: int = 64
    teacher: str = ""
    """Whose moves are followed in the first windows, the `lessons`."""
    start: str = ""
    """A run of the same experiment whose network it begins with; its folder. What that run told is told here too."""
    test_deals: int = 1000
    """Deals against each judge, once all tables begin anew."""
    final_deals: int = 10_000
    gpu: bool = True
    """Whether to use a graphics card where there is one."""


OWN = ("teacher", "start", "test_deals", "final_deals", "gpu")
"""What the learner itself is not told."""


@dataclass(frozen=True)
class SelfPlay:
    """The experiment of one game."""

    name: str
    judges: tuple[str, ...]
    """Compiled players, whom it meets on the way."""
    finals: tuple[str, ...] = ()
    """Whom the finished network plays besides."""
    learned: Mapping[str, Any] = field(default_factory=dict)
    """The options of the game it learns, where they differ from the game's own."""

    def run(self, config: Config, lab: Lab) -> Steps:
        """Learn, and play the judges now and then; then the finals."""
        from safetensors.numpy import load_file

        from kibitz.learn import dmc, on_torch

        game = lab.game
        options = game.options(**self.learned)
        device = on_torch.device() if config.gpu else "cpu"
        settings = dmc.Settings(**{name: value for name, value in vars(config).items() if name not in OWN})
        teacher: Any = build(game, options, config.teacher) if config.teacher else None
        assert teacher is None or isinstance(teacher, CompiledAgent)
        learner = dmc.Learner(game, options, settings, lab.derived("learning"), device, teacher=teacher)
        played = lab.keep(finals=0)
        history = _history(config.start)
        before = history[-1]["decisions"] if history else 0
        if lab.checkpoint:
            learner.restore(lab.checkpoint)
        elif config.start:
            learner.begin_with(load_file(Path(config.start) / CHECKPOINT))
        opponents = (*self.judges, *self.finals)
        work = config.windows + len(opponents)
        while learner.windows < config.windows:
            begun, losses = time.monotonic(), list[float]()
            while not losses or (learner.windows % config.anew and learner.windows < config.windows):
                losses.append(learner.learn())
            seconds = time.monotonic() - begun
            decisions = len(losses) * config.window * config.tables
            about = {"decisions": before + learner.decisions, "windows": learner.windows}
            loss = sum(losses) / len(losses)
            first = history if len(losses) == learner.windows else []  # told once, with the first step
            rows: list[Row] = [*first, {**about, "stage": "learning", "loss": loss, "seconds": seconds}]
            rows[-1]["decisions_per_second_seconds"] = decisions / seconds
            for judge in self.judges:
                samples = dmc.judged(game, options, learner.mean, judge, config.test_deals, lab.derived("test"), device)
                rows.append({**about, "stage": "test", "opponent": judge, **of_mean("win_rate", samples)})
            yield Step(rows, {**learner.checkpoint(), "finals": 0}, learner.windows / work)
        file = lab.folder / f"{lab.experiment.partition('.')[2]}.onnx"
        if not file.exists():
            dmc.export(learner.mean, file, label(game, "", lab.experiment))
        player = PicturePlayer(game, game.options(), judge_of(game, str(file)))
        for number in range(int(played["finals"]), len(opponents)):
            seed = lab.derived("final", opponents[number])
            result = match(self.name, player, opponents[number], pairs=config.final_deals, seed=seed)
            row = of_match(result, stage="final", opponent=opponents[number], decisions=before + learner.decisions)
            yield Step([row], {**learner.checkpoint(), "finals": number + 1}, (config.windows + number + 1) / work)

    def report(self, rows: list[Row], config: Config) -> Report:
        """What it won in the end, and how it came there."""
        figure, axes = figures.chart(
            "A network that plays itself", "decisions of its own games", "win rate", percent=True
        )
        for judge in self.judges:
            course = where(rows, stage="test", opponent=judge)
            figures.curve(axes, course, "decisions", "win_rate", f"v {judge}", color=figures.colour(self.name, judge))
        figures.legend(axes)
        finals = where(rows, stage="final")
        findings = [Finding.of(f"net v {row['opponent']}: games won", row) for row in finals]
        learning = where(rows, stage="learning")
        spent = sum(row["seconds"] for row in learning)
        speed = learning[-1]["decisions"] / spent
        findings.append(Finding("decisions per second, learning included", speed))
        findings.append(Finding("minutes of learning", spent / 60))
        summary = (
            f"After {learning[-1]['decisions']:,} decisions of its own games ({spent / 60:.1f} minutes, "
            f"{speed / 1e6:.2f} million decisions per second with learning) the network won "
            + "; ".join(f"{said(row)} v {row['opponent']}" for row in finals)
            + ". No paper has a number for it."
        )
        return Report(findings, summary, {"net": figure})


def _history(folder: str) -> list[Row]:
    """How the network that a run begins with had learned."""
    if not folder:
        return []
    rows = stored_rows(Path(folder) / METRICS)
    return [row for row in rows if row["stage"] in ("learning", "test")]
