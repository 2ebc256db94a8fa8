"""Every request and every answer of the API, with its bounds. The OpenAPI page at /docs is made from these.

Numbers of moves count from 0: the first move of a game is number 0, and a table where n moves were played
awaits move number n. So a move is sent with the `number` of the snapshot it was chosen on; sent twice, it is
played once.

In a `view` every field of the game's record has its name. Integers of 64 bits are strings of decimal
digits (``BigInt(text)`` is the set of cards), since JavaScript's numbers are exact only below 2**53.
`rng` is left out.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

GameName = Annotated[str, StringConstraints(max_length=60, pattern=r"^\w+$")]
TableId = Annotated[str, StringConstraints(max_length=24, pattern=r"^[\w-]+$")]
Spec = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40)]
OptionName = Annotated[str, StringConstraints(max_length=40)]
OptionValue = bool | Annotated[int, Field(ge=-(2**31), lt=2**31)] | Annotated[str, StringConstraints(max_length=40)]
Number = Annotated[int, Field(ge=0, lt=2**31, description="How many moves had been played.")]
MoveSent = Annotated[int, Field(ge=-(2**31), lt=2**31)] | Annotated[str, StringConstraints(max_length=80)]
Tutor = Literal["off", "gentle", "strict"]


class Request(BaseModel):
    """What is sent: unknown fields are an error, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Error(BaseModel):
    error: str = Field(description="One line: what was wrong and what would be right.")


class Health(BaseModel):
    ready: bool = Field(description="False while the games are still being loaded or compiled.")
    tables: int = Field(description="Held in memory by this process.")
    site: bool = Field(description="Whether the site of documentation and results is served at /site/.")


# The games


class OptionShown(BaseModel):
    name: str
    kind: str = Field(description='"whole", "choice" or "flag".')
    help: str
    default: OptionValue = Field(description="At the table, where that differs from the experiments' default.")
    low: int | None = None
    high: int | None = None
    choices: list[str] = []


class Opponent(BaseModel):
    spec: str = Field(description="What to send as a seat.")
    name: str
    style: str = Field(description="How it plays, in a sentence.")
    learned: str = Field(description="How it came to play so; empty where it does not say.")
    rating: float | None = Field(description="On the game's ladder; null where it has no number there.")
    level: int | None = Field(description="0 (beginner) to 4 (best) by the ladder; null where it was not measured.")
    step: bool = Field(description="One of the few that stand for their level.")
    champion: bool = Field(description="The strongest here, and the one to meet by default.")


class GameShown(BaseModel):
    name: str
    title: str
    options: list[OptionShown]
    opponents: list[Opponent] = Field(description="The strongest first, where ratings are known.")
    seats: int = Field(description="At the table by default.")
    least_seats: int
    most_seats: int
    drawn: bool = Field(description="Whether /games/<name>/table.js draws this game's table.")


# The player


class Me(BaseModel):
    known: bool = Field(description="False before anything was kept; no cookie is set until then.")
    name: str
    consent: bool | None = Field(description="May the games be used for research? null: not asked yet.")
    drill: int = Field(description="Positions waiting to be practised.")


class ChangeMe(Request):
    name: Name | None = None
    consent: bool | None = None


# Tables


class NewTable(Request):
    game: GameName
    options: Annotated[dict[OptionName, OptionValue], Field(max_length=40)] = {}
    seats: Annotated[list[Spec], Field(min_length=1, max_length=16)] | None = Field(
        default=None,
        description='One per seat: "you", "person" (by invite link), "here" (another person at this screen), or an '
        "opponent's spec. By default you against the champion.",
    )
    tutor: Tutor = "off"


class SeatShown(BaseModel):
    name: str
    level: str | None = Field(default=None, description="How strong a computer player is, in a word.")
    kind: Literal["person", "computer", "open"] = Field(description="open: the invite was not used yet.")
    you: bool
    spec: str | None = Field(description="Of a computer player.")


class MoveShown(BaseModel):
    code: int
    name: str


class LogEntry(BaseModel):
    number: int
    seat: int
    code: int | None = Field(description="Of your own moves; another's may say what you cannot know.")
    text: str


class Warning(BaseModel):
    text: str = Field(description="What the tutor says; in gentle mode without a spoiler.")
    loss: float | None = Field(description="What the move gives away; null in gentle mode.")
    better: str | None = Field(description="The better move and why; null in gentle mode.")


class Result(BaseModel):
    winners: list[int] = Field(description="Seats with the highest score; empty where one plays alone.")
    text: str


class Snapshot(BaseModel):
    id: str
    game: str
    title: str
    options: dict[str, OptionValue]
    seat: int = Field(description="Whose view this is; at a shared screen the one to move.")
    seats: list[SeatShown]
    number: int = Field(description="How many moves are played: the number of the next one.")
    revision: int = Field(description="Raised by every move and undo; the id of the event.")
    to_move: int | None = Field(description="null once the game is over.")
    over: bool
    scores: list[float] | None = Field(description="Once the game is over.")
    result: Result | None
    now: str = Field(description="One sentence: whose turn it is and what is allowed.")
    view: dict[str, Any] = Field(description="What this seat may know: the game's record by field name.")
    recalled: dict[str, Any] = Field(description="What the game draws of earlier positions.")
    moves: list[MoveShown] = Field(description="The legal moves where it is your turn, else none.")
    log: list[LogEntry] = Field(description="The last moves as this seat saw them.")
    shown: str = Field(description="The table in words; empty where the game has a drawing.")
    can_undo: bool
    tutor: str
    daily: date | None
    origin: str | None = Field(description='The game this was replayed from, or "record".')
    invite: str | None = Field(description="The token for the second person, until it is used.")
    shared_screen: bool = Field(description="Two people at this screen: cover the table between turns.")
    trouble: str | None = Field(description="Why the computer player does not move, where it cannot.")
    warning: Warning | None = Field(default=None, description="The tutor's: the move was not played. Send it `anyway`.")


class PlayMove(Request):
    number: Number
    move: MoveSent = Field(description="The code, or the notation.")
    anyway: bool = Field(default=False, description="Play it though the tutor warned.")


class ChangeTable(Request):
    tutor: Tutor


class Undo(Request):
    number: Number = Field(
        description="Of the snapshot the undo was asked on; if the game went on since, it is refused."
    )


class Replay(Request):
    number: Number = Field(description="After how many moves to go on.")
    seat: Annotated[int, Field(ge=0, lt=16)] | None = Field(
        default=None, description="Where to sit; as before by default."
    )


class Position(BaseModel):
    """One position of a finished game, through the eyes of one seat."""

    number: int
    seat: int
    to_move: int | None
    view: dict[str, Any]
    recalled: dict[str, Any]
    shown: str = Field(description="The table in words; empty where the game has a drawing.")
    played: MoveShown | None = Field(description="The move that was played here.")
    text: str = Field(description="What the move before did.")


class SentRecord(Request):
    text: Annotated[str, StringConstraints(max_length=200_000)]


class Joined(BaseModel):
    id: str


class Invitation(BaseModel):
    """What an invitation is for, before the seat is taken."""

    game: str
    host: str = Field(description="Who invites; empty where they gave no name.")


# The coach


class AdviceShown(BaseModel):
    code: int
    name: str
    value: float
    loss: float
    error: float = Field(description="The standard error of the value; 0 where it is exact.")
    equal: bool = Field(description="Cannot be told from the best.")
    reason: str
    details: dict[str, float]


class HintShown(BaseModel):
    number: int
    level: int
    unit: str = Field(description='"chance to win" from 0 to 1, or "points".')
    value: float = Field(description="What the position is worth to you.")
    equal: int = Field(description="How many moves are about equally good.")
    clear: bool = Field(description="Whether one move is better than all others by more than a little.")
    sentence: str = Field(description="At level 1 without the move.")
    assumes: str
    advice: list[AdviceShown] = Field(description="At level 2 every legal move, best first.")


class ReviewMove(BaseModel):
    number: int
    seat: int
    code: int
    name: str
    text: str = Field(description="What the move did, as its player saw it.")
    forced: bool
    value: float = Field(description="What the game was worth to seat 0 here.")
    loss: float
    loss_error: float = Field(description="The standard error of the loss; 0 where it is exact.")
    mark: str = Field(description='"inaccuracy", "mistake", "blunder", or empty.')
    better: MoveShown | None = Field(description="Where something was lost.")
    why: str
    luck: float | None = Field(description="What chance then gave seat 0; null where there was none.")


class ReviewSide(BaseModel):
    seat: int
    name: str
    you: bool
    decisions: int = Field(description="Unforced ones.")
    mean_loss: float = Field(description="Per unforced decision.")
    rating: str = Field(description="In words.")
    marks: dict[str, int]
    start: float = Field(description="What the game was worth before the deal.")
    luck: float
    luck_error: float
    lost: float = Field(description="What its own moves lost, in all.")
    given: float = Field(description="What it got of what the others' moves lost.")
    hidden: float = Field(description="What hidden cards decided: result = start + luck - lost + given + hidden.")
    result: float = Field(description="1 for a win, 0.5 for a draw, 0; alone, the points.")
    adjusted: float = Field(description="The result less the luck.")


class ReviewPart(BaseModel):
    at: int = Field(description="The number of its first move.")
    label: str


class ReviewShown(BaseModel):
    id: str
    game: str
    title: str
    options: dict[str, OptionValue]
    seats: list[SeatShown]
    result: str
    won: bool | None = Field(description="Whether you won; null for a draw, a game alone, or where you did not play.")
    unit: str = Field(description='"chance to win" from 0 to 1, or "points".')
    assumes: str
    hides: bool = Field(description="Whether anything was hidden from a player.")
    moves: list[ReviewMove]
    sides: list[ReviewSide]
    curve: list[list[float]] = Field(description="What it was worth to each seat before each move and at the end.")
    luck: list[list[float] | None] = Field(description="What chance gave each seat: with the deal, with each move.")
    parts: list[ReviewPart] = Field(description="Deals, hands, rounds or turns; empty where there is only one.")
    added_to_drill: int = Field(description="Mistakes of yours in this game that are in the drill now.")


class DrillShown(BaseModel):
    waiting: int
    id: int | None
    game: str | None
    position: Snapshot | None = Field(description="Without the game's later moves; null where nothing waits.")


class DrillAnswer(Request):
    move: MoveSent


class DrillResult(BaseModel):
    right: bool
    sentence: str
    loss: float
    unit: str
    best: list[MoveShown]
    streak: int


class QuizShown(BaseModel):
    token: str = Field(description="Send it back with the answer.")
    question: str
    cards: list[int]
    starter: int | None
    crib: bool


class QuizAnswer(Request):
    token: Annotated[str, StringConstraints(max_length=200)]
    answer: Annotated[int, Field(ge=0, le=1000)]


class QuizResult(BaseModel):
    right: bool
    answer: int
    explained: str


# What was played


class GameListed(BaseModel):
    id: str
    game: str
    title: str
    seat: int
    opponents: list[str]
    moves: int
    created: datetime
    touched: datetime
    scores: list[float] | None
    won: bool | None = Field(description="null where one played alone, drew, or the game is not over.")
    daily: date | None
    origin: str | None
    your_turn: bool | None = Field(description="Of an unfinished game, where it is known.")


class TallyShown(BaseModel):
    game: str
    opponent: str
    spec: str | None
    won: int
    drawn: int
    lost: int
    rate: float
    low: float
    high: float


class HistoryShown(BaseModel):
    unfinished: list[GameListed]
    games: list[GameListed]
    tallies: list[TallyShown]


class DailyEntry(BaseModel):
    name: str
    you: bool
    result: float | None
    adjusted: float | None


class DailyShown(BaseModel):
    day: date
    game: str
    opponent: str
    table: str | None = Field(description="Your game, once you have begun it.")
    over: bool
    entries: list[DailyEntry] = Field(description="Everyone's, the best first; shown once you have played.")
    players: int
    streak: int
    share: str | None = Field(description="A line to share, without a spoiler.")


class LadderRow(BaseModel):
    spec: str
    name: str
    style: str
    learned: str
    level: int | None
    rating: float | None = Field(description="null for a player that never won, or never lost.")
    low: float | None
    high: float | None
    games: int | None


class LadderShown(BaseModel):
    game: str
    rows: list[LadderRow]
    source: str = Field(description="The stored run these figures come from.")


class RulesShown(BaseModel):
    game: str
    title: str
    text: str = Field(description="Markdown.")
    options: list[OptionShown]
