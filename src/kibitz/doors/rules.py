"""What is played at every table of an environment: the game with its options, against whom, for what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from kibitz.agent import Agent, build
from kibitz.doors.advance import ANY_SEAT
from kibitz.doors.reward import REWARDS
from kibitz.errors import BadOption
from kibitz.game import Game
from kibitz.game import game as find_game


@dataclass(frozen=True)
class Rules:
    """The game, its options, the learner's place and its opponents."""

    game: Game
    options: Any
    opponents: tuple[Agent, ...]
    """By seat, from the one after the learner's on."""

    seat: int
    """Where the learner sits, or ANY_SEAT: drawn for each game."""

    reward: str

    @classmethod
    def of(
        cls,
        game: str,
        opponent: Any = None,
        *,
        seat: int | None = None,
        reward: str = "win",
        **options: Any,
    ) -> Rules:
        """Rules as an environment's keywords give them.

        `opponent` is a player as everywhere (a spec such as ``"greedy"``, an Agent …), or a list with one for each
        of the other seats; default: random moves, or nobody where one can play alone.
        """
        found = find_game(game)
        several = isinstance(opponent, Sequence) and not isinstance(opponent, str)
        counted = any(field.name == "players" for field in fields(found.rules.Options))
        if opponent is not None and counted and "players" not in options:
            least = 1 + (len(opponent) if several else 1)
            options["players"] = max(least, found.players(found.options(**options)))
        chosen = found.options(**options)
        others = found.players(chosen) - 1
        specs = list(opponent) if several else [opponent or "random"] * others
        if len(specs) != others:
            raise BadOption(
                f"{game}: {len(specs)} opponents for {others} other seats; name one for each, or one for all"
            )
        if seat is not None and not 0 <= seat <= others:
            raise BadOption(f"{game}: no seat {seat}; the seats are 0 to {others}, None draws one for each game")
        if reward not in REWARDS:
            raise BadOption(f"reward is {reward!r}; it must be one of {', '.join(REWARDS)}")
        built = {id(spec): build(found, chosen, spec) for spec in specs}
        return cls(found, chosen, tuple(built[id(spec)] for spec in specs), ANY_SEAT if seat is None else seat, reward)

    @property
    def seats(self) -> int:
        """How many play."""
        return self.game.players(self.options)

    @property
    def plan(self) -> tuple[int, int, bool]:
        """What a step needs to know of them: seats, the learner's, whether wins are paid."""
        return self.seats, self.seat, self.reward == "win"
