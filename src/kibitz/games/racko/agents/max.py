"""max: keeps the longest sequence of cards that could stay together in a rack in order.

It takes the discard only if that makes the sequence longer. A drawn card it keeps wherever the sequence
is longest then, unless every slot would make it shorter. Of equally good slots it takes the lowest.

``max:restless=true`` makes the random move of the original's players (see ``restless.py``).
"""

from __future__ import annotations

from kibitz.agent import CompiledAgent
from kibitz.game import Game
from kibitz.games.racko.restless import is_restless, with_restless
from kibitz.games.racko.rules import DISCARD, DRAW
from kibitz.games.racko.sequences import length_after
from kibitz.kernel import draw, kernel
from kibitz.options import GameOptions


@kernel
def decide(v, moves, count, memory, params):
    if params.restless and is_restless(v):
        return moves[draw(v, count)]
    best, most = moves[0], worth(v, moves[0])
    for m in range(1, count):
        value = worth(v, moves[m])
        if value > most:
            best, most = moves[m], value
    return best


@kernel
def worth(v, move):
    """The longest sequence after a move, with half a card for what else speaks for a draw or against a discard."""
    return length_after(v, move) + (0.5 if move == DRAW else -0.5 if move == DISCARD else 0.0)


@kernel
def judge(v, moves, count, memory, params, values):
    for m in range(count):
        values[m] = worth(v, moves[m])


class Player(CompiledAgent):
    style = "Keeps the longest row of cards that can stay."
    learned = "One simple rule."
    unit = "cards in sequence"
    decide, judge = decide, judge

    def __init__(self, game: Game, options: GameOptions, restless: bool = False) -> None:
        super().__init__(game, options)
        self.params = with_restless(restless)
