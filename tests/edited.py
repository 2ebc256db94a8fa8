"""Positions set up by hand: a game's record is edited, and its state then looks at it again."""

from __future__ import annotations

from kibitz.state import State


def look_again(state: State) -> State:
    """The same state, knowing who is to move and what is legal after its record was edited."""
    state._seat, state._count = state._kernels.look(state._line, len(state.moves), state._legal)
    return state
