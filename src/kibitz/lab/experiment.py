"""What an experiment is made of, and where experiments are found."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any

from kibitz.errors import BadGame, BadRun, UnknownExperiment, suggest
from kibitz.game import game as find_game
from kibitz.game import games
from kibitz.lab.folder import Row
from kibitz.lab.numbers import PERCENT
from kibitz.lab.rows import SHARES

if TYPE_CHECKING:
    from kibitz.lab.jobs import Lab

Checkpoint = Mapping[str, Any]
"""Arrays, numbers and texts by name: all that a run needs to go on from there."""
Said = float | str | None
"""What a paper says: a number, words, or nothing."""


@dataclass(frozen=True)
class Step:
    """A piece of work done."""

    rows: list[Row] = field(default_factory=list)
    """What was measured in it."""

    checkpoint: Checkpoint = field(default_factory=dict)
    """Where a killed run goes on; going on from here must give what an unbroken run gives."""

    done: float = 0.0
    """How much of the whole work is done now, from 0 to 1."""


@dataclass(frozen=True)
class Finding:
    """One number of ours beside the paper's."""

    what: str
    ours: float
    low: float | None = None
    """The 95% interval, where the number is an estimate."""
    high: float | None = None
    paper: Said = None
    """The paper's number, or None where the paper has none."""
    rerun: Said = None
    """What the authors' own program gave when it was run again, or left in its logs."""
    elsewhere: Said = None
    """A number from neither the paper nor us."""
    note: str = ""
    """For a claim that did not come out: the reason found."""
    unit: str = ""
    """``%`` shows a share per hundred, ours and the others'; nothing where `what` says in what it is."""

    @classmethod
    def of(cls, what: str, row: Row, name: str = "win_rate", **beside: Any) -> Finding:
        """A number of a row, with its interval where the row has one (see rows.py); `beside` as in a finding.

        Shares are told per hundred."""
        beside = {"unit": PERCENT if name in SHARES else "", **beside}
        return cls(what, float(row[name]), row.get(f"{name}_low"), row.get(f"{name}_high"), **beside)

    @classmethod
    def each(
        cls, rows: Iterable[Row], what: str, name: str = "win_rate", *, paper: Callable[[Row], Said] = lambda row: None
    ) -> list[Finding]:
        """One finding per row; in `what` a column in braces stands for the row's: ``"{player} v greedy"``."""
        return [cls.of(what.format(**row), row, name, paper=paper(row)) for row in rows]


@dataclass(frozen=True)
class Report:
    """What an experiment found."""

    findings: list[Finding]
    summary: str
    """What it means, in a paragraph."""
    figures: Mapping[str, Any] = field(default_factory=dict)
    """Matplotlib figures by name."""


@dataclass(frozen=True)
class Experiment:
    """An experiment of one game."""

    id: str
    """``game.name``, as the command line takes it."""
    module: ModuleType

    @property
    def game(self) -> str:
        return self.id.partition(".")[0]

    @property
    def title(self) -> str:
        return (self.module.__doc__ or self.id).strip().splitlines()[0].rstrip(".")

    @property
    def claim(self) -> str:
        """The paper's claim, as the docstring states it."""
        return "\n".join((self.module.__doc__ or "").strip().splitlines()[1:]).strip()

    def config(self, scale: str, changes: Mapping[str, str] | None = None) -> Any:
        """The constants of a scale, some of them changed: numbers as text, several with commas between."""
        scales = {"tiny": "TINY", "quick": "QUICK", "paper": "PAPER"}
        if scale not in scales:
            raise UnknownExperiment(f"no scale {scale!r}; {suggest(scale, scales)}")
        config = getattr(self.module, scales[scale])
        known = [f.name for f in fields(config)]
        for name, text in (changes or {}).items():
            if name not in known:
                raise BadRun(f"{self.id} has no constant {name!r}; {suggest(name, known)}")
            config = replace(config, **{name: _as(getattr(config, name), name, text)})
        return config

    def changes(self, scale: str, constants: Mapping[str, Any]) -> dict[str, str]:
        """What must be changed in a scale to get these constants: the inverse of `config`."""
        config = asdict(self.config(scale))
        plain = {k: list(v) if isinstance(v, tuple) else v for k, v in config.items()}
        return {
            name: ",".join(map(str, value)) if isinstance(value, list) else str(value)
            for name, value in constants.items()
            if plain.get(name) != value
        }

    def changed(self, scale: str, config: Any) -> dict[str, list[Any]]:
        """Which constants differ from the scale's own: ``{name: [the scale's, this one]}``."""
        whole = asdict(self.config(scale))
        return {name: [whole[name], value] for name, value in asdict(config).items() if whole[name] != value}

    def run(self, config: Any, lab: Lab) -> Iterator[Step]:
        return self.module.run(config, lab)

    def report(self, rows: list[Row], config: Any) -> Report:
        return self.module.report(rows, config)


def experiments() -> list[str]:
    """The ids of all experiments of all games."""
    found = []
    for name in games():
        package = find_game(name).module("lab")
        if package is not None:
            found += [f"{name}.{m.name}" for m in pkgutil.iter_modules(package.__path__) if m.name[0] != "_"]
    return sorted(found)


def experiment(id: str) -> Experiment:
    """An experiment by id."""
    name, _, what = id.partition(".")
    if id not in experiments():
        raise UnknownExperiment(f"no experiment {id!r}; {suggest(id, experiments())}")
    module = find_game(name).module(f"lab.{what}")
    assert module is not None
    missing = [n for n in ("Config", "TINY", "QUICK", "PAPER", "run", "report") if not hasattr(module, n)]
    if missing:
        raise BadGame(f"experiment {id} lacks {', '.join(missing)}")
    return Experiment(id, module)


def _as(before: Any, name: str, text: str) -> Any:
    """A constant given as text, as the type of what it replaces."""
    try:
        if isinstance(before, bool):
            return {"True": True, "False": False}[text]
        if isinstance(before, tuple):
            return tuple(_as(before[0], name, part) for part in text.split(",") if part)
        return type(before)(text)
    except (ValueError, KeyError, IndexError):
        raise BadRun(f"{name} is {text!r}; it must be of type {type(before).__name__}, such as {before}") from None
