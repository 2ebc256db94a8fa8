"""A network that learns a game by playing itself (learn/dmc.py). A game's ``lab/net.py`` names the game and its judges.

On the way it meets compiled players, its *judges*, on the device it learns on; in the end the network that ships plays
its *finals* in the arena, against any players. Neither judges nor finals are learned from.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from safetensors.numpy import load_file

from kibitz.agent import build
from kibitz.arena.match import match
from kibitz.lab import figures
from kibitz.lab.experiment import Finding, Report, Step
from kibitz.lab.folder import CHECKPOINT, METRICS, Row, stored_rows
from kibitz.lab.jobs import Lab, Steps
from kibitz.lab.results import STORE
from kibitz.lab.rows import of_match, of_mean, said, where
from kibitz.learn.self_play_settings import Settings
from kibitz.weights import label, path

SHIPPED = "shipped"


@dataclass(frozen=True)
class Config(Settings):
    """How it learns, and how it is judged."""

    teacher: str = ""
    """Whose moves are followed in the first windows, the `lessons`."""
    partners: tuple[str, ...] = ()
    """Whom it spars with."""
    start: str = ""
    """A run of the same experiment whose network it begins with, its folder; or `SHIPPED`, the network that the player
    has now, which the published run made. What that run told is told here too."""
    test_deals: int = 1000
    """Deals against each judge, once all tables begin anew."""
    final_deals: int = 10_000
    gpu: bool = True
    """Whether to use a graphics card where there is one."""


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
    network: Callable[[int, int, int], Any] | None = None
    """Makes a network for pictures of some size, so wide and so deep; by default one of plain layers."""

    def run(self, config: Config, lab: Lab) -> Steps:
        """Learn, and play the judges now and then; then the finals."""
        from kibitz.learn import dmc, on_torch
        from kibitz.learn.judge import loaded

        options = lab.game.options(**self.learned)
        device = on_torch.device() if config.gpu else "cpu"
        teacher: Any = build(lab.game, options, config.teacher) if config.teacher else None
        more: dict[str, Any] = {"network": self.network} if self.network else {}
        if config.start == SHIPPED:
            more["network"] = lambda *shape: loaded(path(lab.game, f"{_name(lab)}.onnx"))
        more["partners"] = [build(lab.game, options, name) for name in config.partners]
        learner = dmc.Learner(lab.game, options, config, lab.derived("learning"), device, teacher=teacher, **more)
        if lab.checkpoint:
            learner.restore(lab.checkpoint)
        elif config.start and config.start != SHIPPED:
            learner.begin_with(load_file(Path(config.start) / CHECKPOINT))
        history = _history(_told_in(config.start, lab))
        before = history[-1]["decisions"] if history else 0
        yield from self._learn(config, lab, learner, history, before)
        yield from self._finals(config, lab, learner, before)

    def _learn(self, config: Config, lab: Lab, learner: Any, history: list[Row], before: int) -> Steps:
        """A step each time all tables begin anew; how an earlier run had learned is told with the first."""
        from kibitz.learn.judge import judged

        while learner.done < 1:
            begun, losses = learner.spent, list[float]()
            while not losses or (learner.windows % config.anew and learner.done < 1):
                now = time.monotonic()
                losses.append(learner.learn())
                learner.spent += time.monotonic() - now
            spent = {"loss": sum(losses) / len(losses), "seconds": learner.spent - begun}
            about = {"decisions": before + learner.decisions, "windows": learner.windows}
            told = history if len(losses) == learner.windows else []
            rows: list[Row] = [*told, {**about, "stage": "learning", **spent}]
            for judge in self.judges:
                table = (learner.game, learner.options, learner.mean, judge)
                won = judged(*table, config.test_deals, lab.derived("test"), learner.device)
                rows.append({**about, "stage": "test", "opponent": judge, **of_mean("win_rate", won)})
            done = learner.done * config.windows / (config.windows + len(self.judges) + len(self.finals))
            yield Step(rows, {**learner.checkpoint(), "finals": 0}, done)

    def _finals(self, config: Config, lab: Lab, learner: Any, before: int) -> Steps:
        """The network as it ships against judges and others, on deals nobody has seen."""
        from kibitz.learn.judge import export

        name = _name(lab)
        file = lab.folder / f"{name}.onnx"
        if not file.exists():
            export(learner.mean, file, label(lab.game, "", lab.experiment))
        player = build(lab.game, lab.game.options(), f"{name}:weights={file.resolve()}")
        opponents = (*self.judges, *self.finals)
        for number in range(int(lab.kept.get("finals", 0)), len(opponents)):
            seed = lab.derived("final", opponents[number])
            result = match(self.name, player, opponents[number], pairs=config.final_deals, seed=seed)
            row = of_match(result, stage="final", opponent=opponents[number], decisions=before + learner.decisions)
            done = (config.windows + number + 1) / (config.windows + len(opponents))
            yield Step([row], {**learner.checkpoint(), "finals": number + 1}, done)

    def report(self, rows: list[Row], config: Config) -> Report:
        """What it won in the end, and how it came there."""
        figure, axes = figures.chart(
            "A network that plays itself", "decisions of its own games", "win rate", percent=True
        )
        for judge in self.judges:
            course = where(rows, stage="test", opponent=judge)
            figures.curve(axes, course, "decisions", "win_rate", f"v {judge}", color=figures.colour(judge))
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


def _name(lab: Lab) -> str:
    """Of the experiment within its game, which the player shares."""
    return lab.experiment.partition(".")[2]


def _told_in(start: str, lab: Lab) -> Path | None:
    """The folder of the run that made the network to begin with."""
    if start == SHIPPED:
        return STORE / lab.game.name / _name(lab)
    return Path(start) if start else None


def _history(folder: Path | None) -> list[Row]:
    """How the network that a run begins with had learned."""
    if folder is None:
        return []
    rows = stored_rows(folder / METRICS)
    return [row for row in rows if row["stage"] in ("learning", "test")]
