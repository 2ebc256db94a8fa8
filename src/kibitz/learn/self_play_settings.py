"""How networks learn from games against themselves: the numbers, apart from the learners so that no torch is needed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class SelfPlaySettings:
    """What every learner at `self_play.Tables` needs to know."""

    windows: int
    """How long: after each window the network is fitted to what came of it."""
    minutes: float = 0.0
    """How long at most, where that is not 0: the course ends then, however many windows there were."""
    tables: int
    window: int = 32
    """Decisions at each table."""
    width: int = 512
    layers: int = 3
    """Of the network: hidden ones, and how many units each has."""
    batch: int = 32_768
    rate: float = 1e-3
    """Adam's step at first; it falls to a hundredth along half a cosine."""
    margin: float = 0.0
    """Points that count as a sure win; 0: winning alone counts, by however little."""
    by_hand: bool = False
    """Whether a lesson ends with each hand of a longer game, by the chance to win that the score is worth."""
    mean: float = 0.999
    """How much of itself the running mean of the weights keeps at each step of the optimiser."""
    anew: int = 64
    """Windows after which all tables begin new games, and a run can be resumed."""


@dataclass(frozen=True, kw_only=True)
class Settings(SelfPlaySettings):
    """How deep Monte Carlo learns (dmc.py)."""

    trust: float = 0.8
    """How much a later result counts, per decision until then; 1: nothing but results."""
    explore: float = 0.08
    """How often any move is played at first."""
    explore_end: float = 0.25
    """How much of that is left at the end."""
    lessons: int = 0
    """Windows at first in which the teacher is followed."""
    lesson_explore: float = 0.25
    past: float = 0.125
    """The part of the tables that is played against an earlier self."""
    past_every: int = 64
    """Windows after which the earlier self is renewed."""
    sparring: float = 0.0
    """How many tables there are besides, for each one of its own: at these it meets the players it spars with."""


@dataclass(frozen=True, kw_only=True)
class GradientSettings(SelfPlaySettings):
    """How a policy gradient learns (policy_gradient.py)."""

    trust: float = 0.9
    """How much the critic's word at a later decision counts beside that at the next; 1: nothing but results."""
    entropy: float = 0.02
    """How much it is worth to stay undecided at first; at the end a tenth of that."""
    clip: float = 0.2
    """How far the chance of a move may be changed by one window."""
    passes: int = 2
    """How often a window is gone through."""


@dataclass(frozen=True, kw_only=True)
class ExpertSettings(SelfPlaySettings):
    """How expert iteration learns (expert_iteration.py)."""

    budget: int = 0
    """Decisions in all, imagined ones included, after which it ends; 0: when its windows are over."""
    worlds: int = 8
    """Redeals in which every move is played out."""
    every: int = 4
    """Decisions at a table after which its moves are tried again."""
    explore: float = 0.08
    """How often any move is played."""
