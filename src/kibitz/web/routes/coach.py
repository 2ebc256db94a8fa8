"""The coach: hints in two steps, the review of a finished game, and the drill of its mistakes."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.concurrency import run_in_threadpool

from kibitz.coach import drill as drill_of_game
from kibitz.coach.luck import DEAL
from kibitz.coach.review import WORTH_A_WORD, Decision, Review
from kibitz.store import Player
from kibitz.store.drill import DrillItem
from kibitz.store.store import RECORD
from kibitz.web import thoughts
from kibitz.web.live import Live, short_title
from kibitz.web.service import NotAllowed, NotFound, Service
from kibitz.web.shapes import (
    AdviceShown,
    DrillAnswer,
    DrillResult,
    DrillShown,
    GameName,
    HintShown,
    MoveShown,
    ReviewMove,
    ReviewPart,
    ReviewShown,
    ReviewSide,
    TableId,
)
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
    if live.state.is_over or live.state.player not in live.saved.seats_of(visitor):
        raise NotAllowed("the coach speaks when it is your turn")
    asked = Asked.of(live.state)
    found = await service.think(COACH, thoughts.advise, asked, service.limits.coach_seconds)
    return _shown(len(asked.moves), level, found)


@router.get("/tables/{id}/review")
async def review(service: ServiceHere, visitor: Visitor, id: Annotated[TableId, Path()]) -> ReviewShown:
    """A finished game looked over. Your own mistakes go to the drill."""
    live = await service.finished(visitor, id)
    found = await service.review(live)
    added = await run_in_threadpool(_to_drill, service, visitor, live, found)
    return _review_shown(live, visitor, found, added)


@router.get("/drill")
async def drill(service: ServiceHere, visitor: Visitor, game: Annotated[GameName | None, Query()] = None) -> DrillShown:
    """The next position to practise: one of your own mistakes, without spoilers."""
    if visitor is None:
        return DrillShown(waiting=0, id=None, game=None, position=None)
    due = await run_in_threadpool(service.store.drill.due, visitor.id, game)
    waiting = await run_in_threadpool(service.store.drill.waiting, visitor.id)
    if not due:
        return DrillShown(waiting=waiting, id=None, game=None, position=None)
    live = await run_in_threadpool(_position, service, due[0])
    position = await run_in_threadpool(live.snapshot, visitor)
    # It is a position, not a table: nothing can be taken back there, and what became of it is not told.
    position = position.model_copy(update={"can_undo": False, "tutor": "off"})
    return DrillShown(waiting=waiting, id=due[0].id, game=due[0].game, position=position)


@router.post("/drill/{id}")
async def drill_answer(
    service: ServiceHere, visitor: Visitor, id: Annotated[int, Path(ge=1, lt=2**31)], sent: DrillAnswer
) -> DrillResult:
    """Answer a position; right ones rest longer each time."""
    item = None if visitor is None else await run_in_threadpool(service.store.drill.item, visitor.id, id)
    if item is None:
        raise NotFound("there is no such position in your drill")
    live = await run_in_threadpool(_position, service, item)
    state = live.state
    code = state.parse(sent.move).code if isinstance(sent.move, str) else sent.move
    if code not in state.legal_codes:
        raise NotAllowed("this move is not allowed here")
    found = await service.think(COACH, thoughts.answer, Asked.of(state), service.limits.coach_seconds, code=code)
    await run_in_threadpool(service.store.drill.answer, item, found.right)
    best = [MoveShown(code=move.code, name=move.name) for move in found.best]
    streak = item.streak + 1 if found.right else 0
    return DrillResult(
        right=found.right, sentence=found.sentence, loss=found.loss, unit=found.unit, best=best, streak=streak
    )


def _position(service: Service, item: DrillItem) -> Live:
    """A position of the drill as a table that stands still."""
    saved = service.store.game(item.game_id)
    state = drill_of_game.position(service.store.load(item.game_id), item.number)
    return Live(dataclasses.replace(saved, moves=item.number, scores=None, finished=None), state)


def _to_drill(service: Service, visitor: Player | None, live: Live, found: Review) -> int:
    mine = live.saved.seats_of(visitor)
    if visitor is None or live.saved.origin == RECORD:
        return 0
    lessons = drill_of_game.lessons(found, mine)
    for lesson in lessons:
        service.store.drill.add(visitor.id, live.saved.id, lesson.number, lesson.loss)
    return len(lessons)


def _review_shown(live: Live, visitor: Player | None, found: Review, added: int) -> ReviewShown:
    seats, seat = live.seats(visitor), live.seat_of(visitor) or 0
    luck = {chance.number: chance.luck for chance in found.chances}
    result = live.result(seat)
    sides = [dataclasses.asdict(side) for side in found.sides]
    return ReviewShown(
        id=live.saved.id, game=found.game, title=short_title(live.state.game), options=live.saved.options, seats=seats,
        result=result.text, won=result.winners == [seat] if len(result.winners) == 1 else None,
        unit=found.unit, assumes=found.assumes, hides=found.hides, curve=found.curve, added_to_drill=added,
        moves=[_reviewed(found, decision, luck.get(decision.number)) for decision in found.decisions],
        sides=[ReviewSide(**{**side, "name": seats[n].name, "you": seats[n].you}) for n, side in enumerate(sides)],
        luck=[luck.get(number) for number in range(DEAL, len(found.decisions))], parts=_parts(live),
    )  # fmt: skip


def _parts(live: Live) -> list[ReviewPart]:
    """Where each deal (or hand, round, turn) of a game began, in the game's own word for it."""
    state = live.state
    part_of = getattr(state.game.text, "part", None)
    if part_of is None:
        return []
    found: list[ReviewPart] = []
    last = None
    for number in range(len(state.moves)):
        now = part_of(state.view(0, number))
        if now != last:
            found.append(ReviewPart(at=number, label=f"{now[0]} {len(found) + 1}"))
        last = now
    return found if len(found) > 1 else []


def _reviewed(found: Review, decision: Decision, luck: list[float] | None) -> ReviewMove:
    better = MoveShown(code=decision.best.code, name=decision.best.name) if decision.loss > 0 else None
    return ReviewMove(
        number=decision.number, seat=decision.seat, code=decision.move.code, name=decision.move.name,
        text=decision.told, forced=decision.forced, value=found.curve[decision.number][0], loss=decision.loss,
        loss_error=decision.loss_error, mark=decision.mark, better=better, why=decision.why,
        luck=None if luck is None else luck[0],
    )  # fmt: skip


def _shown(number: int, level: int, found: dict[str, Any]) -> HintShown:
    advice = [AdviceShown(**row) for row in found["advice"]]
    equal = sum(row.equal for row in advice)
    clear = equal == 1 < len(advice) and advice[1].loss >= WORTH_A_WORD[found["unit"]]
    if level == 1:
        one = "One move is clearly best." if clear else "One move is a little better than the others."
        words = one if equal == 1 else f"{equal} moves are about equally good."
        sentence = "There is only one move." if len(advice) == 1 else words
    else:
        sentence = found["sentence"]
    return HintShown(
        number=number,
        level=level,
        unit=found["unit"],
        value=advice[0].value,
        equal=equal,
        clear=clear,
        sentence=sentence,
        assumes=found["assumes"],
        advice=advice if level == 2 else [],
    )
