"""value: chooses throws and cards by the chance to win the game.

How it judges is in the package `kibitz.games.cribbage.value`.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.games.cribbage import stats
from kibitz.games.cribbage.counting import rank_of
from kibitz.games.cribbage.foresight import FILE, SHAPE
from kibitz.games.cribbage.pegging import play_columns
from kibitz.games.cribbage.rules import DISCARDING, MOVES, PLAYING
from kibitz.games.cribbage.stats import HANDS, KEEPS
from kibitz.games.cribbage.value import calibration, chances
from kibitz.games.cribbage.value.play import fill_play
from kibitz.games.cribbage.value.show import fill_claims
from kibitz.games.cribbage.value.throws import fill_throws
from kibitz.kernel import kernel, record
from kibitz.options import among, within
from kibitz.weights import load_tables

TRAINED_BY = "cribbage.value"

PARAMS = record(
    [
        ("tables", stats.TABLES),
        ("chances", chances.CHANCES),
        ("hands", "i8"),
        ("sure", "f8"),
        ("caution", "f8"),
        ("crib", "f8"),
        ("learned", "i8"),  # whether imagined plays go on by foresight
        ("foresight", "f4", SHAPE),
    ]
)

ROOM = record(
    [
        # To judge a throw:
        ("keeps", stats.KEEP, (KEEPS,)),
        ("work", stats.WORK),
        # To list what the other may still hold:
        ("weights", "f8", (HANDS,)),  # running sums of how likely each possibility is
        ("rests", "u2", (HANDS,)),  # the ranks held, packed
        ("hands", "i2", (HANDS,)),  # the number of the whole hand they belong to
        ("likings", "f8", (4, 13)),  # how readily the other plays each rank, at each of its turns so far
        # To play on:
        ("pile", "i1", (8,)),
    ]
)


@kernel
def judge(v, moves, count, memory, params, values):
    if v.phase == DISCARDING:
        fill_throws(params, memory.scratch, v, values)
    elif v.phase == PLAYING:
        fill_play(params, memory.scratch, v, moves, count, values)
    else:
        fill_claims(params, v, moves, count, values)


class Player(CompiledAgent):
    """`hands` is how many hands of the other player each card is tried against.

    `sure` says how much is read from what the other has played: a card that the quick rule finds worse by so
    many points is taken to be played 2.7 times less often; with 0 nothing is read. `caution` is how much of
    the usual best reply that rule takes off (``play=learned`` lets imagined plays go on by foresight instead), and
    `crib` how much is believed of what these very six cards mean for the crib, beyond the two ranks thrown.
    """

    called = "Reckoner"
    style = "Plays the race: risks more when behind, less when ahead."
    learned = "From many rounds of strong play what every score is worth."
    unit = "chance to win"
    memory = record([("scratch", ROOM), ("scratch_values", "f8", (MOVES,))])
    judge = judge

    def __init__(
        self,
        game,
        options,
        hands: Annotated[int, within(1, 100_000)] = 64,
        sure: Annotated[float, within(0, 100)] = 0.5,
        caution: Annotated[float, within(0, 100)] = 1.0,
        crib: Annotated[float, within(0, 100)] = 1.0,
        play: Annotated[str, among("rule", "learned")] = "rule",
        weights: str = "value.safetensors",
        foresight: str | np.ndarray = FILE,
    ) -> None:
        super().__init__(game, options)
        self.params = np.zeros(1, PARAMS)
        if play == "learned":
            needs = {"table": ("f", *SHAPE)}
            table = load_tables(game, foresight, needs=needs)["table"] if isinstance(foresight, str) else foresight
            self.params["learned"], self.params["foresight"] = 1, table
        self.params["tables"] = stats.tables()
        self.params["hands"], self.params["sure"] = hands, sure
        self.params["caution"], self.params["crib"] = caution, crib
        self.fit = calibration.load(game)
        self.use(chances.load(game, weights))

    def use(self, known: np.record) -> None:
        """Play by chances of one's own."""
        self.params["chances"] = known

    def values(self, views, moves, counts, *memory):
        """Chances that come true; the player itself decides by what its search finds, which is in the same order."""
        return calibration.calibrated(super().values(views, moves, counts, *memory), views, self.fit)

    def details(self, view, moves):
        if view.phase == PLAYING:
            return play_columns(view, moves)
        if view.phase != DISCARDING:
            return {}
        known, role = self.params["chances"][0], int(view.to_move == view.dealer)
        keeps = stats.keeps_of(view.cards[view.to_move], known["throws"][1 - role])
        rows = [stats.hand_index(*(rank_of(card) for card in keep)) for keep in keeps["kept"]]
        play = (known["gain"] - known["give"])[role, rows] @ np.arange(chances.PEGS)
        crib = keeps["crib"] if role else -keeps["crib"]
        return {"hand": keeps["average"], "crib": crib, "play": play, "points": keeps["average"] + crib + play}
