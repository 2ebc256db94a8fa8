"""ZSY in words.

What is told is told to one seat, the watcher: it is "you", and the mover is "you" or "{who}", for
which the table puts the name. The other player is otherwise "they".
"""

from __future__ import annotations

import re

import numpy as np

from kibitz.games.zsy import rules
from kibitz.games.zsy.rules import (
    ACE,
    BIG_JOKER,
    BOMB,
    DOUBLE,
    LONGEST_CHAIN,
    NEVER,
    PASS,
    RANKS,
    SINGLE,
    SMALL_JOKER,
    TRIPLE,
)  # fmt: skip

LETTERS = "3456789TJQKA2☆★"
"""The ranks; the stars are the small and the big joker."""

ALIASES = {
    "both jokers": "☆★", "joker pair": "☆★", "small joker": "☆", "little joker": "☆", "big joker": "★",
    "sj": "☆", "bj": "★", "10": "t", "jack": "j", "queen": "q", "king": "k", "ace": "a",
}  # fmt: skip
SIZES = {"single": 1, "double": 2, "pair": 2, "triple": 3, "bomb": 4}
KIND_NAMES = ("single", "double", "triple", "bomb")


# --- moves ----------------------------------------------------------------------------------------


def name(v, move: int) -> str:
    """``single 7``, ``777``, ``55666``, ``☆★``, ``pass``."""
    if move == PASS:
        return "pass"
    cards = "".join(_each(rules.cards_of(move)))
    return f"single {cards}" if rules.pattern_of(move) == SINGLE else cards


def read(v, text: str) -> list[int]:
    """The move a text means: ``pass``, or the cards in any order, with or without spaces (``10`` is ``T``)."""
    if text.strip().lower() in ("pass", "p"):
        return [PASS]
    sizes = _sizes(text)
    if sizes is None or _fault(sizes):
        return []
    held = [rank for rank in range(RANKS) if sizes[rank]]
    if held == [SMALL_JOKER, BIG_JOKER]:
        return [int(rules.code(SMALL_JOKER, DOUBLE))]
    links = sizes[held[0] : held[-1] + 1]
    return [int(rules.code(held[0], sum(size << 3 * i for i, size in enumerate(links))))]


def why_not(v, text: str) -> str | None:
    """Why a text is no legal move of the player to move, where there is more to say than that it is none."""
    if text.strip().lower() in ("pass", "p"):
        if v.top == PASS:
            return "you lead this round, so you must lay something down"
        return "you may pass only when nothing you hold beats the table"
    sizes = _sizes(text)
    if sizes is None:
        return None
    hand = int(v.hands[v.to_move])
    for rank in range(RANKS):
        have = int(rules.count(hand, rank))
        if sizes[rank] > have:
            return f"you hold {('no', 'only one', 'only two', 'only three', 'only four')[have]} {LETTERS[rank]}"
    return _fault(sizes) or _not_allowed(v, sizes) or _not_beaten(v, read(v, text)[0])


def _sizes(text: str) -> list[int] | None:
    """How many cards of each rank a text names."""
    words = " ".join(text.lower().split())
    for long, short in ALIASES.items():
        words = words.replace(long, short)
    said = re.fullmatch(rf"({'|'.join(SIZES)}) (?:of )?(.)s?", words)
    words = (
        said[2] * SIZES[said[1]] if said else re.sub(r"^(single|double|pair|triple|bomb|chain|lead|play) ", "", words)
    )
    letters = re.sub(r"[ ,+]", "", words).upper()
    if not letters or any(letter not in LETTERS for letter in letters):
        return None
    return [letters.count(letter) for letter in LETTERS]


def _fault(sizes: list[int]) -> str | None:
    """Why these cards are no pattern of the game under any options."""
    held = [rank for rank in range(RANKS) if sizes[rank]]
    if len(held) == 1:
        return f"a deck has only four {LETTERS[held[0]]}s" if sizes[held[0]] > BOMB else None
    if held == [SMALL_JOKER, BIG_JOKER] and max(sizes) == 1:
        return None
    if held[-1] >= SMALL_JOKER:
        return "jokers stand in no chain"
    if held[-1] - held[0] != len(held) - 1:
        missing = next(rank for rank in range(held[0], held[-1]) if rank not in held)
        return f"a chain needs neighbouring ranks, and {LETTERS[missing]} is missing"
    if min(sizes[rank] for rank in held) < DOUBLE:
        return f"a chain needs at least two cards of each rank, and there is only one {LETTERS[sizes.index(1)]}"
    if max(sizes) > BOMB or len(held) > LONGEST_CHAIN:
        return "nobody holds that many cards"
    return None


def _not_allowed(v, sizes: list[int]) -> str | None:
    """Which option of this game is against a pattern."""
    held = [rank for rank in range(RANKS) if sizes[rank]]
    if held == [SMALL_JOKER, BIG_JOKER]:
        return None if v.joker_pair else "jokers are laid down one at a time here"
    if len(held) > 1 and held[-1] > ACE and not v.two_in_chain:
        return "chains end at the ace here"
    if len(held) > 1 and max(sizes) > TRIPLE and not v.four_links:
        return "a link of a chain has two or three cards here"
    return None


def _not_beaten(v, move: int) -> str | None:
    if v.top == PASS:
        return None
    top = int(v.top)
    if rules.pattern_of(top) == BOMB:
        return f"only a higher bomb beats {name(v, top)}"
    same = rules.pattern_of(move) == rules.pattern_of(top)
    if same and rules.rank_of(move) <= rules.rank_of(top):
        return f"{name(v, move)} is not higher than {name(v, top)}"
    return f"{name(v, top)} is {pattern_in_words(top)}: beat it with {_beats(v)}"


def _said(article: str, v, move: int) -> str:
    """A move inside a sentence: ``the single 7``, ``a single 7``, but ``777``."""
    return f"{article} {name(v, move)}" if rules.pattern_of(move) == SINGLE else name(v, move)


def pattern_in_words(move: int) -> str:
    """``a single``, ``a bomb``, ``a chain of 2 and 3 cards``."""
    pattern = rules.pattern_of(move)
    if pattern <= BOMB:
        return f"a {KIND_NAMES[pattern - 1]}"
    sizes = [str(rules.count(pattern, link)) for link in range(rules.links_of(pattern))]
    return f"a chain of {', '.join(sizes[:-1])} and {sizes[-1]} cards"


def _beats(v) -> str:
    """What beats the table."""
    top = int(v.top)
    if rules.pattern_of(top) == BOMB:
        return f"a bomb above {LETTERS[rules.rank_of(top)]}"
    if rules.pattern_of(top) < BOMB:
        return f"a higher {KIND_NAMES[rules.pattern_of(top) - 1]} or a bomb"
    return "a higher chain with links of the same sizes, or a bomb"


# --- the table ------------------------------------------------------------------------------------


def show(v, seat: int) -> str:
    """The table: both hands as far as the seat sees them, what is to be beaten, and what is known."""
    other = 1 - seat
    theirs = _left(v, other)
    if v.open:
        theirs = f"{_cards(v.hands[other])}   ({theirs})"
    lines = [
        f"other   {theirs}",
        f"table   {_table(v, seat)}",
        f"you     {_cards(v.hands[seat])}   ({_left(v, seat)})",
        "",
        f"played  you {_cards(v.played[seat])}; other {_cards(v.played[other])}",
        # The other's hand is blank in a view but where it lies open: then only what nobody was dealt is unseen.
        f"unseen  {_cards(rules.unseen(v, seat) - v.hands[other])}",
    ]
    passed = [f"{_kinds(k)} from {LETTERS[rank]}" for k, rank in enumerate(v.passed[other]) if rank != NEVER]
    if passed:
        lines.append(f"other passed on {', '.join(passed)}")
    if v.deck == 54:
        lines.append("ranks   3 to A, then 2, ☆ small joker, ★ big joker")
    return "\n".join(lines)


def now(v, seat: int) -> str:
    """What is to be done, and what to type for it."""
    if rules.player(v) < 0:
        return f"The game is over: {_result(v, seat)}."
    is_mine, top = v.to_move == seat, int(v.top)
    if top == PASS:
        if not is_mine:
            return "They lead: they may lay down any pattern."
        shortest = _each(v.hands[seat])[0]
        return f"You lead: type the cards to lay down, such as {shortest}."
    if not is_mine:
        return f"They are to beat {_said('the', v, top)}, or to pass."
    moves = np.zeros(rules.MOVES, np.int32)
    playable = [move for move in moves[: rules.legal(v, moves)].tolist() if move != PASS]
    if not playable:
        return f"You hold nothing that beats {_said('the', v, top)}: type pass."
    example = "".join(_each(rules.cards_of(playable[0])))
    passing = ", or type pass" if v.free_pass else ""
    return f"Beat {_said('the', v, top)} with {_beats(v)}: type its cards, such as {example}{passing}."


def _result(v, seat: int) -> str:
    left = int(v.left.max())
    cards = f"with {left} card{'s' * (left > 1)} left"
    return f"you win, they are caught {cards}" if v.left[seat] == 0 else f"they win, you are caught {cards}"


def _table(v, seat: int) -> str:
    if rules.player(v) < 0:
        return "you won" if v.left[seat] == 0 else "the other won"
    mine = v.to_move == seat
    if v.top == PASS:
        return "empty: you lead" if mine else "empty: the other leads"
    return f"{name(v, int(v.top))}, {'yours to beat' if mine else 'for the other to beat'}"


# --- what happened --------------------------------------------------------------------------------


def tell(before, move: int, after, seat: int) -> str:
    """What a move did, as one seat sees it: a whole sentence, see the top of this file."""
    p = int(before.to_move)
    you = p == seat
    who, s = ("you", "") if you else ("{who}", "s")
    if move == PASS:
        told = "you pass" if you else "{who} passes"
        return f"{told} on {_said('the', before, int(before.top))}; {'they' if you else 'you'} lead"
    what = f", {pattern_in_words(move)}," if rules.pattern_of(move) >= BOMB else ""
    told = f"{who} {'lead' if before.top == PASS else 'play'}{s} {_said('a', before, move)}{what}"
    left = int(after.left[p])
    if left == 0:
        return f"{told} and {'are' if you else 'is'} out of cards\n{_result(after, seat)}"
    return f"{told} and {'hold' if you else 'holds'} {left} card{'s' * (left > 1)}"


def _kinds(kind: int) -> str:
    return f"{KIND_NAMES[kind]}s" if kind < BOMB else f"chains of {kind - BOMB + 2}"


def _each(cards: int) -> list[str]:
    """A set of cards, one text for each rank held: ``["5", "77"]``."""
    held = [int(rules.count(int(cards), rank)) for rank in range(BIG_JOKER + 1)]
    return [LETTERS[rank] * n for rank, n in enumerate(held) if n]


def _left(v: np.record, seat: int) -> str:
    return "1 card" if v.left[seat] == 1 else f"{int(v.left[seat])} cards"


def _cards(cards: int) -> str:
    return " ".join(_each(cards)) or "none"
