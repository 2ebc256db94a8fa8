"""Opponents inside compiled training loops: ``oppose(view, moves, count, notes) -> move``."""

from __future__ import annotations

from typing import Any, NamedTuple

from kibitz.games.racko.agents.kyle import Player as Kyle
from kibitz.games.racko.agents.kyle import decide
from kibitz.kernel import draw, kernel


class Opponent(NamedTuple):
    kernel: Any
    memory: Any
    """The record type of its notes."""


@kernel
def oppose_at_random(v, moves, count, notes):
    return moves[draw(v, count)]


@kernel
def oppose_as_kyle(v, moves, count, notes):
    return decide(v, notes)


OPPONENTS = {  # the random player keeps notes too, so that both take the same compiled loop
    "random": Opponent(oppose_at_random, Kyle.memory),
    "kyle": Opponent(oppose_as_kyle, Kyle.memory),
}
