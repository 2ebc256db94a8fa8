"""The coach: hints in two steps."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from kibitz.web import thoughts
from kibitz.web.service import NotAllowed
from kibitz.web.shapes import AdviceShown, HintShown, TableId
from kibitz.web.thinkers import COACH
from kibitz.web.thoughts import Asked
from kibitz.web.visitor import ServiceHere, Visitor

router = APIRouter(prefix="/api", tags=["coach"])


@router.get("/tables/{id}/hint")
async def hint(
    service: ServiceHere, visitor: Visitor, id: Annotated[TableId, Path()], level: Annotated[int, Query(ge=1, le=2)] = 1
) -> HintShown:
    """What to play: at level 1 without the move, at level 2 every move with its value."""
    live = await service.table_of(visitor, id)
    with live.lock:
        if live.state.is_over or live.state.player not in live.saved.seats_of(visitor):
            raise NotAllowed("the coach speaks when it is your turn")
        asked = Asked.of(live.state)
    found = await service.think(COACH, thoughts.advise, asked, service.limits.coach_seconds)
    return _shown(len(asked.moves), level, found)


def _shown(number: int, level: int, found: dict[str, Any]) -> HintShown:
    advice = [AdviceShown(**row) for row in found["advice"]]
    equal = sum(row.equal for row in advice)
    if level == 1:
        words = "One move is clearly best." if equal == 1 else f"{equal} moves are about equally good."
        sentence = "There is only one move." if len(advice) == 1 else words
    else:
        sentence = found["sentence"]
    return HintShown(
        number=number,
        level=level,
        unit=found["unit"],
        value=advice[0].value,
        equal=equal,
        sentence=sentence,
        assumes=found["assumes"],
        advice=advice if level == 2 else [],
    )
