"""How deep Monte Carlo learns: the numbers of dmc.py, apart from it so that they can be named without torch."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """How it learns."""

    windows: int
    """How long: after each window the network is fitted to what came of it."""
    tables: int
    window: int = 32
    """Decisions at each table."""
    width: int = 512
    layers: int = 3
    """Of the network: hidden ones, and how many units each has."""
    batch: int = 32_768
    rate: float = 1e-3
    """Adam's step at first; it falls to a hundredth along half a cosine."""
    trust: float = 0.8
    """How much a later result counts, per decision until then; 1: nothing but results."""
    explore: float = 0.08
    """How often any move is played at first; at the end a quarter of that."""
    lessons: int = 0
    """Windows at first in which the teacher is followed."""
    lesson_explore: float = 0.25
    margin: float = 0.0
    """Points that count as a sure win; 0: winning alone counts, by however little."""
    mean: float = 0.999
    """How much of itself the running mean of the weights keeps at each step of the optimiser."""
    past: float = 0.125
    """The part of the tables that is played against an earlier self."""
    past_every: int = 64
    """Windows after which the earlier self is renewed."""
    anew: int = 64
    """Windows after which all tables begin new games, and a run can be resumed."""
