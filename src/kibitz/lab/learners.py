"""Which way of learning wins: three learners, the same pictures, the same network, the same number of decisions.

Deep Monte Carlo (learn/dmc.py), a policy gradient whose critic sees all cards while it learns
(learn/policy_gradient.py), and expert iteration over playouts (learn/expert_iteration.py), from nothing, several
times each. On the way they meet compiled players, their *judges*, whom none of them learns from. A game's
``lab/learners.py`` names the game and its judges.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kibitz.lab import figures
from kibitz.lab.experiment import Finding, Report, Step
from kibitz.lab.folder import Row
from kibitz.lab.jobs import Lab, Steps
from kibitz.lab.rows import column, of_mean, where
from kibitz.learn.self_play_settings import ExpertSettings, GradientSettings, Settings

LEARNERS = {
    "deep Monte Carlo": ("dmc", Settings),
    "policy gradient": ("policy_gradient", GradientSettings),
    "expert iteration": ("expert_iteration", ExpertSettings),
}


@dataclass(frozen=True)
class Config:
    decisions: int
    """That each learner may make, imagined ones included."""
    tables: int
    imagining: int
    """The tables of expert iteration, which makes hundreds of decisions at each."""
    starts: int = 3
    window: int = 16
    width: int = 256
    layers: int = 3
    batch: int = 8_192
    rate: float = 1e-3
    tests: int = 12
    """How often, on the way, it meets its judges."""
    test_deals: int = 1000
    gpu: bool = True
    """Whether to use a graphics card where there is one."""


@dataclass(frozen=True)
class Contest:
    """The experiment of one game."""

    name: str
    judges: tuple[str, ...]
    learned: Mapping[str, Any] = field(default_factory=dict)
    """The options of the game they learn, where they differ from the game's own."""

    def run(self, config: Config, lab: Lab) -> Steps:
        """One learner after the other, each from every start; a step ends with a test."""
        from kibitz.learn import on_torch
        from kibitz.learn.judge import judged

        device = on_torch.device() if config.gpu else "cpu"
        turns = [(start, name) for start in range(config.starts) for name in LEARNERS]
        saved = lab.checkpoint or {}
        for turn in range(int(saved.get("turn", 0)), len(turns)):
            start, name = turns[turn]
            learner = self._learner(config, lab, name, start, device)
            spent = 0.0
            if saved.get("turn") == turn and "windows" in saved:
                learner.restore(saved)
                spent = float(saved["spent"])
            while learner.done < 1:
                begun = time.monotonic()
                reached = learner.done
                while learner.done < 1 and (learner.done - reached < 1 / config.tests or not learner.is_anew):
                    learner.learn()
                spent += time.monotonic() - begun
                about = {"learner": name, "start": start, "decisions": learner.decisions, "seconds": spent}
                rows = []
                for judge in self.judges:
                    table = (learner.game, learner.options, learner.mean, judge)
                    won = judged(*table, config.test_deals, lab.derived("test"), device)
                    rows.append({**about, "opponent": judge, **of_mean("win_rate", won)})
                kept = {"turn": turn, "spent": spent, **learner.checkpoint()}
                yield Step(rows, kept, (turn + learner.done) / len(turns))

    def _learner(self, config: Config, lab: Lab, name: str, start: int, device: str) -> Any:
        from importlib import import_module

        module, settings = LEARNERS[name]
        tables = config.imagining if settings is ExpertSettings else config.tables
        windows = -(-config.decisions // (tables * config.window))
        more: dict[str, Any] = {"budget": config.decisions} if settings is ExpertSettings else {}
        chosen = settings(
            windows=windows, tables=tables, window=config.window, width=config.width, layers=config.layers,
            batch=config.batch, rate=config.rate, anew=max(1, windows // (4 * config.tests)), **more,
        )  # fmt: skip
        made = import_module(f"kibitz.learn.{module}").Learner
        return made(lab.game, lab.game.options(**self.learned), chosen, lab.derived("learning", start), device)

    def report(self, rows: list[Row], config: Config) -> Report:
        """What each came to, over decisions and over time."""
        figure, axes = figures.panels(
            [f"against {judge}" for judge in self.judges], "decisions", "win rate",
            title="Three ways to learn, from nothing", percent=True,
        )  # fmt: skip
        findings, ends, minutes = list[Finding](), {}, {}
        for number, name in enumerate(LEARNERS):
            for judge, panel in zip(self.judges, axes, strict=True):
                for start in range(config.starts):
                    course = where(rows, learner=name, start=start, opponent=judge)
                    label = name if start == 0 else "_"
                    figures.curve(panel, course, "decisions", "win_rate", label, color=figures.COLOURS[number])
                row = of_mean("win_rate", self._ends(rows, name, judge, config.starts))
                findings.append(Finding.of(f"{name} v {judge}: games won, mean over starts", row))
            ends[name] = self._ends(rows, name, self.judges[0], config.starts)
            minutes[name] = float(max(column(where(rows, learner=name), "seconds"))) / 60
            findings.append(Finding(f"{name}: minutes for one start", minutes[name]))
        told = [
            f"{name} {won.mean():.1%} ({won.min():.1%} to {won.max():.1%} over starts, {minutes[name]:.1f} min each)"
            for name, won in ends.items()
        ]
        best = max(ends, key=lambda name: ends[name].mean())
        summary = (
            f"After {config.decisions:,} decisions from nothing, against {self.judges[0]}: {'; '.join(told)}. "
            f"With this budget {best} is ahead. No paper has a number for it."
        )
        return Report(findings, summary, {"learners": figure})

    def _ends(self, rows: list[Row], name: str, judge: str, starts: int) -> np.ndarray:
        """What a learner won in the end, one number per start."""
        courses = [where(rows, learner=name, start=start, opponent=judge) for start in range(starts)]
        return np.array([course[-1]["win_rate"] for course in courses if course])
