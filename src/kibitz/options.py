"""Rule variants: a frozen dataclass a game, whose fields carry their bounds.

A game writes ::

    @dataclass(frozen=True)
    class Options(GameOptions):
        players: int = whole(1, 4, default=2)
        rules: str = choice("nintendo", "paper", "classic")
        bonus: bool = flag(True)

and its ``deal`` kernel reads ``o.players``, ``o.rules`` (the index of the choice) and ``o.bonus``
from one record of type ``record_of(Options)``.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field, fields
from typing import Any, Self

import numpy as np

from kibitz import kernel
from kibitz.errors import BadOption, suggest


def whole(low: int, high: int, *, default: int, help: str = "") -> Any:
    """An integer from `low` to `high`."""
    return field(default=default, metadata={"low": low, "high": high, "help": help})


def choice(*names: str, default: str | None = None, help: str = "") -> Any:
    """One of several names; the first unless told otherwise."""
    return field(default=default or names[0], metadata={"names": names, "help": help})


def flag(default: bool, *, help: str = "") -> Any:
    """On or off."""
    return field(default=default, metadata={"flag": True, "help": help})


@dataclass(frozen=True)
class GameOptions:
    """The base of every game's options."""

    def __post_init__(self) -> None:
        for f in fields(self):
            object.__setattr__(self, f.name, _checked(f, getattr(self, f.name)))
        self.check()

    def check(self) -> None:
        """Bounds that involve several options: overridden where a game has such."""

    @classmethod
    def of(cls, **given: Any) -> Self:
        """Options by keyword, as numbers or as text from a command line or record."""
        known = [f.name for f in fields(cls)]
        for name in given:
            if name not in known:
                raise BadOption(f"no option {name!r} in this game; {suggest(name, known)}")
        return cls(**given)

    def encoded(self) -> np.record:
        """The record that the compiled ``deal`` reads."""
        encoded = np.zeros(1, record_of(type(self)))
        for f in fields(self):
            value = getattr(self, f.name)
            names = f.metadata.get("names")
            encoded[f.name] = names.index(value) if names else int(value)
        return encoded[0]

    def changed(self) -> dict[str, Any]:
        """The options that differ from their defaults."""
        return {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != f.default}

    def __str__(self) -> str:
        return " ".join(f"{name}={_text(value)}" for name, value in dataclasses.asdict(self).items())


def record_of(options: type[GameOptions]) -> np.dtype:
    """The record type of a game's encoded options: one integer a field."""
    # A record needs a field, so a game without options gets one that means nothing.
    return kernel.record([(f.name, "i8") for f in fields(options)] or [("none", "i8")])


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _checked(f: dataclasses.Field, value: Any) -> Any:
    names = f.metadata.get("names")
    if names:
        if value not in names:
            raise BadOption(f"option {f.name} is {value!r}; it must be one of {', '.join(names)}")
        return value
    if f.metadata.get("flag"):
        switch = {
            "true": True,
            "1": True,
            "on": True,
            "yes": True,
            "false": False,
            "0": False,
            "off": False,
            "no": False,
        }
        if str(value).lower() not in switch:
            raise BadOption(f"option {f.name} is {value!r}; it must be on or off")
        return switch[str(value).lower()]
    low, high = f.metadata["low"], f.metadata["high"]
    try:
        number = int(str(value))
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        raise BadOption(f"option {f.name} is {value!r}; it must be a whole number from {low} to {high}")
    return number
