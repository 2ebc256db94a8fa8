"""Rule variants: one frozen dataclass per game, whose fields carry their bounds.

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
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

import numpy as np

from kibitz import kernel
from kibitz.errors import BadOption, suggest


def whole(low: int, high: int, *, default: int, help: str = "") -> Any:
    """An integer from `low` to `high`."""
    return field(default=default, metadata={"low": low, "high": high, "help": help})


def choice(*names: str, default: str | None = None, help: str = "") -> Any:
    """One of several names; the first by default."""
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
        return self.encoded_row()[0]

    def encoded_row(self) -> np.ndarray:
        """The same as an array of one record."""
        encoded = np.zeros(1, record_of(type(self)))
        for f in fields(self):
            value = getattr(self, f.name)
            names = f.metadata.get("names")
            encoded[f.name] = names.index(value) if names else int(value)
        return encoded

    def changed(self) -> dict[str, Any]:
        """The options that differ from their defaults."""
        return {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != f.default}

    def __str__(self) -> str:
        return " ".join(f"{name}={_text(value)}" for name, value in dataclasses.asdict(self).items())


def record_of(options: type[GameOptions]) -> np.dtype:
    """The record type of a game's encoded options: one integer per field."""
    # A record needs a field, so a game without options gets one that means nothing.
    return kernel.record([(f.name, "i8") for f in fields(options)] or [("none", "i8")])


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _checked(f: dataclasses.Field, value: Any) -> Any:
    about = f.metadata
    kind = str if "names" in about else bool if "flag" in about else int
    try:
        return read_value(value, kind, about)
    except ValueError as error:
        raise BadOption(f"option {f.name} is {value!r}; it must be {error}") from None


# --- values from text: the one place that reads them, for options and for players' parameters ------

_SWITCH = {"true": True, "on": True, "yes": True, "1": True, "false": False, "off": False, "no": False, "0": False}


def within(low: float, high: float) -> Mapping[str, Any]:
    """Bounds of a player's parameter: ``margin: Annotated[float, within(0, 1)] = 0.05``."""
    return {"low": low, "high": high}


def among(*names: str) -> Mapping[str, Any]:
    """The texts a player's parameter may be: ``draw: Annotated[str, among("margin", "ahead")] = "margin"``."""
    return {"names": names}


def read_value(value: Any, kind: type, about: Mapping[str, Any]) -> Any:
    """A value of one kind from itself or from text, inside its bounds; ValueError says what it must be."""
    if kind is bool:
        if str(value).lower() not in _SWITCH:
            raise ValueError("on or off")
        return _SWITCH[str(value).lower()]
    if kind not in (int, float):
        if "names" in about and value not in about["names"]:
            raise ValueError(f"one of {', '.join(about['names'])}")
        return value
    low, high = about.get("low", -math.inf), about.get("high", math.inf)
    must = "a whole number" if kind is int else "a number"
    if math.isfinite(low) and math.isfinite(high):
        must += f" from {low} to {high}"
    try:
        number = kind(str(value))
    except ValueError:
        raise ValueError(must) from None
    if not low <= number <= high:
        raise ValueError(must)
    return number
