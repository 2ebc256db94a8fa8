"""Why one move is better than another, in table language, and what a discard leaves and risks."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz import cards
from kibitz.games.gin.choices import gin_outs, wish
from kibitz.games.gin.estimators import Estimate
from kibitz.games.gin.estimators.thumb import guess
from kibitz.games.gin.melds import beside, deadwood, meldable, wanted
from kibitz.games.gin.rules import BIG_GIN, DISCARDING, KNOCK, STATE, TAKE, Options, unseen

WANTED = 0.15
"""A card that the other can meld with so much more chance than another card is the more dangerous one."""

PLAYED_ON = "the hand is worth more played on"
"""All that can be said against gin."""


def assumes(options: Options) -> str:
    """What the adviser takes for granted."""
    return "you both play on as the adviser does, and the other player holds what its draws and discards make likely"


def discard_details(view: np.record, moves: np.ndarray, estimate: Estimate) -> dict[str, np.ndarray]:
    """For each discard the deadwood it leaves, and the chance that the other could meld it; nothing before a draw."""
    if view.phase != DISCARDING:
        return {}
    views = np.zeros(1, STATE)
    views[0] = view
    hand, chance = int(view.hands[view.to_move]), estimate(views)[0]
    thrown = [None if move == BIG_GIN else int(move) % KNOCK for move in moves]
    return {
        "deadwood": np.array([0.0 if card is None else deadwood(hand ^ (1 << card)) for card in thrown]),
        "other wants it": np.array([0.0 if card is None else wish(chance, card) for card in thrown]),
    }


def reason(view: np.record, best: Any, other: Any) -> str:
    """Why the `best` of two moves is better than the `other`: a clause that may follow "because"."""
    first, second = int(best.move.code), int(other.move.code)
    if view.phase != DISCARDING:
        return _why_take(view) if first == TAKE else _why_leave(view)
    if first == BIG_GIN:
        return "all eleven cards are melded"
    if second == BIG_GIN:
        return PLAYED_ON
    if (first >= KNOCK) != (second >= KNOCK):
        return _why_knock(view, first) if first >= KNOCK else _why_wait(view, second)
    return _why_throw(view, first % KNOCK, second % KNOCK)


def _why_take(view: np.record) -> str:
    name, melds, dead, after = _offered(view)
    if melds and after < dead:
        return f"{name} makes a meld and brings your deadwood from {dead} to {after}"
    if after < dead:
        return f"{name} can stand for a higher card: {after} deadwood after the discard, not {dead}"
    return f"a hand with {name} wins more often, though it saves no deadwood"


def _why_leave(view: np.record) -> str:
    name, melds, dead, after = _offered(view)
    if not melds:
        return f"{name} makes no meld, and a card from the stock may"
    saved = f"only brings your deadwood from {dead} to {after}" if after < dead else "saves no deadwood"
    return f"the meld with {name} {saved}, and the other player would see it"


def _offered(view: np.record) -> tuple[str, bool, int, int]:
    """The upcard's name, whether it would lie in a meld, the deadwood now, and after it is taken and a card thrown."""
    hand, upcard = int(view.hands[view.to_move]), int(view.upcard)
    with_it = hand | 1 << upcard
    after = min(int(deadwood(with_it ^ 1 << card)) for card in _listed(hand))
    return cards.pretty([upcard]), bool(int(meldable(with_it)) >> upcard & 1), int(deadwood(hand)), after


def _why_knock(view: np.record, knock: int) -> str:
    dead, outs = _left(view, knock % KNOCK), _outs(view, knock % KNOCK)
    if dead == 0:
        return "gin scores the bonus, and nothing can be laid off on it"
    return f"{dead} is likely less than the other player has by turn {view.turn}, and {_gin_cards(outs)}"


def _why_wait(view: np.record, knock: int) -> str:
    dead, outs = _left(view, knock % KNOCK), _outs(view, knock % KNOCK)
    if dead == 0:
        return PLAYED_ON
    return f"with {dead} the other player may undercut you by turn {view.turn}, and {_gin_cards(outs)}"


def _why_throw(view: np.record, first: int, second: int) -> str:
    """What speaks for the first of two discards: what both leave, and who may want them."""
    left, would = _left(view, first), _left(view, second)
    helped, else_helped = _helpers(view, first), _helpers(view, second)
    chance = np.zeros(52)
    guess(view, int(view.to_move), chance)
    keeps, gives = cards.pretty([first]), cards.pretty([second])
    risk, more = float(wish(chance, first)), float(wish(chance, second))
    taken = _listed(int(view.known[1 - view.to_move]) & int(beside(1 << second)))
    said = []
    if left < would:
        said.append(f"{keeps} leaves {left} deadwood and {gives} {would}")
    if taken:
        said.append(f"the other player took {cards.pretty(taken)}, which {gives} goes with")
    elif more > risk + WANTED:
        said.append(f"the other player can meld {gives} with about {more:.0%}, {keeps} with {risk:.0%}")
    if not said and helped > else_helped:
        said.append(f"without {keeps} {helped} cards still to come would help you, without {gives} {else_helped}")
    if not said and more > risk:
        said.append(f"the other player has less use for {keeps} than for {gives}")
    because = ", and ".join(said) or f"the hand without {keeps} wins more often"
    return f"{because}, though it leaves {left} deadwood and not {would}" if left > would else because


def _listed(mask: int) -> list[int]:
    return [card for card in range(52) if mask >> card & 1]


def _left(view: np.record, card: int) -> int:
    return int(deadwood(int(view.hands[view.to_move]) ^ 1 << card))


def _outs(view: np.record, card: int) -> int:
    """How many unseen cards would make gin once a card is thrown."""
    seat = int(view.to_move)
    return int(gin_outs(int(view.hands[seat]) ^ 1 << card, unseen(view, seat)))


def _gin_cards(outs: int) -> str:
    return f"{outs or 'no'} card{'' if outs == 1 else 's'} would bring gin"


def _helpers(view: np.record, card: int) -> int:
    """How many unseen cards would be part of a meld once a card is thrown."""
    seat = int(view.to_move)
    kept = int(view.hands[seat]) ^ 1 << card
    return int(wanted(kept) & unseen(view, seat)).bit_count()
