"""What does the other hold? One question, several answers: views in, a chance for each of 52 cards out.

Every module here is an estimator, with a class ``Estimator(game)`` that is called with a batch of views
of the seat to move and gives an array of shape (views, 52).
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable

import numpy as np

from kibitz.errors import BadAgentSpec, suggest
from kibitz.game import Game

Estimate = Callable[[np.ndarray], np.ndarray]
"""Views of the seats to move -> the chance that the other seat holds each card."""


def names() -> list[str]:
    """All estimators."""
    return sorted(m.name for m in pkgutil.iter_modules(__path__))


def estimator(game: Game, name: str) -> Estimate:
    """The estimator of a name."""
    if name not in names():
        raise BadAgentSpec(f"no estimator {name!r}; {suggest(name, names())}")
    return importlib.import_module(f"{__name__}.{name}").Estimator(game)
