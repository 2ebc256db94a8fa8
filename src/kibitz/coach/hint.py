"""What to play here, and what the other moves would lose."""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz.agent import Agent, build
from kibitz.errors import GameOver
from kibitz.state import Move, State


@dataclass(frozen=True)
class Advice:
    """One legal move and what it is worth."""

    move: Move
    value: float
    loss: float
    """What it gives away against the best move."""
    details: dict[str, float] = field(default_factory=dict)
    """What else the adviser knows about it."""


@dataclass(frozen=True)
class Hint:
    """Every legal move, best first."""

    adviser: str
    unit: str
    """What the values mean."""
    advice: list[Advice]

    @property
    def best(self) -> Move:
        return self.advice[0].move


def hint(state: State, adviser: str | Agent | None = None) -> Hint:
    """Ask an agent (the game's own adviser, unless named) about the position.

    >>> import kibitz
    >>> s = kibitz.new("yacht", seed=7)
    >>> len(hint(s).advice) == len(s.legal)
    True
    """
    if state.is_over:
        raise GameOver("the game is over, so there is nothing to advise")
    agent = build(state.game, state.options, adviser or state.game.adviser)
    views, moves, counts = state.asked()
    values = agent.values(views, moves, counts, *agent.notes(state))[0, : counts[0]]
    legal = moves[0, : counts[0]]
    details = agent.details(state.view(state.player), legal)
    best = float(values.max())
    advice = [
        Advice(
            state.move(int(legal[i])),
            float(values[i]),
            best - float(values[i]),
            {name: float(column[i]) for name, column in details.items()},
        )
        for i in range(len(legal))
    ]
    advice.sort(key=lambda a: -a.value)
    return Hint(agent.name, agent.unit, advice)
