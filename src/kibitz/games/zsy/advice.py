"""Why a move is better, in the words of the table: what it lays down, keeps, breaks, or leaves to beat."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.games.zsy import rules
from kibitz.games.zsy.rules import (
    BOMB,
    JACK,
    MOVES,
    PASS,
    RANKS,
    STATE,
    Options,
    cards_of,
    count,
    pattern_of,
    rank_of,
    total,
)  # fmt: skip
from kibitz.games.zsy.text import KIND_NAMES, LETTERS


def assumes(options: Options) -> str:
    """What the adviser takes for granted."""
    hold = "" if options.open else ", and may hold any of the cards unseen"
    return f"they play as the adviser itself does{hold}"


def reason(view: np.record, best: Any, other: Any) -> str:
    """Why the best move is better than another: the end of a sentence that begins with "because"."""
    mine, theirs = int(best.move.code), int(other.move.code)
    if mine != PASS and cards_of(mine) == view.hands[view.to_move]:
        return f"{best.move.name} lays down your last cards"
    if mine == PASS:
        return f"{_cost(view, theirs)}, and a pass saves it"
    if is_safe(view, mine) and not (theirs != PASS and is_safe(view, theirs)):
        nothing = "nothing they hold" if view.open else "no cards unseen"
        return f"{nothing} can beat {best.move.name}, so you lead again"
    if theirs == PASS:
        return "a pass gives them the lead"
    broken = _breaks(view, theirs)
    if broken and not _breaks(view, mine):
        return f"{other.move.name} breaks your {broken}"
    more = total(cards_of(mine)) - total(cards_of(theirs))
    if more > 0:
        return f"{best.move.name} lays down {more} more card{'s' * (more > 1)} at once"
    if pattern_of(theirs) == BOMB and pattern_of(mine) != BOMB:
        return "your bomb can still win a round later"
    if rank_of(theirs) > rank_of(mine):
        if rank_of(theirs) >= JACK:
            return f"{_rank(theirs)} can still win a round later"
        return f"{_rank(mine)} is harder to be rid of later than {_rank(theirs)}"
    if rank_of(theirs) < rank_of(mine):
        return f"{_rank(theirs)} is easily beaten, and they would lead"
    return "fewer cards laid down now keep a better hand together" if more < 0 else ""


def is_safe(view: np.record, move: int) -> bool:
    """Whether nothing that the other may hold beats a move."""
    answer, moves = np.zeros(1, STATE), np.zeros(MOVES * 4, np.int32)
    answer[0] = view
    s, other = answer[0], 1 - int(view.to_move)
    s.to_move, s.top = other, move
    if not view.open:
        s.hands[other] = rules.unseen(view, int(view.to_move))
    found = moves[: rules.legal(s, moves)].tolist()
    return not any(m != PASS and total(cards_of(m)) <= view.left[other] for m in found)


def _breaks(view: np.record, move: int) -> str:
    """What a move of one rank tears apart: ``double 7``; empty for nothing."""
    rank, hand = rank_of(move), int(view.hands[view.to_move])
    if move == PASS or pattern_of(move) >= BOMB or rank >= RANKS - 2:
        return ""
    held = int(count(hand, rank))
    return f"{KIND_NAMES[held - 1]} {LETTERS[rank]}" if held > pattern_of(move) else ""


def _cost(view: np.record, move: int) -> str:
    """What playing a move would use up."""
    broken = _breaks(view, move)
    if broken:
        return f"it would break your {broken}"
    if pattern_of(move) == BOMB:
        return "it would use up your bomb"
    return f"it would use up your {_rank(move)}"


def _rank(move: int) -> str:
    """The cards of a move as one says them: ``7``, ``55666``."""
    return "".join(LETTERS[rank] * int(count(int(cards_of(move)), rank)) for rank in range(RANKS))
