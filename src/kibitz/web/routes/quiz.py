"""The quizzes: count a hand, meld a hand."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.concurrency import run_in_threadpool

from kibitz import quiz
from kibitz.game import game as find_game
from kibitz.web.service import NotFound, Service
from kibitz.web.shapes import GameName, QuizAnswer, QuizResult, QuizShown
from kibitz.web.visitor import ServiceHere

router = APIRouter(prefix="/api", tags=["quiz"])


@router.get("/quiz/{game}")
async def question(service: ServiceHere, game: Annotated[GameName, Path()]) -> QuizShown:
    """A question about some cards."""
    token = secrets.token_urlsafe(12)
    asked = await _ask(service, game, token)
    return QuizShown(token=token, question=asked.question, cards=asked.cards, starter=asked.starter, crib=asked.crib)


@router.post("/quiz/{game}")
async def answer(service: ServiceHere, game: Annotated[GameName, Path()], sent: QuizAnswer) -> QuizResult:
    """Whether the answer is right, and how it comes about."""
    asked = await _ask(service, game, sent.token)
    return QuizResult(right=sent.answer == asked.answer, answer=asked.answer, explained=asked.explained)


async def _ask(service: Service, game: str, token: str) -> quiz.Question:
    """The question a token stands for: only the server can work out its cards beforehand."""
    if find_game(game).module("quiz") is None:
        raise NotFound(f"{game} has no quiz")
    return await run_in_threadpool(quiz.ask, game, service.secret_number(f"quiz {game} {token}"))
