"""Why one move is better than another, in a sentence a player would say.

A sentence goes on from "the other move costs so much, because": it names what makes most of the difference
between the two, of what the adviser knows about each.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from kibitz.cards import pretty
from kibitz.games.cribbage import counting, rules
from kibitz.games.cribbage.rules import DISCARD, DISCARDING, PLAYING, SHOWING, Options
from kibitz.games.cribbage.spoken import NOBS, Part, by_rank, parts
from kibitz.state import Move

CLEAR = 0.05
"""Points on average that are worth a word."""


def assumes(options: Options) -> str:
    """What the adviser takes for granted."""
    return "the other player throws and plays well, and has told something about its hand by the cards it has played"


class Judged(Protocol):
    """A move as the coach has judged it."""

    @property
    def move(self) -> Move: ...
    @property
    def value(self) -> float: ...
    @property
    def details(self) -> dict[str, float]: ...


def reason(view: np.record, best: Judged, other: Judged) -> str:
    """Why `best` is better than `other`; empty where the adviser gave nothing to go by."""
    if view.phase not in (DISCARDING, PLAYING):
        return f"there are {int(rules.true_count(view))} points, and what is overlooked goes to them"
    more = {name: best.details[name] - other.details[name] for name in best.details if name in other.details}
    more.pop("points", None)  # the sum of the others
    if not more:
        return ""
    column = max(more, key=lambda name: more[name])
    if more[column] < CLEAR:
        return _of_equal_points(view, best)
    if view.phase == DISCARDING:
        reasons = {"hand": _hand, "crib": _crib, "play": _pegging}
    else:
        reasons = {"points now": _points_now, "risk": _risk}
    return reasons[column](view, best, other, more[column]) if column in reasons else ""


def about_equal(view: np.record, best: Judged) -> str:
    """Why other moves are as good as the best; empty where there is nothing to say but that they are."""
    return "A higher count is put right and costs nothing." if view.phase == SHOWING else ""


def _of_equal_points(view: np.record, best: Judged) -> str:
    me = int(view.to_move)
    if view.phase == PLAYING:
        return f"{pretty([best.move.code])} leaves you better cards for the rest of the play"
    return f"at {view.points[me]} to {view.points[1 - me]} the score matters more than points on average"


# --- throws ---------------------------------------------------------------------------------------


def _split(view: np.record, judged: Judged) -> tuple[list[int], list[int]]:
    """The cards kept and the cards thrown."""
    positions = divmod(judged.move.code - DISCARD, 10)
    hand = view.cards[view.to_move].tolist()
    return [card for i, card in enumerate(hand) if i not in positions], [hand[i] for i in positions]


def _hand(view: np.record, best: Judged, other: Judged, more: float) -> str:
    (kept, thrown), given_up = _split(view, best), {part.title for part in parts(_split(view, other)[0])}
    by = pretty(by_rank(thrown))
    # What counts already and would not, the biggest part first.
    news = [part for part in parts(kept) if part.title not in given_up]
    biggest = max(news, key=lambda part: part.points, default=None)
    if biggest is None:
        return f"without {by} the hand counts {more:.1f} more on average"
    return f"throwing {by} keeps {_named(biggest)}"


def _named(part: Part) -> str:
    if part.title == NOBS:
        return f"the jack ({pretty(part.cards)})"
    title = part.title.removeprefix("a ")
    return f"{title if title[0] in '34' or 'alike' in title else f'the {title}'} ({pretty(part.cards)})"


def _crib(view: np.record, best: Judged, other: Judged, more: float) -> str:
    thrown, instead = (pretty(by_rank(_split(view, judged)[1])) for judged in (best, other))
    if view.to_move == view.dealer:
        return f"the crib is yours, and {thrown} is worth {more:.1f} more in it than {instead}"
    return f"the crib is theirs, and {instead} gives them {more:.1f} more in it than {thrown}"


def _pegging(view: np.record, best: Judged, other: Judged, more: float) -> str:
    return f"without {pretty(by_rank(_split(view, best)[1]))} the hand gains {more:.1f} more in the play"


# --- cards in the play ----------------------------------------------------------------------------


def _points_now(view: np.record, best: Judged, other: Judged, more: float) -> str:
    points, instead = round(best.details["points now"]), round(other.details["points now"])
    return f"{pretty([best.move.code])} scores {points} now, and {pretty([other.move.code])} {instead or 'nothing'}"


def _risk(view: np.record, best: Judged, other: Judged, more: float) -> str:
    total = int(view.total) + counting.value(other.move.code)
    card = pretty([other.move.code])
    if total in (5, 21) and int(view.total) + counting.value(best.move.code) != total:
        return f"{card} makes {total}, and any ten then makes {total + 10} for two"
    return f"{card} lets them score {more:.1f} more with their next card on average"
